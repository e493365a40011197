package org.touchpaper.lnsap.element;

import static org.touchpaper.lnsap.element.CampusItemPlanner.ACCESS;
import static org.touchpaper.lnsap.element.CampusItemPlanner.SVI;
import static org.touchpaper.lnsap.element.CampusItemPlanner.TRUNK;
import static org.touchpaper.lnsap.element.CampusItemPlanner.VLAN;
import static org.touchpaper.lnsap.element.CampusItemPlanner.XCONNECT;

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
import org.touchpaper.segment.element.ConfigItem;

/**
 * Blocks ports and VLANs for commands whose outcome is unknown and that may take effect late. A
 * line that configures or restores a port affects everything added since, so only its own circuit
 * may use the port meanwhile. The same applies to the number of a VLAN, which such a line creates,
 * names or removes regardless of its user. Late effects are recognised as ours by the name of the
 * circuit's VLAN or the mark of its port, so both stay until no effect is possible. Thread-safe.
 */
public final class UncertainCommandPortBlocker {

  /**
   * A command that may still take effect.
   *
   * @param place a port, a VLAN or, for a name of the circuit, empty
   * @param leavesName whether it may create something with the circuit's name
   */
  private record UncertainCommand(String place, String circuit, boolean leavesName) {}

  private final Clock clock;
  private final Duration uncertainEffectTimeout;
  private final Map<UncertainCommand, Instant> settledAt = new HashMap<>();
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Creates an empty set.
   *
   * @param uncertainEffectTimeout how long the edge may take to execute a command
   */
  public UncertainCommandPortBlocker(Clock clock, Duration uncertainEffectTimeout) {
    this.clock = clock;
    this.uncertainEffectTimeout = uncertainEffectTimeout;
  }

  /** Adds the commands that an earlier process may have typed for an item. */
  public void add(ConfigItem item, Instant settlesAt) {
    var port =
        switch (item.kind()) {
          case TRUNK -> PortAndVlan.of(item.place()).port();
          case ACCESS -> item.key();
          default -> "";
        };
    add(new UncertainCommand(port, item.owner(), true), settlesAt);
    add(new UncertainCommand(vlan(item), item.owner(), true), settlesAt);
  }

  /** The VLAN of an item, in the form of its place. */
  private static String vlan(ConfigItem item) {
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

  /** Adds a creation with unknown outcome. */
  void add(ConfigItem item) {
    addOnPort(vlan(item), item.owner());
  }

  /** Adds a deletion with unknown outcome. */
  void addDeletion(ConfigItem item) {
    add(
        new UncertainCommand(vlan(item), item.owner(), false),
        clock.instant().plus(uncertainEffectTimeout));
  }

  /** Adds lines with unknown outcome that configure or restore a port for a circuit. */
  void addOnPort(String port, String circuit) {
    add(new UncertainCommand(port, circuit, true), clock.instant().plus(uncertainEffectTimeout));
  }

  private void add(UncertainCommand command, Instant settlesAt) {
    lock.lock();
    try {
      settledAt.values().removeIf(this::isOver);
      settledAt.merge(
          command, settlesAt, (first, second) -> first.isAfter(second) ? first : second);
    } finally {
      lock.unlock();
    }
  }

  /** Why the circuit cannot use the port or VLAN now; empty if it can. */
  Optional<String> findBlockReason(String place, String circuit) {
    return findLatest(
            command -> command.place().equals(place) && !command.circuit().equals(circuit))
        .map(last ->
            "%s cannot be used until %s: a command for %s may still take effect"
                .formatted(place, toSeconds(last.getValue()), last.getKey().circuit()));
  }

  /** Why the circuit's name must stay on the port or VLAN; empty if it need not. */
  Optional<String> findNameHoldReason(String place, String circuit) {
    return findLatest(command -> command.leavesName() && command.circuit().equals(circuit))
        .map(last ->
            "%s keeps the name of %s until %s: a command may still take effect"
                .formatted(place, circuit, toSeconds(last.getValue())));
  }

  /** True if a creation for the circuit may still take effect. */
  boolean mayStillTakeEffect(String circuit) {
    return findLatest(command -> command.leavesName() && command.circuit().equals(circuit))
        .isPresent();
  }

  private Optional<Map.Entry<UncertainCommand, Instant>> findLatest(
      Predicate<UncertainCommand> filter) {
    // A later time was set before the clock was set back.
    var latest = clock.instant().plus(uncertainEffectTimeout);
    lock.lock();
    try {
      settledAt.replaceAll((_, settlesAt) -> settlesAt.isAfter(latest) ? latest : settlesAt);
      return settledAt.entrySet().stream()
          .filter(entry -> filter.test(entry.getKey()))
          .filter(entry -> !isOver(entry.getValue()))
          .max(Map.Entry.comparingByValue())
          .map(entry -> Map.entry(entry.getKey(), entry.getValue()));
    } finally {
      lock.unlock();
    }
  }

  private static Instant toSeconds(Instant settlesAt) {
    return settlesAt.truncatedTo(ChronoUnit.SECONDS);
  }

  private boolean isOver(Instant settlesAt) {
    return !clock.instant().isBefore(settlesAt);
  }
}
