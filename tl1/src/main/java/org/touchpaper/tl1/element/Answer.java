package org.touchpaper.tl1.element;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Compld;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.Header;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Terminator;
import org.touchpaper.tl1.message.Text;

/** What an element answers to a command, before it is put into segments. */
record Answer(boolean isDenied, @Nullable String errorCode, Text text) {

  static Answer done() {
    return new Answer(false, null, Text.EMPTY);
  }

  static Answer rows(List<String> rows) {
    return new Answer(false, null, Text.rows(rows));
  }

  static Answer remark(String comment) {
    return new Answer(false, null, Text.comment(comment));
  }

  static Answer deny(String errorCode, String words) {
    return new Answer(true, errorCode, Text.comment(words));
  }

  /** Cisco's DENY without a code or a word. */
  static Answer denyBare() {
    return new Answer(true, null, Text.EMPTY);
  }

  Response segment(Header header, String ctag, Text part, Terminator terminator) {
    return isDenied
        ? new Deny(header, ctag, errorCode, part, terminator)
        : new Compld(header, ctag, part, terminator);
  }
}
