package org.touchpaper.elementemulator.tl1;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.TextBlock;

/** The result of a command, before it is divided into segments. */
public record CommandResult(boolean isDenied, @Nullable String errorCode, TextBlock text) {

  public static CommandResult completed() {
    return new CommandResult(false, null, TextBlock.EMPTY);
  }

  public static CommandResult rows(List<String> rows) {
    return new CommandResult(false, null, TextBlock.rows(rows));
  }

  public static CommandResult comment(String comment) {
    return new CommandResult(false, null, TextBlock.comment(comment));
  }

  public static CommandResult deny(String errorCode, String comment) {
    return new CommandResult(true, errorCode, TextBlock.comment(comment));
  }

  /** Cisco's DENY without code and text. */
  public static CommandResult denyWithoutCode() {
    return new CommandResult(true, null, TextBlock.EMPTY);
  }

  Response toResponse(Header header, String ctag, TextBlock part, Terminator terminator) {
    return isDenied
        ? new Deny(header, ctag, errorCode, part, terminator)
        : new Compld(header, ctag, part, terminator);
  }
}
