package org.touchpaper.segment.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.touchpaper.timetable.Window;

/**
 * So much of a resource throughout a window.
 *
 * @param resource the id the resource was registered under
 * @param window when
 * @param amount how much, at least 1
 */
public record Claim(String resource, Window window, long amount) {

  public Claim {
    if (amount < 1) {
      throw new IllegalArgumentException("a claim is at least 1, not " + amount);
    }
  }

  /**
   * What several versions of one connection claim of one resource together: at each instant the
   * most that any of them claims, since only one of them will ever run.
   */
  static List<Claim> pointwiseMaximum(List<Claim> versions) {
    var edges = new TreeSet<Instant>();
    for (var claim : versions) {
      edges.add(claim.window.start());
      edges.add(claim.window.end());
    }
    var together = new ArrayList<Claim>();
    for (var from : edges) {
      var to = edges.higher(from);
      if (to != null) {
        extend(together, versions, new Window(from, to));
      }
    }
    return together;
  }

  private static void extend(List<Claim> together, List<Claim> versions, Window piece) {
    var most =
        versions.stream()
            .filter(claim -> claim.window.overlaps(piece))
            .mapToLong(Claim::amount)
            .max();
    if (most.isEmpty()) {
      return;
    }
    var amount = most.getAsLong();
    var last = together.isEmpty() ? null : together.getLast();
    if (last != null && last.amount == amount && last.window.end().equals(piece.start())) {
      together.removeLast();
      together.add(new Claim(last.resource, new Window(last.window.start(), piece.end()), amount));
    } else {
      together.add(new Claim(versions.getFirst().resource, piece, amount));
    }
  }
}
