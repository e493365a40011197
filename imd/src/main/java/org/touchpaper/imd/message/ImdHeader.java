package org.touchpaper.imd.message;

import java.nio.ByteBuffer;

/**
 * The eight bytes before every body: type and length, both big-endian.
 *
 * @param length a count of atoms, a rate or a number of bytes, as the type says; the version of a
 *     handshake, in the byte order of the engine
 */
public record ImdHeader(MessageType type, int length) {

  public static final int BYTES = 8;

  /** More atoms than any engine sends; their coordinates still fit into an array. */
  static final int MAX_ATOMS = 100_000_000;

  /**
   * Nobody pulls at more; a larger number in a viewer's message is an attempt to exhaust memory.
   */
  static final int MAX_STEERED_ATOMS = 1_000_000;

  public ImdHeader {
    var max = max(type);
    if (type != MessageType.HANDSHAKE && (length < 0 || length > max)) {
      throw new ImdProtocolException(
          type + " has a length of " + length + "; 0 to " + max + " are allowed");
    }
  }

  private static int max(MessageType type) {
    return switch (type) {
      case FCOORDS, VELOCITIES, FORCES -> MAX_ATOMS;
      case MDCOMM -> MAX_STEERED_ATOMS;
      case SESSIONINFO -> 64;
      case DISCONNECT,
          ENERGIES,
          GO,
          HANDSHAKE,
          KILL,
          PAUSE,
          TRATE,
          IOERROR,
          RESUME,
          TIME,
          BOX,
          WAIT ->
          Integer.MAX_VALUE;
    };
  }

  public static ImdHeader decode(ByteBuffer bytes) {
    return new ImdHeader(MessageType.of(bytes.getInt()), bytes.getInt());
  }

  /** Writes the header into an array at an offset. */
  public void encode(byte[] into, int offset) {
    ByteBuffer.wrap(into, offset, BYTES).putInt(type.number()).putInt(length);
  }

  /** How many bytes follow the header. */
  public int bodyBytes() {
    return switch (type) {
      case ENERGIES -> 40;
      case TIME -> 24;
      case BOX -> 36;
      case SESSIONINFO -> length;
      case FCOORDS, VELOCITIES, FORCES -> 12 * length;
      case MDCOMM -> 16 * length;
      case DISCONNECT, GO, HANDSHAKE, KILL, PAUSE, TRATE, IOERROR, RESUME, WAIT -> 0;
    };
  }
}
