package org.touchpaper.nsap.element.openconfig;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * How messages are told apart on a NETCONF session (RFC 6242, section 4): until both have said
 * hello by a mark at their end; after that, if both speak base:1.1, in chunks. Each byte is looked
 * at once, and no more is held than one message. Not for several threads.
 */
final class NetconfFraming {

  /** What cannot be a NETCONF session any more. */
  static final class Garbage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Garbage(String what) {
      super(what);
    }
  }

  /** In bytes: some twenty thousand subinterfaces, and more than is ever asked for at once. */
  static final int LONGEST = 16 << 20;

  private static final byte[] END = "]]>]]>".getBytes(StandardCharsets.US_ASCII);
  private static final int LONGEST_CHUNK_HEADER = 12;

  /** Hears a message, and may {@link #chunk} what follows it. */
  @FunctionalInterface
  interface Hearer<X extends Exception> {
    void hear(String message) throws X;
  }

  /** What has come of a message. */
  private static final class Held extends ByteArrayOutputStream {

    boolean endsWith(byte[] mark) {
      for (var i = 0; i < mark.length; i++) {
        if (count < mark.length || buf[count - mark.length + i] != mark[i]) {
          return false;
        }
      }
      return true;
    }

    String first(int bytes) {
      return new String(buf, 0, bytes, StandardCharsets.UTF_8);
    }
  }

  private Held held = new Held();
  private final StringBuilder header = new StringBuilder();
  private int leftOfChunk;
  private boolean chunked;

  /** From the next message on. */
  void chunk() {
    chunked = true;
  }

  byte[] frame(String message) {
    var bytes = message.getBytes(StandardCharsets.UTF_8);
    var out = new ByteArrayOutputStream(bytes.length + 32);
    if (chunked) {
      out.writeBytes(("\n#" + bytes.length + "\n").getBytes(StandardCharsets.US_ASCII));
      out.writeBytes(bytes);
      out.writeBytes("\n##\n".getBytes(StandardCharsets.US_ASCII));
    } else {
      out.writeBytes(bytes);
      out.writeBytes(END);
    }
    return out.toByteArray();
  }

  /**
   * Takes in what came, and gives each message to the hearer as soon as it is whole.
   *
   * @throws Garbage if it is no framing, or a message is longer than {@link #LONGEST}
   */
  <X extends Exception> void feed(byte[] data, int length, Hearer<X> hearer) throws X {
    for (var i = 0; i < length; ) {
      if (leftOfChunk > 0) {
        var taken = Math.min(leftOfChunk, length - i);
        keep(data, i, taken);
        leftOfChunk -= taken;
        i += taken;
      } else if (chunked ? endsChunks(data[i++]) : endsMarked(data, i++)) {
        hearer.hear(taken());
      }
    }
  }

  private void keep(byte[] data, int from, int length) {
    if (length > LONGEST - held.size()) {
      throw new Garbage("a message of more than " + LONGEST + " bytes");
    }
    held.write(data, from, length);
  }

  private String taken() {
    var text = held.first(held.size() - (chunked ? 0 : END.length));
    held = new Held(); // what a long one took is not kept for the next
    return text;
  }

  private boolean endsMarked(byte[] data, int at) {
    keep(data, at, 1);
    return held.endsWith(END);
  }

  /**
   * Hears one sign between chunks: a line feed, a hash, and how long the next is or another hash.
   */
  private boolean endsChunks(byte sign) {
    if (sign != '\n' || header.isEmpty()) {
      header.append((char) (sign & 0xFF));
      if (header.charAt(0) != '\n' || header.length() > LONGEST_CHUNK_HEADER) {
        throw new Garbage("no chunk begins with " + header.toString().strip());
      }
      return false;
    }
    var words = header.toString();
    header.setLength(0);
    if (words.equals("\n##") && held.size() > 0) {
      return true;
    }
    if (!words.matches("\n#[1-9]\\d{0,9}") || Long.parseLong(words.substring(2)) > LONGEST) {
      throw new Garbage("no chunk begins with " + words.strip());
    }
    leftOfChunk = Integer.parseInt(words.substring(2));
    return false;
  }
}
