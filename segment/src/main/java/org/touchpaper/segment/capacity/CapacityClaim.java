package org.touchpaper.segment.capacity;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.touchpaper.timetable.Window;

/**
 * A claim on an amount of a resource throughout a window.
 *
 * @param resource the registered id of the resource
 * @param amount at least 1
 */
public record CapacityClaim(String resource, Window window, long amount) {

  public CapacityClaim {
    if (amount < 1) {
      throw new IllegalArgumentException("a claim must be at least 1: " + amount);
    }
  }

  /**
   * The combined claim of several versions of one connection on one resource: at each instant the
   * maximum, since only one of them is ever active.
   */
  static List<CapacityClaim> pointwiseMaximum(List<CapacityClaim> versions) {
    var edges = new TreeSet<Instant>();
    for (var claim : versions) {
      edges.add(claim.window.start());
      edges.add(claim.window.end());
    }
    var maximum = new ArrayList<CapacityClaim>();
    for (var from : edges) {
      var to = edges.higher(from);
      if (to != null) {
        extend(maximum, versions, new Window(from, to));
      }
    }
    return maximum;
  }

  private static void extend(
      List<CapacityClaim> maximum, List<CapacityClaim> versions, Window window) {
    var max =
        versions.stream()
            .filter(claim -> claim.window.overlaps(window))
            .mapToLong(CapacityClaim::amount)
            .max();
    if (max.isEmpty()) {
      return;
    }
    var amount = max.getAsLong();
    var last = maximum.isEmpty() ? null : maximum.getLast();
    if (last != null && last.amount == amount && last.window.end().equals(window.start())) {
      maximum.removeLast();
      maximum.add(
          new CapacityClaim(last.resource, new Window(last.window.start(), window.end()), amount));
    } else {
      maximum.add(new CapacityClaim(versions.getFirst().resource, window, amount));
    }
  }
}
