package org.touchpaper.tl1.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Delay;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Prtl;
import org.touchpaper.tl1.message.Rtrv;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;

/** The lines that open a message: header, completion line, autonomous line, acknowledgement. */
final class Lines {

  private static final Pattern HEADER =
      Pattern.compile(
          "[\\s;<>]*(\\S.*?)\\s+(\\d{2}(?:\\d{2})?-\\d\\d-\\d\\d)\\s+(\\d\\d:\\d\\d:\\d\\d)\\s*");
  private static final Pattern COMPLETION =
      Pattern.compile("\\s*M\\s+(\\S{1,20})\\s+(COMPLD|DENY|PRTL|DELAY|RTRV)\\s*");
  private static final Pattern AUTONOMOUS =
      Pattern.compile("\\s*(\\*C|\\*\\*|\\*|A)\\s+([0-9.]{1,20})\\s+(\\S.*?)\\s*");
  private static final Pattern ACKNOWLEDGEMENT =
      Pattern.compile("(?:.*[\\s;<>])?(IP|PF|OK|NA|NG|RL)\\s+([A-Za-z0-9.]{1,10})\\s*");
  private static final Pattern ERROR_CODE = Pattern.compile("[A-Za-z]{4,8}");

  private Lines() {}

  static Optional<Header> header(String line) {
    var match = HEADER.matcher(line);
    if (line.length() > 200 || !match.matches()) {
      return Optional.empty();
    }
    var sid = match.group(1);
    if (sid.length() > 1 && sid.startsWith("\"") && sid.endsWith("\"")) {
      sid = sid.substring(1, sid.length() - 1);
    }
    return Optional.of(new Header(sid, match.group(2), match.group(3)));
  }

  static Optional<Acknowledgement> acknowledgement(String line) {
    var match = ACKNOWLEDGEMENT.matcher(line);
    return line.length() <= 200 && match.matches()
        ? Optional.of(
            new Acknowledgement(Acknowledgement.Code.valueOf(match.group(1)), match.group(2)))
        : Optional.empty();
  }

  /** What a message turns out to be once its header and second line are known. */
  static Optional<Opening> opening(Header header, String line) {
    if (line.length() > 200) {
      return Optional.empty();
    }
    var completion = COMPLETION.matcher(line);
    if (completion.matches()) {
      var ctag = completion.group(1);
      var code = completion.group(2);
      return Optional.of(
          (elements, terminator) -> response(header, ctag, code, elements, terminator));
    }
    var autonomous = AUTONOMOUS.matcher(line);
    if (autonomous.matches()) {
      var alarm = AlarmCode.ofSign(autonomous.group(1));
      var atag = autonomous.group(2);
      var verb = autonomous.group(3);
      return Optional.of((elements, terminator) ->
          new AutonomousMessage(header, alarm, atag, verb, elements.text(null), terminator));
    }
    return Optional.empty();
  }

  private static OutputMessage response(
      Header header, String ctag, String code, Elements elements, Terminator terminator) {
    if (code.equals("DENY")) {
      var error = elements.errorCode();
      return new Deny(header, ctag, error, elements.text(error), terminator);
    }
    var text = elements.text(null);
    return switch (code) {
      case "PRTL" -> new Prtl(header, ctag, text, terminator);
      case "DELAY" -> new Delay(header, ctag, text, terminator);
      case "RTRV" -> new Rtrv(header, ctag, text, terminator);
      case "COMPLD" -> new Compld(header, ctag, text, terminator);
      default -> throw new IllegalStateException("not a completion code: " + code);
    };
  }

  /** A message that has begun. */
  @FunctionalInterface
  interface Opening {
    OutputMessage finish(Elements elements, Terminator terminator);
  }

  /** The rows, bare lines and comments of a message so far. */
  static final class Elements {
    private final List<String> rows = new ArrayList<>();
    private final List<String> bareLines = new ArrayList<>();
    private final List<String> comments = new ArrayList<>();

    void row(String row) {
      rows.add(row);
    }

    void comment(String comment) {
      comments.add(comment.strip());
    }

    void bareLine(String line) {
      if (!line.isBlank()) {
        bareLines.add(line.strip());
      }
    }

    /** The first bare line that looks like an error code, wherever the comments stand. */
    @Nullable String errorCode() {
      return bareLines.stream()
          .filter(line -> ERROR_CODE.matcher(line).matches())
          .findFirst()
          .orElse(null);
    }

    Text text(@Nullable String without) {
      var all = new ArrayList<>(rows);
      all.addAll(bareLines);
      if (without != null) {
        all.remove(without);
      }
      return new Text(all, comments);
    }
  }
}
