package org.touchpaper.nsap.element.cisco;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.inventory.DriverItemNoteRepository;

/**
 * Blocks the ports of one ONS 15454 whose shutdown by our command may still take effect, late,
 * under the next circuit. Notes are written before a command is sent, so they survive a restart of
 * this service.
 *
 * <p>The time until a command leaves has no bound, because a busy element rejects it; so the period
 * in which it may take effect begins when its outcome becomes unknown. For a command in progress
 * when the service ended, that is when its note is next read. The same applies to a note whose end
 * is impossibly far ahead because the clock was set back: the port waits one more period, not as
 * long as the clock was set back.
 *
 * @param uncertainEffectTimeout how late a command may take effect
 */
record UncertainShutdownPortBlocker(
    DriverItemNoteRepository notes, Clock clock, Duration uncertainEffectTimeout) {

  /** Note about a facility: a {@link PendingShutdown}. */
  private static final String KIND = "SETTLING";

  /** The end while a command is in progress. */
  private static final Instant IN_PROGRESS = Instant.MAX;

  /**
   * A port that may still go out of service.
   *
   * @param until when the command can no longer take effect
   * @param circuit the circuit that was released
   */
  record PendingShutdown(Instant until, String circuit) {
    private static PendingShutdown parse(String text) {
      var parts = text.split(" ", 2);
      return new PendingShutdown(Instant.parse(parts[0]), parts[1]);
    }

    @Override
    public String toString() {
      return until + " " + circuit;
    }
  }

  /**
   * Notes that a shutdown is about to be sent for a released circuit.
   *
   * @return an earlier shutdown that may still take effect
   */
  Optional<PendingShutdown> begin(String facility, String circuit) {
    var earlier = find(facility);
    put(facility, new PendingShutdown(IN_PROGRESS, circuit));
    return earlier;
  }

  /** The outcome is unknown: the command may take effect from now on. */
  void markUncertain(String facility, String circuit) {
    put(facility, new PendingShutdown(clock.instant().plus(uncertainEffectTimeout), circuit));
  }

  /** The command can no longer take effect; restores the note of an earlier one. */
  void resolve(String facility, Optional<PendingShutdown> earlier) {
    earlier.ifPresentOrElse(shutdown -> put(facility, shutdown), () -> clear(facility));
  }

  /** The port is out of service. */
  void clear(String facility) {
    notes.remove(KIND, facility);
  }

  private void put(String facility, PendingShutdown shutdown) {
    notes.put(KIND, facility, shutdown.toString());
  }

  /** The refusal of a port that is in service; empty if the circuit can use it. */
  Optional<EditOutcome> findDenial(String facility, String circuit) {
    return find(facility)
        .filter(shutdown -> !shutdown.circuit().equals(circuit))
        .map(shutdown ->
            new EditOutcome.Denied(
                "SETTLING",
                "%s cannot be used until %s: a command to take it out of service for %s may still take effect"
                    .formatted(
                        facility,
                        shutdown.until().truncatedTo(ChronoUnit.SECONDS),
                        shutdown.circuit())));
  }

  /** The pending shutdown, bounded to the timeout from now. */
  private Optional<PendingShutdown> find(String facility) {
    var now = clock.instant();
    var latest = now.plus(uncertainEffectTimeout);
    var found =
        Optional.ofNullable(notes.list(KIND).get(facility))
            .map(PendingShutdown::parse)
            .filter(shutdown -> now.isBefore(shutdown.until()));
    if (found.filter(shutdown -> shutdown.until().isAfter(latest)).isEmpty()) {
      return found;
    }
    var bounded = found.map(shutdown -> new PendingShutdown(latest, shutdown.circuit()));
    bounded.ifPresent(shutdown -> put(facility, shutdown));
    return bounded;
  }
}
