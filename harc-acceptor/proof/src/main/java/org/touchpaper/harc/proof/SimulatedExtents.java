package org.touchpaper.harc.proof;

import java.util.HashMap;
import java.util.Map;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Lives;

/** What a simulated acceptor's memory says of its own extent, and of the others'; durable. */
final class SimulatedExtents {
  private final String name;
  private Map<String, Extent> seen = new HashMap<>();
  private Lives lives = Lives.NONE;
  private long entries;
  private int begun;

  SimulatedExtents(String name) {
    this.name = name;
    live();
  }

  /** A memory that was copied. */
  record Copy(Map<String, Extent> seen, Lives lives, long entries) {
    /** True if nothing that somebody has seen is missing. */
    boolean holds(Extent extent) {
      return lives.hold(extent, entries);
    }
  }

  /** A life begins. */
  void live() {
    begun++;
    lives = lives.and(new Extent("life-" + begun, entries));
  }

  void grow() {
    entries++;
  }

  Extent extent() {
    return new Extent(lives.beginnings().getLast().life(), entries);
  }

  /** How far it has seen another come. */
  Extent seen(String other) {
    return seen.getOrDefault(other, Extent.NONE);
  }

  /** Notes how far another had come when it said something, if it says that in this life. */
  void see(String other, Extent shown, Extent now) {
    var before = seen(other);
    if (shown.life().equals(now.life())
        && (!shown.life().equals(before.life()) || shown.isBeyond(before))) {
      seen.put(other, shown);
    }
  }

  /** True if nothing is missing that another has seen of it. */
  boolean isReminded(SimulatedExtents by) {
    return lives.hold(by.seen(name), entries);
  }

  /**
   * True if it may say that nothing was started: it cannot have forgotten that something was. What
   * is simulated was begun, if at all, less than {@code longestVote} ago.
   */
  boolean mayDeny() {
    return lives.isFirst();
  }

  Copy copy() {
    return new Copy(Map.copyOf(seen), lives, entries);
  }

  void putBack(Copy copy) {
    seen = new HashMap<>(copy.seen());
    lives = copy.lives();
    entries = copy.entries();
  }
}
