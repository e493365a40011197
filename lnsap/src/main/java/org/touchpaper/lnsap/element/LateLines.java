package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusConfiguration.ACCESS;
import static org.touchpaper.lnsap.element.CampusConfiguration.SVI;
import static org.touchpaper.lnsap.element.CampusConfiguration.TRUNK;
import static org.touchpaper.lnsap.element.CampusConfiguration.VLAN;
import static org.touchpaper.lnsap.element.CampusConfiguration.XCONNECT;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.touchpaper.lnsap.element.Ios7600Driver.PortAndVlan;
import org.touchpaper.lnsap.element.Ios7600Driver.PseudowireEnd;
import org.touchpaper.segment.element.Item;

/**
 * The lines of which nobody knows what became of them, and which may be carried out late. One that
 * dresses or undresses a port takes along whatever was put there since, so meanwhile the port is
 * for the circuit alone for which it was typed; so is the number of a VLAN, by which such a line
 * makes, names and removes whatever has it by then. And what comes of any is known as ours by the
 * name of the circuit's VLAN, or by the mark of its port: both stay until nothing can come. Safe
 * for threads.
 */
public final class LateLines {

  /**
   * What may come for a circuit.
   *
   * @param place a port, a VLAN or, for a name of the circuit's own, nothing
   * @param leaves whether it may leave something that is known by the circuit's name
   */
  private record Late(String place, String circuit, boolean leaves) {}

  private final Clock clock;
  private final Duration inDoubtFor;
  private final Map<Late, Instant> until = new HashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * None yet.
   *
   * @param inDoubtFor how long the edge may still carry out what it was sent
   */
  public LateLines(Clock clock, Duration inDoubtFor) {
    this.clock = clock;
    this.inDoubtFor = inDoubtFor;
  }

  /** What an earlier life of ours may have typed for an item. */
  public void remember(Item item, Instant settled) {
    var port =
        switch (item.kind()) {
          case TRUNK -> PortAndVlan.of(item.place()).port();
          case ACCESS -> item.key();
          default -> "";
        };
    remember(new Late(port, item.owner(), true), settled);
    remember(new Late(vlan(item), item.owner(), true), settled);
  }

  /** The VLAN by whose number an item goes, as its place is shown. */
  private static String vlan(Item item) {
    var number =
        switch (item.kind()) {
          case VLAN, SVI -> item.key();
          case TRUNK -> PortAndVlan.of(item.place()).vlan();
          case ACCESS -> item.attributes().getOrDefault("VLAN", "");
          case XCONNECT -> PseudowireEnd.of(item.place()).vlan();
          default -> "";
        };
    return number.isEmpty() ? "" : VLAN + " " + number;
  }

  /** What became of a line that makes this is not known. */
  void remember(Item made) {
    rememberOn(vlan(made), made.owner());
  }

  /** What became of a line that takes this away is not known. */
  void rememberGoing(Item gone) {
    remember(new Late(vlan(gone), gone.owner(), false), clock.instant().plus(inDoubtFor));
  }

  /** What became of a line that dresses or undresses a port for the circuit is not known. */
  void rememberOn(String port, String circuit) {
    remember(new Late(port, circuit, true), clock.instant().plus(inDoubtFor));
  }

  private void remember(Late late, Instant settled) {
    lock.lock();
    try {
      until.values().removeIf(this::isOver);
      until.merge(late, settled, (one, two) -> one.isAfter(two) ? one : two);
    } finally {
      lock.unlock();
    }
  }

  /** Why the circuit has to leave the port or VLAN alone now; empty if it has not. */
  Optional<String> keepsOff(String place, String circuit) {
    return last(late -> late.place().equals(place) && !late.circuit().equals(circuit))
        .map(last ->
            "%s is left alone until %s, for what was typed there for %s may yet be carried out"
                .formatted(place, shown(last.getValue()), last.getKey().circuit()));
  }

  /** Why the circuit's name has to stay where it is; empty if it has not. */
  Optional<String> keepsName(String where, String circuit) {
    return last(late -> late.leaves() && late.circuit().equals(circuit))
        .map(last ->
            "%s keeps the name of %s until %s, for what was typed for it may yet be carried out"
                .formatted(where, circuit, shown(last.getValue())));
  }

  /** True if something may yet be made that was typed for the circuit. */
  boolean mayCome(String circuit) {
    return last(late -> late.leaves() && late.circuit().equals(circuit)).isPresent();
  }

  private Optional<Map.Entry<Late, Instant>> last(Predicate<Late> which) {
    // What was said to come later was said before the clock was set back.
    var latest = clock.instant().plus(inDoubtFor);
    lock.lock();
    try {
      until.replaceAll((_, settled) -> settled.isAfter(latest) ? latest : settled);
      return until.entrySet().stream()
          .filter(each -> which.test(each.getKey()))
          .filter(each -> !isOver(each.getValue()))
          .max(Map.Entry.comparingByValue())
          .map(each -> Map.entry(each.getKey(), each.getValue()));
    } finally {
      lock.unlock();
    }
  }

  private static Instant shown(Instant settled) {
    return settled.truncatedTo(ChronoUnit.SECONDS);
  }

  private boolean isOver(Instant settled) {
    return !clock.instant().isBefore(settled);
  }
}
