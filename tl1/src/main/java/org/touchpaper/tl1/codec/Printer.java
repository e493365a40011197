package org.touchpaper.tl1.codec;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Delay;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Prtl;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Rtrv;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.message.Text;

/** Writes TL1 as GR-831 has it. */
public final class Printer {

  private Printer() {}

  /** The command with its semicolon, on one line. */
  public static String print(InputCommand command) {
    var text = new StringBuilder(command.code());
    text.append(':').append(command.tid());
    text.append(':').append(command.aid());
    text.append(':').append(command.ctag());
    if (!command.general().isEmpty() || !command.blocks().isEmpty()) {
      text.append(':').append(command.general());
    }
    command.blocks().forEach(block -> text.append(':').append(block));
    return text.append(';').toString();
  }

  /** The message with its header, rows, comments and terminator. */
  public static String print(OutputMessage message) {
    return print(message, UnaryOperator.identity());
  }

  /** The same with this done to the words of each comment. */
  public static String print(OutputMessage message, UnaryOperator<String> comments) {
    return switch (message) {
      case Acknowledgement(var code, var ctag) -> code + " " + ctag + "\r\n<";
      case Stray(var line) -> line + "\r\n";
      case AutonomousMessage report ->
          header(report.header())
              + "%-2s %s %s\r\n".formatted(report.alarmCode().sign(), report.atag(), report.verb())
              + text(report.text(), comments)
              + report.terminator().sign();
      case Deny deny ->
          begin(deny, "DENY")
              + (deny.errorCode() == null ? "" : "   " + deny.errorCode() + "\r\n")
              + end(deny, comments);
      case Compld compld -> begin(compld, "COMPLD") + end(compld, comments);
      case Prtl prtl -> begin(prtl, "PRTL") + end(prtl, comments);
      case Delay delay -> begin(delay, "DELAY") + end(delay, comments);
      case Rtrv rtrv -> begin(rtrv, "RTRV") + end(rtrv, comments);
    };
  }

  /** Text as the bytes of the wire. */
  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String begin(Response response, String code) {
    return header(response.header()) + "M  " + response.ctag() + " " + code + "\r\n";
  }

  private static String end(Response response, UnaryOperator<String> comments) {
    return text(response.text(), comments) + response.terminator().sign();
  }

  private static String header(Header header) {
    return "\r\n\n   " + sid(header.sid()) + " " + header.date() + " " + header.time() + "\r\n";
  }

  private static String sid(String sid) {
    return sid.contains(" ") ? '"' + sid + '"' : sid;
  }

  private static String text(Text text, UnaryOperator<String> comments) {
    var lines = new StringBuilder();
    text.rows().forEach(row -> lines.append("   \"").append(row).append("\"\r\n"));
    text.comments()
        .forEach(
            comment -> lines.append("   /* ").append(comments.apply(comment)).append(" */\r\n"));
    return lines.toString();
  }
}
