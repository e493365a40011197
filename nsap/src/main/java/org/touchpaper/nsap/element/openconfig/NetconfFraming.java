package org.touchpaper.nsap.element.openconfig;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How messages are told apart on a NETCONF session (RFC 6242, section 4): until both have said
 * hello by a mark at their end; after that, if both speak base:1.1, in chunks. Not for several
 * threads.
 */
final class NetconfFraming {

  /** What cannot be a NETCONF session any more. */
  static final class Garbage extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Garbage(String what) {
      super(what);
    }
  }

  private static final byte[] END = "]]>]]>".getBytes(StandardCharsets.US_ASCII);
  private static final int LONGEST = 64 << 20;
  private static final int LONGEST_CHUNK_HEADER = 12;

  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private boolean chunked;

  /** From the next message on, in both directions. */
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
   * Takes in what came, and gives the messages that are whole.
   *
   * @throws Garbage if it is no framing, or a message is longer than 64 MiB
   */
  List<String> feed(byte[] data, int length) {
    held.write(data, 0, length);
    var messages = new ArrayList<String>();
    var all = held.toByteArray();
    var used = 0;
    for (var next = next(all, 0); next != null; next = next(all, used)) {
      messages.add(next.text());
      used = next.end();
    }
    if (all.length - used > LONGEST) {
      throw new Garbage("a message without end");
    }
    held.reset();
    held.write(all, used, all.length - used);
    return messages;
  }

  private record Message(String text, int end) {}

  private @Nullable Message next(byte[] all, int from) {
    return chunked ? chunks(all, from) : marked(all, from);
  }

  private static @Nullable Message marked(byte[] all, int from) {
    for (var i = from; i + END.length <= all.length; i++) {
      if (startsWith(all, i, END)) {
        return new Message(text(all, from, i), i + END.length);
      }
    }
    return null;
  }

  private static @Nullable Message chunks(byte[] all, int from) {
    var message = new ByteArrayOutputStream();
    var at = from;
    while (at + 3 < all.length) {
      var end = headerEnd(all, at);
      if (end < 0) {
        return null;
      }
      var header = text(all, at, end);
      if (header.equals("\n##")) {
        return new Message(message.toString(StandardCharsets.UTF_8), end + 1);
      }
      if (!header.matches("\n#[1-9]\\d{0,8}")) {
        throw new Garbage("no chunk begins with " + header.strip());
      }
      var size = Integer.parseInt(header.substring(2));
      if (size > LONGEST) {
        throw new Garbage("a chunk of " + size + " bytes");
      }
      if (end + 1 + size > all.length) {
        return null;
      }
      message.write(all, end + 1, size);
      at = end + 1 + size;
    }
    return null;
  }

  /** Where the line ends that begins with a line feed and a hash; -1 if it has not come yet. */
  private static int headerEnd(byte[] all, int at) {
    for (var i = at + 1; i < all.length; i++) {
      if (all[i] == '\n') {
        return i;
      }
      if (i - at > LONGEST_CHUNK_HEADER) {
        throw new Garbage("no chunk header");
      }
    }
    return -1;
  }

  private static boolean startsWith(byte[] all, int at, byte[] wanted) {
    for (var i = 0; i < wanted.length; i++) {
      if (all[at + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private static String text(byte[] all, int from, int to) {
    return new String(all, from, to - from, StandardCharsets.UTF_8);
  }
}
