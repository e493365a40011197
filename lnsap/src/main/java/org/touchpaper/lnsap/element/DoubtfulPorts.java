package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusConfiguration.ACCESS;
import static org.touchpaper.lnsap.element.CampusConfiguration.TRUNK;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.touchpaper.lnsap.element.Ios7600Driver.PortAndVlan;
import org.touchpaper.segment.element.Item;

/**
 * The ports that may yet be dressed or undressed by a line of which nobody knows what became of it.
 * Carried out late it takes along whatever was put there since, so meanwhile the port is for the
 * circuit alone for which it was typed, which waits by itself. Safe for threads.
 */
public final class DoubtfulPorts {

  /** On a port, for a circuit. */
  private record Doubt(String port, String circuit) {}

  private final Clock clock;
  private final Duration inDoubtFor;
  private final Map<Doubt, Instant> until = new HashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * None yet.
   *
   * @param inDoubtFor how long the edge may still carry out what it was sent
   */
  public DoubtfulPorts(Clock clock, Duration inDoubtFor) {
    this.clock = clock;
    this.inDoubtFor = inDoubtFor;
  }

  /** What an earlier life of ours may have typed for an item; of no port, it is nobody's matter. */
  public void remember(Item item, Instant settled) {
    switch (item.kind()) {
      case TRUNK -> remember(PortAndVlan.of(item.place()).port(), item.owner(), settled);
      case ACCESS -> remember(item.key(), item.owner(), settled);
      default -> {}
    }
  }

  /** What became of a line that was typed there for the circuit is not known. */
  void remember(String port, String circuit) {
    remember(port, circuit, clock.instant().plus(inDoubtFor));
  }

  private void remember(String port, String circuit, Instant settled) {
    lock.lock();
    try {
      until.values().removeIf(this::isOver);
      until.merge(new Doubt(port, circuit), settled, (one, two) -> one.isAfter(two) ? one : two);
    } finally {
      lock.unlock();
    }
  }

  /** Why the circuit has to leave the port alone now; empty if it has not. */
  Optional<String> keepsOff(String port, String circuit) {
    lock.lock();
    try {
      return until.entrySet().stream()
          .filter(each -> each.getKey().port().equals(port))
          .filter(each -> !each.getKey().circuit().equals(circuit))
          .filter(each -> !isOver(each.getValue()))
          .max(Map.Entry.comparingByValue())
          .map(each ->
              "%s is left alone until %s, for what was typed there for %s may yet be carried out"
                  .formatted(
                      port,
                      each.getValue().truncatedTo(ChronoUnit.SECONDS),
                      each.getKey().circuit()));
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(Instant settled) {
    return !clock.instant().isBefore(settled);
  }
}
