package org.touchpaper.tl1.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** Prints each message as one line of text, with its rows and comments indented below. */
final class TextMessageWriter implements MessageWriter {

  private final PrintWriter out;
  private int responses;
  private int segments;
  private int reports;
  private int acknowledgements;
  private int strays;

  TextMessageWriter(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void write(OutputMessage message) {
    switch (message) {
      case Response response -> {
        segments++;
        var isCutShort = response.terminator() == Terminator.MISSING;
        responses += response.isLast() || isCutShort ? 1 : 0;
        var code = completionLabel(response);
        writeHeaderLine(
            "response", response.ctag(), code, response.header(), response.terminator());
        writeText(response.text());
      }
      case AutonomousMessage report -> {
        reports++;
        var summary = report.alarmCode().symbol() + " " + report.verb();
        writeHeaderLine("autonomous", report.atag(), summary, report.header(), report.terminator());
        writeText(report.text());
      }
      case Acknowledgement(var code, var ctag) -> {
        acknowledgements++;
        out.println("%-11s %-8s %s, %s".formatted("ack", ctag, code, describe(code)));
      }
      case StrayLine(var line) -> {
        strays++;
        out.println("%-11s %s".formatted("stray", escapeControlCharacters(line)));
      }
    }
  }

  @Override
  public void finish() {
    var counts = new ArrayList<String>();
    if (segments > responses) {
      counts.add(pluralize(responses, "response") + " in " + pluralize(segments, "segment"));
    } else {
      addCount(counts, responses, "response");
    }
    addCount(counts, reports, "autonomous message");
    addCount(counts, acknowledgements, "acknowledgement");
    addCount(counts, strays, "stray line");
    out.println(String.join(", ", counts));
  }

  private static void addCount(List<String> counts, int number, String noun) {
    if (number > 0) {
      counts.add(pluralize(number, noun));
    }
  }

  private static String pluralize(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private void writeHeaderLine(
      String kind, String tag, String summary, Header header, Terminator terminator) {
    out.println(
        "%-11s %-8s %-22s %s  %s %s%s"
            .formatted(
                kind,
                escapeControlCharacters(tag),
                escapeControlCharacters(summary),
                escapeControlCharacters(header.sid()),
                header.date(),
                header.time(),
                switch (terminator) {
                  case END -> "";
                  case MORE -> "  (more follows)";
                  case MISSING -> "  (cut short)";
                }));
  }

  private void writeText(TextBlock text) {
    text.rows().forEach(row -> out.println("    \"" + escapeControlCharacters(row) + "\""));
    for (var comment : text.comments()) {
      var lines = comment.lines().map(line -> escapeControlCharacters(line.strip())).toList();
      out.println("    /* " + String.join(System.lineSeparator() + "       ", lines) + " */");
    }
  }

  private static String completionLabel(Response response) {
    var code = response.completionCode();
    return response instanceof Deny deny && deny.errorCode() != null
        ? code + " " + deny.errorCode()
        : code;
  }

  private static String describe(Acknowledgement.Code code) {
    return switch (code) {
      case IP -> "in progress";
      case PF -> "printout follows";
      case OK -> "accepted";
      case NA -> "accepted, but an error occurred: execution is uncertain";
      case NG -> "conflicts with the element's state: not carried out";
      case RL -> "busy, repeat later: not carried out";
    };
  }

  /** Escapes control characters, so that an element cannot control the terminal. */
  static String escapeControlCharacters(String text) {
    var escaped = new StringBuilder(text.length());
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (Character.isISOControl(c) && c != '\t') {
        escaped.append("\\x%02x".formatted((int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
