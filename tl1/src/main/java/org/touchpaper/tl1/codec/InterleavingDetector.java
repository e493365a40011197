package org.touchpaper.tl1.codec;

import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Header;

/** Detects a message inside another: a header, blank lines, and the second line. */
final class InterleavingDetector {

  private @Nullable Header header;
  private int headerStart;

  /** Forgets a header that is followed by anything else. */
  void reset() {
    header = null;
  }

  /** The message whose second line ends here, if any. */
  @Nullable MessageHead onLineEnd(Latin1Buffer buffer, int lineStart) {
    var end = buffer.length();
    var head = header == null ? null : MessageHead.parse(header, buffer, lineStart, end);
    if (head == null && buffer.startOfBlanks(lineStart, end) > lineStart) {
      header = HeaderLineParser.parseHeader(buffer, lineStart, end);
      headerStart = lineStart;
    }
    return head;
  }

  /** Position of the last header in the buffer. */
  int headerStart() {
    return headerStart;
  }
}
