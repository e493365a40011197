package org.touchpaper.harc.rm.backend.calendar;

import java.util.IllegalFormatException;
import java.util.List;
import java.util.stream.IntStream;
import org.touchpaper.harc.rm.ownership.AccountMapping;

/**
 * A machine with a calendar.
 *
 * @param name the cluster's name, such as {@code newton}
 * @param nodeCount the number of nodes, which are numbered from 1; at least one
 * @param nodeName the format of a node's name, given its number: {@code newton%03d}; names must
 *     differ
 * @param accounts the local accounts of users
 */
public record Machine(String name, int nodeCount, String nodeName, AccountMapping accounts) {
  public Machine {
    if (nodeCount < 1) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.nodes must be the number of nodes of %s, at least 1, not %d"
              .formatted(name, nodeCount));
    }
    if (nodeCount > 1 && formatNodeName(nodeName, 1).equals(formatNodeName(nodeName, nodeCount))) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.node-name gives nodes 1 and %d of %s the same name, %s: put %%d or %%03d where the number belongs"
              .formatted(nodeCount, name, nodeName));
    }
  }

  private static String formatNodeName(String nodeName, int number) {
    try {
      return nodeName.formatted(number);
    } catch (IllegalFormatException e) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.node-name must be a format with a node's number, such as newton%%03d, not %s (%s)"
              .formatted(nodeName, e.getMessage()),
          e);
    }
  }

  /** The names of all nodes. */
  List<String> nodes() {
    return IntStream.rangeClosed(1, nodeCount)
        .mapToObj(number -> formatNodeName(nodeName, number))
        .toList();
  }
}
