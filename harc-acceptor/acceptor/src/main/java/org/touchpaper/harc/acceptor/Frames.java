package org.touchpaper.harc.acceptor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The journal's framing: mark, length, checksum, payload. One frame is one write and one flush, and
 * the next is written only after it; so a crash can spoil the last frame, never an earlier one.
 */
final class Frames {
  private static final int MARK = 0x7B1E_A5ED;
  private static final int HEAD = 12;

  /** The whole frames of a journal, and how many bytes they fill. */
  record Read(List<byte[]> payloads, int length) {}

  private Frames() {}

  static ByteBuffer frame(byte[] payload) {
    var frame = ByteBuffer.allocate(HEAD + payload.length);
    return frame.putInt(MARK).putInt(payload.length).putInt(checksum(payload)).put(payload).flip();
  }

  /**
   * Reads frames up to the first that is not whole.
   *
   * @throws JournalRefused if a whole frame comes after one that is not: that is no torn end
   */
  static Read read(ByteBuffer bytes) {
    var payloads = new ArrayList<byte[]>();
    var at = 0;
    for (var payload = wholeAt(bytes, at); payload.length > 0; payload = wholeAt(bytes, at)) {
      payloads.add(payload);
      at += HEAD + payload.length;
    }
    for (var later = at + 1; later + HEAD < bytes.limit(); later++) {
      if (bytes.getInt(later) == MARK && wholeAt(bytes, later).length > 0) {
        throw new JournalRefused(
            "damaged at byte " + at + ", but whole again at byte " + later + ": votes may be lost");
      }
    }
    return new Read(payloads, at);
  }

  /** True if nothing was ever written from there on. */
  static boolean isBlank(ByteBuffer bytes, int from) {
    for (var at = from; at < bytes.limit(); at++) {
      if (bytes.get(at) != 0) {
        return false;
      }
    }
    return true;
  }

  /** The payload of a whole frame there, or nothing; no frame is empty. */
  private static byte[] wholeAt(ByteBuffer bytes, int at) {
    if (at + HEAD > bytes.limit() || bytes.getInt(at) != MARK) {
      return new byte[0];
    }
    var length = bytes.getInt(at + 4);
    if (length <= 0 || length > bytes.limit() - at - HEAD) {
      return new byte[0];
    }
    var payload = new byte[length];
    bytes.get(at + HEAD, payload);
    return checksum(payload) == bytes.getInt(at + 8) ? payload : new byte[0];
  }

  private static int checksum(byte[] payload) {
    var crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
  }
}
