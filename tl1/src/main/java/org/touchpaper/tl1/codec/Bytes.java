package org.touchpaper.tl1.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow up to a need that its user bounds, read as Latin-1 text. */
final class Bytes {

  private byte[] bytes = new byte[256];
  private int length;

  int length() {
    return length;
  }

  void clear() {
    length = 0;
    if (bytes.length > 65_536) {
      bytes = new byte[256];
    }
  }

  void append(byte b) {
    room(1);
    bytes[length++] = b;
  }

  void append(byte[] source, int from, int to) {
    room(to - from);
    System.arraycopy(source, from, bytes, length, to - from);
    length += to - from;
  }

  void dropLast() {
    length--;
  }

  void dropTrailingReturn() {
    if (length > 0 && bytes[length - 1] == '\r') {
      length--;
    }
  }

  String text() {
    return text(0);
  }

  String text(int from) {
    return new String(bytes, from, length - from, StandardCharsets.ISO_8859_1);
  }

  /** True if what stands from here on could end in a time of day, and so be a header. */
  boolean endsLikeHeader(int from) {
    var end = length;
    while (end > from && bytes[end - 1] <= ' ') {
      end--;
    }
    return end - from > 17 && bytes[end - 3] == ':' && bytes[end - 6] == ':';
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
