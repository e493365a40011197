package org.touchpaper.pathcheck.stamp;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A STAMP test packet in unauthenticated mode (RFC 8762 sections 4.2.1 and 4.3.1). Bytes after the
 * 44 of the standard are padding: a reflector returns as many as it gets.
 */
public sealed interface StampPacket {

  /** The length of both packets without padding, in bytes. */
  int LENGTH = 44;

  /** The UDP port of reflectors by default (RFC 8762 section 4.1). */
  int DEFAULT_PORT = 862;

  /**
   * The error estimate (RFC 4656 section 4.1.2): S is 0, because nobody here knows whether the
   * clock is synchronised; Z is 0 for NTP's format; 2^22 x 2^-32 s, about 1 ms.
   */
  int ERROR_ESTIMATE = 22 << 8 | 1;

  /**
   * Of TWAMP (RFC 5357 section 4.2.1), for a reflector that cannot read the TTL of what it
   * receives.
   */
  int UNKNOWN_TTL = 255;

  /** The number of this packet, from 0. */
  int sequence();

  /** When it was sent. */
  NtpTimestamp sentAt();

  /** Writes the packet at the buffer's position; padding is the caller's. */
  void write(ByteBuffer buffer);

  /** A packet of the session-sender. */
  record Test(int sequence, NtpTimestamp sentAt) implements StampPacket {

    private static final int ZEROS = 30;

    @Override
    public void write(ByteBuffer buffer) {
      buffer.putInt(sequence).putLong(sentAt.bits()).putShort((short) ERROR_ESTIMATE);
      buffer.put(new byte[ZEROS]);
    }

    /** Reads a packet; empty if it is too short to be one. */
    public static Optional<Test> read(ByteBuffer buffer) {
      return buffer.remaining() < LENGTH
          ? Optional.empty()
          : Optional.of(new Test(buffer.getInt(), new NtpTimestamp(buffer.getLong())));
    }
  }

  /**
   * A packet of the session-reflector.
   *
   * @param sequence the reflector's own count if it is stateful, else the sender's (section 4.3)
   * @param receivedAt when the reflector received the test packet
   * @param test the packet that it answers
   */
  record Reflected(int sequence, NtpTimestamp sentAt, NtpTimestamp receivedAt, Test test)
      implements StampPacket {

    private static final short ZERO = 0;
    private static final int ZEROS_AT_END = 3;

    @Override
    public void write(ByteBuffer buffer) {
      buffer.putInt(sequence).putLong(sentAt.bits());
      buffer.putShort((short) ERROR_ESTIMATE).putShort(ZERO);
      buffer.putLong(receivedAt.bits());
      buffer.putInt(test.sequence()).putLong(test.sentAt().bits());
      buffer.putShort((short) ERROR_ESTIMATE).putShort(ZERO);
      buffer.put((byte) UNKNOWN_TTL).put(new byte[ZEROS_AT_END]);
    }

    /** Reads a packet; empty if it is too short to be one. */
    public static Optional<Reflected> read(ByteBuffer buffer) {
      if (buffer.remaining() < LENGTH) {
        return Optional.empty();
      }
      var sequence = buffer.getInt();
      var sentAt = new NtpTimestamp(buffer.getLong());
      buffer.getInt(); // error estimate and zeros
      var receivedAt = new NtpTimestamp(buffer.getLong());
      var test = new Test(buffer.getInt(), new NtpTimestamp(buffer.getLong()));
      return Optional.of(new Reflected(sequence, sentAt, receivedAt, test));
    }
  }
}
