package org.touchpaper.tl1.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte buffer that is read as Latin-1 text; its user bounds the size. */
final class Latin1Buffer {

  private static final int INITIAL_CAPACITY = 256;
  private static final int MAX_RETAINED_CAPACITY = 65_536;

  private byte[] bytes = new byte[INITIAL_CAPACITY];
  private int length;

  int length() {
    return length;
  }

  /** The allocated bytes: at most twice what was appended, or the initial capacity. */
  int capacity() {
    return bytes.length;
  }

  byte byteAt(int position) {
    return bytes[position];
  }

  /** The first position of a byte from a position on; negative if there is none. */
  int indexOf(byte target, int from) {
    for (var i = from; i < length; i++) {
      if (bytes[i] == target) {
        return i;
      }
    }
    return -1;
  }

  void clear() {
    length = 0;
    if (bytes.length > MAX_RETAINED_CAPACITY) {
      bytes = new byte[INITIAL_CAPACITY];
    }
  }

  void append(byte b) {
    ensureCapacity(1);
    bytes[length++] = b;
  }

  void append(byte[] source, int from, int to) {
    ensureCapacity(to - from);
    System.arraycopy(source, from, bytes, length, to - from);
    length += to - from;
  }

  void truncate(int newLength) {
    length = newLength;
  }

  void dropFirst(int count) {
    System.arraycopy(bytes, count, bytes, 0, length - count);
    length -= count;
  }

  void dropTrailingCarriageReturn() {
    if (length > 0 && bytes[length - 1] == '\r') {
      length--;
    }
  }

  String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  String text() {
    return text(0, length);
  }

  /** The text without surrounding blanks. */
  String strippedText() {
    var end = startOfBlanks(0, length);
    return text(endOfBlanks(0, end), end);
  }

  boolean isBlank() {
    return startOfBlanks(0, length) == 0;
  }

  /** The end of the blanks that begin at {@code from}. */
  int endOfBlanks(int from, int to) {
    var i = from;
    while (i < to && isBlank(bytes[i])) {
      i++;
    }
    return i;
  }

  /** The start of the blanks that end at {@code to}. */
  int startOfBlanks(int from, int to) {
    var i = to;
    while (i > from && isBlank(bytes[i - 1])) {
      i--;
    }
    return i;
  }

  /** The end of the token that begins at {@code from}. */
  int endOfToken(int from, int to) {
    var i = from;
    while (i < to && !isBlank(bytes[i])) {
      i++;
    }
    return i;
  }

  /** The start of the token that ends at {@code to}. */
  int startOfToken(int from, int to) {
    var i = to;
    while (i > from && !isBlank(bytes[i - 1])) {
      i--;
    }
    return i;
  }

  /** White space, and the zero byte, which some elements send as padding. */
  static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r') || b == 0;
  }

  private void ensureCapacity(int additional) {
    if (length + additional > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + additional, bytes.length * 2));
    }
  }
}
