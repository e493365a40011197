package org.touchpaper.harc.proof;

import java.util.Arrays;

/**
 * A set of states, each so many bits wide, that numbers them in the order they came, and remembers
 * where each came from.
 */
final class States {
  private long[] first = new long[1 << 16];
  private int[] second = new int[1 << 16];
  private int[] origins = new int[1 << 16];
  private int[] table = new int[1 << 18];
  private int size;

  int size() {
    return size;
  }

  long machines(int number) {
    return first[number];
  }

  int letters(int number) {
    return second[number];
  }

  int originOf(int number) {
    return origins[number];
  }

  /** Adds a state unless it is there. */
  void add(long machines, int letters, int origin) {
    var slot = slotOf(machines, letters);
    if (table[slot] != 0) {
      return;
    }
    if (size == first.length) {
      first = Arrays.copyOf(first, size * 2);
      second = Arrays.copyOf(second, size * 2);
      origins = Arrays.copyOf(origins, size * 2);
    }
    first[size] = machines;
    second[size] = letters;
    origins[size] = origin;
    table[slot] = ++size;
    if (size > table.length / 2) {
      table = new int[table.length * 2];
      for (var number = 0; number < size; number++) {
        table[slotOf(first[number], second[number])] = number + 1;
      }
    }
  }

  private int slotOf(long machines, int letters) {
    var mixed = (machines + letters * 0xC2B2AE3D27D4EB4FL) * 0x9E3779B97F4A7C15L;
    mixed ^= mixed >>> 32;
    mixed *= 0xD6E8FEB86659FD93L;
    var slot = (int) (mixed >>> 32) & (table.length - 1);
    while (table[slot] != 0
        && (first[table[slot] - 1] != machines || second[table[slot] - 1] != letters)) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }
}
