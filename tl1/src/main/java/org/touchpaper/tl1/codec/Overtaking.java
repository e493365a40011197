package org.touchpaper.tl1.codec;

import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Header;

/**
 * Watches the lines of a message for the beginning of another one: a header, and its second line
 * behind it, with nothing but blank lines between.
 */
final class Overtaking {

  private @Nullable Header header;
  private int headerAt;

  /** What stands between breaks the two apart. */
  void forget() {
    header = null;
  }

  /** The message that begins with the line that ends here, if one does. */
  @Nullable Opening on(Bytes element, int lineStart) {
    var end = element.length();
    var opening = header == null ? null : Opening.read(header, element, lineStart, end);
    if (opening == null && element.blanksBefore(lineStart, end) > lineStart) {
      header = Lines.header(element, lineStart, end);
      headerAt = lineStart;
    }
    return opening;
  }

  /** Where in its element the last header began. */
  int headerAt() {
    return headerAt;
  }
}
