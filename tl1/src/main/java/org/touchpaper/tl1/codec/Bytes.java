package org.touchpaper.tl1.codec;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that grow up to a need that its user bounds, read as Latin-1 text. */
final class Bytes {

  private static final int FRESH = 256;
  private static final int WORTH_KEEPING = 65_536;

  private byte[] bytes = new byte[FRESH];
  private int length;

  int length() {
    return length;
  }

  /** What it takes in memory, which is at most twice what its user put in, or as much as fresh. */
  int capacity() {
    return bytes.length;
  }

  byte at(int position) {
    return bytes[position];
  }

  /** Where this byte first stands from a position on; negative if it does not. */
  int find(byte wanted, int from) {
    for (var i = from; i < length; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  void clear() {
    length = 0;
    if (bytes.length > WORTH_KEEPING) {
      bytes = new byte[FRESH];
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

  void truncate(int newLength) {
    length = newLength;
  }

  void dropFirst(int bytesBefore) {
    System.arraycopy(bytes, bytesBefore, bytes, 0, length - bytesBefore);
    length -= bytesBefore;
  }

  void dropTrailingReturn() {
    if (length > 0 && bytes[length - 1] == '\r') {
      length--;
    }
  }

  /** The text between these positions. */
  String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }

  String text() {
    return text(0, length);
  }

  /** The text without blanks around it. */
  String stripped() {
    var end = blanksBefore(0, length);
    return text(blanksAfter(0, end), end);
  }

  boolean isBlank() {
    return blanksBefore(0, length) == 0;
  }

  /** Where the blanks end that begin at a position. */
  int blanksAfter(int from, int to) {
    var i = from;
    while (i < to && isBlank(bytes[i])) {
      i++;
    }
    return i;
  }

  /** Where the blanks begin that end at a position. */
  int blanksBefore(int from, int to) {
    var i = to;
    while (i > from && isBlank(bytes[i - 1])) {
      i--;
    }
    return i;
  }

  /** Where the word ends that begins at a position. */
  int wordAfter(int from, int to) {
    var i = from;
    while (i < to && !isBlank(bytes[i])) {
      i++;
    }
    return i;
  }

  /** Where the word begins that ends at a position. */
  int wordBefore(int from, int to) {
    var i = to;
    while (i > from && !isBlank(bytes[i - 1])) {
      i--;
    }
    return i;
  }

  /** White space, and the zero byte, which some elements send to fill time. */
  static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r') || b == 0;
  }

  private void room(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
