package org.touchpaper.harc.acceptor;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The journal's framing: mark, length, checksum, payload. One frame is one write and one flush, and
 * the next is written only after it; so a crash can spoil the last frame, never an earlier one, and
 * no byte beyond its end. Where that is can be told from its length, which may be torn itself; so
 * the head of a long frame is flushed before the rest.
 */
final class Frames {
  private static final int MARK = 0x7B1E_A5ED;
  private static final int HEAD = 12;

  /** A frame whose head may be torn is no longer than this. */
  private static final int SHORT = 256 << 10;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private Frames() {}

  /** Takes the payloads, first to last. */
  @FunctionalInterface
  interface Reader {
    void take(byte[] payload) throws IOException;
  }

  /**
   * Whole frames from the first byte on.
   *
   * @param last where the last of them begins
   * @param end where it ends
   */
  record Found(long last, long end) {}

  static ByteBuffer frame(byte[] payload) {
    var frame = ByteBuffer.allocate(HEAD + payload.length);
    return frame.putInt(MARK).putInt(payload.length).putInt(checksum(payload)).put(payload).flip();
  }

  /** True if its head is to be flushed before the rest is written. */
  static boolean isLong(ByteBuffer frame) {
    return frame.remaining() > SHORT;
  }

  /** Takes the head off a frame. */
  static ByteBuffer headOf(ByteBuffer frame) {
    var head = frame.slice(frame.position(), HEAD);
    frame.position(frame.position() + HEAD);
    return head;
  }

  /**
   * Reads frames up to the first that is not whole.
   *
   * @return where they are
   * @throws JournalRefused if a whole frame comes after one that is not, or anything so far behind
   *     it that no write can have been torn there: then it is no torn end
   */
  static Found read(MemorySegment bytes, Reader reader) throws IOException {
    var last = 0L;
    var at = 0L;
    for (var payload = wholeAt(bytes, at); payload.length > 0; payload = wholeAt(bytes, at)) {
      reader.take(payload);
      last = at;
      at += HEAD + payload.length;
    }
    for (var later = at + 1; later + HEAD < bytes.byteSize(); later++) {
      if (bytes.get(INT, later) == MARK && wholeAt(bytes, later).length > 0) {
        throw new JournalRefused(
            "damaged at byte " + at + ", but whole again at byte " + later + ": votes may be lost");
      }
    }
    var end = at + Math.max(SHORT, HEAD + lengthAt(bytes, at));
    if (end < bytes.byteSize() && !isBlank(bytes, end)) {
      throw new JournalRefused(
          "damaged: something is written after byte %d, and the last write began at byte %d"
              .formatted(end, at));
    }
    return new Found(last, at);
  }

  /** What a frame there, whole or not, says of its length; 0 if it says nothing. */
  private static long lengthAt(MemorySegment bytes, long at) {
    return at + HEAD > bytes.byteSize() || bytes.get(INT, at) != MARK
        ? 0
        : Math.max(0, bytes.get(INT, at + 4));
  }

  /** True if nothing was ever written from there on. */
  static boolean isBlank(MemorySegment bytes, long from) {
    var rest = bytes.asSlice(from);
    // compared with itself, one byte on: all are the same, and the first is nothing
    return rest.byteSize() == 0
        || (rest.get(ValueLayout.JAVA_BYTE, 0) == 0
            && rest.asSlice(1).mismatch(rest.asSlice(0, rest.byteSize() - 1)) < 0);
  }

  /** The payload of a whole frame there, or nothing; no frame is empty. */
  private static byte[] wholeAt(MemorySegment bytes, long at) {
    if (at + HEAD > bytes.byteSize() || bytes.get(INT, at) != MARK) {
      return new byte[0];
    }
    var length = bytes.get(INT, at + 4);
    if (length <= 0 || length > bytes.byteSize() - at - HEAD) {
      return new byte[0];
    }
    var payload = bytes.asSlice(at + HEAD, length).toArray(ValueLayout.JAVA_BYTE);
    return checksum(payload) == bytes.get(INT, at + 8) ? payload : new byte[0];
  }

  private static int checksum(byte[] payload) {
    var crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
  }
}
