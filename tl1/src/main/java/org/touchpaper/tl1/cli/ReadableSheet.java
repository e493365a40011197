package org.touchpaper.tl1.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;

/** Messages for people: a line for each, its rows and comments beneath. */
final class ReadableSheet implements Sheet {

  private final PrintWriter out;
  private int responses;
  private int segments;
  private int reports;
  private int acknowledgements;
  private int strays;

  ReadableSheet(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void tell(OutputMessage message) {
    switch (message) {
      case Response response -> {
        segments++;
        var isCutShort = response.terminator() == Terminator.MISSING;
        responses += response.isLast() || isCutShort ? 1 : 0;
        var code = completion(response);
        line("response", response.ctag(), code, response.header(), response.terminator());
        text(response.text());
      }
      case AutonomousMessage report -> {
        reports++;
        var what = report.alarmCode().sign() + " " + report.verb();
        line("autonomous", report.atag(), what, report.header(), report.terminator());
        text(report.text());
      }
      case Acknowledgement(var code, var ctag) -> {
        acknowledgements++;
        out.println("%-11s %-8s %s, %s".formatted("ack", ctag, code, meaning(code)));
      }
      case Stray(var line) -> {
        strays++;
        out.println("%-11s %s".formatted("stray", visible(line)));
      }
    }
  }

  @Override
  public void end() {
    var counts = new ArrayList<String>();
    if (segments > responses) {
      counts.add(number(responses, "response") + " in " + number(segments, "segment"));
    } else {
      count(counts, responses, "response");
    }
    count(counts, reports, "autonomous message");
    count(counts, acknowledgements, "acknowledgement");
    count(counts, strays, "stray line");
    out.println(String.join(", ", counts));
  }

  private static void count(List<String> counts, int number, String what) {
    if (number > 0) {
      counts.add(number(number, what));
    }
  }

  private static String number(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private void line(String kind, String tag, String what, Header header, Terminator terminator) {
    out.println(
        "%-11s %-8s %-22s %s  %s %s%s"
            .formatted(
                kind,
                visible(tag),
                visible(what),
                visible(header.sid()),
                header.date(),
                header.time(),
                switch (terminator) {
                  case END -> "";
                  case MORE -> "  (more follows)";
                  case MISSING -> "  (cut short)";
                }));
  }

  private void text(Text text) {
    text.rows().forEach(row -> out.println("    \"" + visible(row) + "\""));
    for (var comment : text.comments()) {
      var lines = comment.lines().map(line -> visible(line.strip())).toList();
      out.println("    /* " + String.join(System.lineSeparator() + "       ", lines) + " */");
    }
  }

  private static String completion(Response response) {
    var code = response.getClass().getSimpleName().toUpperCase(Locale.ROOT);
    return response instanceof Deny deny && deny.errorCode() != null
        ? code + " " + deny.errorCode()
        : code;
  }

  private static String meaning(Acknowledgement.Code code) {
    return switch (code) {
      case IP -> "in progress";
      case PF -> "printout follows";
      case OK -> "all right";
      case NA -> "accepted, but something has gone wrong: execution is uncertain";
      case NG -> "conflicts with the element's state: not carried out";
      case RL -> "busy, repeat later: not carried out";
    };
  }

  /** The text with control characters spelled out, so that no element can steer a terminal. */
  static String visible(String text) {
    var shown = new StringBuilder(text.length());
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (Character.isISOControl(c) && c != '\t') {
        shown.append("\\x%02x".formatted((int) c));
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }
}
