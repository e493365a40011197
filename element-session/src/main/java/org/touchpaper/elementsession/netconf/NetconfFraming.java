package org.touchpaper.elementsession.netconf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The framing of NETCONF messages (RFC 6242, section 4): end-of-message markers until both hellos
 * are exchanged, then chunks if both support base:1.1. Processes each byte once and buffers at most
 * one message. Not thread-safe.
 */
public final class NetconfFraming {

  /** The framing is invalid; the session cannot continue. */
  static final class MalformedFrameException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedFrameException(String what) {
      super(what);
    }
  }

  /**
   * The largest message in bytes: some twenty thousand subinterfaces, more than any query returns.
   */
  static final int MAX_MESSAGE_BYTES = 16 << 20;

  private static final byte[] DELIMITER = "]]>]]>".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_CHUNK_HEADER = 12;

  /** Receives a message; may call {@link #startChunking} for the next. */
  @FunctionalInterface
  public interface MessageListener<X extends Exception> {
    void onMessage(String message) throws X;
  }

  private static final class MessageBuffer extends ByteArrayOutputStream {

    boolean endsWith(byte[] mark) {
      for (var i = 0; i < mark.length; i++) {
        if (count < mark.length || buf[count - mark.length + i] != mark[i]) {
          return false;
        }
      }
      return true;
    }

    String text(int bytes) {
      return new String(buf, 0, bytes, StandardCharsets.UTF_8);
    }
  }

  private MessageBuffer buffer = new MessageBuffer();
  private final StringBuilder header = new StringBuilder();
  private int remainingInChunk;
  private boolean chunked;

  /** Switches to chunks from the next message on. */
  public void startChunking() {
    chunked = true;
  }

  public byte[] frame(String message) {
    var bytes = message.getBytes(StandardCharsets.UTF_8);
    var out = new ByteArrayOutputStream(bytes.length + 32);
    if (chunked) {
      out.writeBytes(("\n#" + bytes.length + "\n").getBytes(StandardCharsets.US_ASCII));
      out.writeBytes(bytes);
      out.writeBytes("\n##\n".getBytes(StandardCharsets.US_ASCII));
    } else {
      out.writeBytes(bytes);
      out.writeBytes(DELIMITER);
    }
    return out.toByteArray();
  }

  /**
   * Consumes received bytes and passes each complete message to the listener.
   *
   * @throws MalformedFrameException if the framing is invalid, or a message exceeds {@link
   *     #MAX_MESSAGE_BYTES}
   */
  public <X extends Exception> void feed(byte[] data, int length, MessageListener<X> listener)
      throws X {
    for (var i = 0; i < length; ) {
      if (remainingInChunk > 0) {
        var count = Math.min(remainingInChunk, length - i);
        append(data, i, count);
        remainingInChunk -= count;
        i += count;
      } else if (chunked ? endsChunkedMessage(data[i++]) : endsDelimitedMessage(data, i++)) {
        listener.onMessage(takeMessage());
      }
    }
  }

  private void append(byte[] data, int from, int length) {
    if (length > MAX_MESSAGE_BYTES - buffer.size()) {
      throw new MalformedFrameException("a message exceeds " + MAX_MESSAGE_BYTES + " bytes");
    }
    buffer.write(data, from, length);
  }

  private String takeMessage() {
    var text = buffer.text(buffer.size() - (chunked ? 0 : DELIMITER.length));
    buffer = new MessageBuffer(); // frees the memory of a long message
    return text;
  }

  private boolean endsDelimitedMessage(byte[] data, int at) {
    append(data, at, 1);
    return buffer.endsWith(DELIMITER);
  }

  /**
   * Consumes one byte of a chunk header: line feed, hash, and the chunk's length or another hash.
   */
  private boolean endsChunkedMessage(byte octet) {
    if (octet != '\n' || header.isEmpty()) {
      header.append((char) (octet & 0xFF));
      if (header.charAt(0) != '\n' || header.length() > MAX_CHUNK_HEADER) {
        throw new MalformedFrameException("invalid chunk header: " + header.toString().strip());
      }
      return false;
    }
    var chunkHeader = header.toString();
    header.setLength(0);
    if (chunkHeader.equals("\n##") && buffer.size() > 0) {
      return true;
    }
    if (!chunkHeader.matches("\n#[1-9]\\d{0,9}")
        || Long.parseLong(chunkHeader.substring(2)) > MAX_MESSAGE_BYTES) {
      throw new MalformedFrameException("invalid chunk header: " + chunkHeader.strip());
    }
    remainingInChunk = Integer.parseInt(chunkHeader.substring(2));
    return false;
  }
}
