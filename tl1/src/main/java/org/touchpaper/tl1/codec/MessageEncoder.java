package org.touchpaper.tl1.codec;

import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.StrayLine;
import org.touchpaper.tl1.message.TextBlock;

/** Encodes TL1 commands and messages as GR-831 defines them. */
public final class MessageEncoder {

  private MessageEncoder() {}

  /** Encodes a command with its semicolon, on one line. */
  public static String encode(InputCommand command) {
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

  /** Encodes a message with its header, rows, comments and terminator. */
  public static String encode(OutputMessage message) {
    return encode(message, UnaryOperator.identity());
  }

  /** Encodes a message and transforms the text of each comment. */
  public static String encode(OutputMessage message, UnaryOperator<String> commentTransform) {
    return switch (message) {
      case Acknowledgement(var code, var ctag) -> code + " " + ctag + "\r\n<";
      case StrayLine(var line) -> line + "\r\n";
      case AutonomousMessage report ->
          encodeHeader(report.header())
              + "%-2s %s %s\r\n"
                  .formatted(report.alarmCode().symbol(), report.atag(), report.verb())
              + encodeText(report.text(), commentTransform)
              + report.terminator().symbol();
      case Response response ->
          encodeHeader(response.header())
              + ("M  " + response.ctag() + " " + response.completionCode() + "\r\n")
              + (response instanceof Deny deny && deny.errorCode() != null
                  ? "   " + deny.errorCode() + "\r\n"
                  : "")
              + encodeText(response.text(), commentTransform)
              + response.terminator().symbol();
    };
  }

  /** The bytes that are sent for a text. */
  public static byte[] toBytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String encodeHeader(Header header) {
    var sid = header.sid().contains(" ") ? '"' + header.sid() + '"' : header.sid();
    return "\r\n\n   " + String.join(" ", sid, header.date(), header.time()) + "\r\n";
  }

  private static String encodeText(TextBlock text, UnaryOperator<String> commentTransform) {
    var lines = new StringBuilder();
    text.rows().forEach(row -> lines.append("   \"").append(row).append("\"\r\n"));
    text.comments()
        .forEach(comment ->
            lines.append("   /* ").append(commentTransform.apply(comment)).append(" */\r\n"));
    return lines.toString();
  }
}
