package org.touchpaper.harc.verification.modelcheck;

import java.util.Arrays;

/** A hash set of states that numbers them in order of arrival and records the origin of each. */
final class StateTable {
  private long[] machineKeys = new long[1 << 16];
  private int[] messageSets = new int[1 << 16];
  private int[] origins = new int[1 << 16];
  private int[] table = new int[1 << 18];
  private int size;

  int size() {
    return size;
  }

  long machines(int number) {
    return machineKeys[number];
  }

  int messages(int number) {
    return messageSets[number];
  }

  int originOf(int number) {
    return origins[number];
  }

  /** Adds a state unless it is present. */
  void add(long machines, int messages, int origin) {
    var slot = slotOf(machines, messages);
    if (table[slot] != 0) {
      return;
    }
    if (size == machineKeys.length) {
      machineKeys = Arrays.copyOf(machineKeys, size * 2);
      messageSets = Arrays.copyOf(messageSets, size * 2);
      origins = Arrays.copyOf(origins, size * 2);
    }
    machineKeys[size] = machines;
    messageSets[size] = messages;
    origins[size] = origin;
    table[slot] = ++size;
    if (size > table.length / 2) {
      table = new int[table.length * 2];
      for (var number = 0; number < size; number++) {
        table[slotOf(machineKeys[number], messageSets[number])] = number + 1;
      }
    }
  }

  private int slotOf(long machines, int messages) {
    var mixed = (machines + messages * 0xC2B2AE3D27D4EB4FL) * 0x9E3779B97F4A7C15L;
    mixed ^= mixed >>> 32;
    mixed *= 0xD6E8FEB86659FD93L;
    var slot = (int) (mixed >>> 32) & (table.length - 1);
    while (table[slot] != 0
        && (machineKeys[table[slot] - 1] != machines || messageSets[table[slot] - 1] != messages)) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }
}
