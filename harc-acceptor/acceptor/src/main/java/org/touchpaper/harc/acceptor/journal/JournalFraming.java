package org.touchpaper.harc.acceptor.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The journal's framing: magic number, length, checksum, payload. Each frame is written and flushed
 * before the next is written, so a crash can tear only the last frame and changes no byte beyond
 * its end. The end follows from the length, which may be torn itself, so the header of a long frame
 * is flushed before the rest.
 */
final class JournalFraming {
  private static final int MAGIC = 0x7B1E_A5ED;
  private static final int HEADER_BYTES = 12;

  /** Maximum length of a frame whose header may be torn. */
  private static final int MAX_TEARABLE_BYTES = 256 << 10;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private JournalFraming() {}

  @FunctionalInterface
  interface PayloadConsumer {
    void accept(byte[] payload) throws IOException;
  }

  /**
   * The complete frames at the start of the file.
   *
   * @param lastFrameStart where the last of them starts
   * @param end where it ends
   */
  record ScanResult(long lastFrameStart, long end) {}

  static ByteBuffer encode(byte[] payload) {
    var frame = ByteBuffer.allocate(HEADER_BYTES + payload.length);
    return frame.putInt(MAGIC).putInt(payload.length).putInt(checksum(payload)).put(payload).flip();
  }

  /** True if the header must be flushed before the rest is written. */
  static boolean isLong(ByteBuffer frame) {
    return frame.remaining() > MAX_TEARABLE_BYTES;
  }

  /** Removes and returns a frame's header. */
  static ByteBuffer takeHeader(ByteBuffer frame) {
    var header = frame.slice(frame.position(), HEADER_BYTES);
    frame.position(frame.position() + HEADER_BYTES);
    return header;
  }

  /**
   * Reads frames up to the first incomplete one.
   *
   * @throws UnusableJournalException if a complete frame follows an incomplete one, or data lies
   *     beyond the reach of a torn write: then the file is damaged
   */
  static ScanResult read(MemorySegment bytes, PayloadConsumer reader) throws IOException {
    var lastFrameStart = 0L;
    var offset = 0L;
    for (var payload = payloadAt(bytes, offset);
        payload.length > 0;
        payload = payloadAt(bytes, offset)) {
      reader.accept(payload);
      lastFrameStart = offset;
      offset += HEADER_BYTES + payload.length;
    }
    for (var candidate = offset + 1; candidate + HEADER_BYTES < bytes.byteSize(); candidate++) {
      if (bytes.get(INT, candidate) == MAGIC && payloadAt(bytes, candidate).length > 0) {
        throw new UnusableJournalException(
            "damaged at byte "
                + offset
                + ", but a complete frame follows at byte "
                + candidate
                + ": votes may be lost");
      }
    }
    var end = offset + Math.max(MAX_TEARABLE_BYTES, HEADER_BYTES + lengthAt(bytes, offset));
    if (end < bytes.byteSize() && !isBlank(bytes, end)) {
      throw new UnusableJournalException(
          "damaged: data after byte %d, beyond the last write at byte %d".formatted(end, offset));
    }
    return new ScanResult(lastFrameStart, offset);
  }

  /** The length in the header at an offset; 0 if there is no header. */
  private static long lengthAt(MemorySegment bytes, long offset) {
    return offset + HEADER_BYTES > bytes.byteSize() || bytes.get(INT, offset) != MAGIC
        ? 0
        : Math.max(0, bytes.get(INT, offset + 4));
  }

  /** True if only zeros follow. */
  static boolean isBlank(MemorySegment bytes, long from) {
    var rest = bytes.asSlice(from);
    // compared with itself one byte later: all bytes are equal, and the first is 0
    return rest.byteSize() == 0
        || (rest.get(ValueLayout.JAVA_BYTE, 0) == 0
            && rest.asSlice(1).mismatch(rest.asSlice(0, rest.byteSize() - 1)) < 0);
  }

  /** The payload of a complete frame at an offset, else empty; no frame has an empty payload. */
  private static byte[] payloadAt(MemorySegment bytes, long offset) {
    if (offset + HEADER_BYTES > bytes.byteSize() || bytes.get(INT, offset) != MAGIC) {
      return new byte[0];
    }
    var length = bytes.get(INT, offset + 4);
    if (length <= 0 || length > bytes.byteSize() - offset - HEADER_BYTES) {
      return new byte[0];
    }
    var payload = bytes.asSlice(offset + HEADER_BYTES, length).toArray(ValueLayout.JAVA_BYTE);
    return checksum(payload) == bytes.get(INT, offset + 8) ? payload : new byte[0];
  }

  private static int checksum(byte[] payload) {
    var crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
  }
}
