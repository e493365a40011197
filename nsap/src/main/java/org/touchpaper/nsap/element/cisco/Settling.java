package org.touchpaper.nsap.element.cisco;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.touchpaper.nsap.element.Marks;
import org.touchpaper.segment.element.Outcome;

/**
 * The ports of one ONS 15454 that were told to go out of service and may do so yet, late, under
 * whoever has them by then. Marks, put before anything is sent: the next life of this service knows
 * them, too.
 */
final class Settling {

  /** Of a facility: until when, and for which circuit it was sent. */
  private static final String KIND = "SETTLING";

  private final Marks marks;
  private final Clock clock;
  private final Duration inDoubtFor;

  /**
   * What is so marked.
   *
   * @param inDoubtFor how late the element may carry out what it was sent
   */
  Settling(Marks marks, Clock clock, Duration inDoubtFor) {
    this.marks = marks;
    this.clock = clock;
    this.inDoubtFor = inDoubtFor;
  }

  /** The port is about to be told, for a circuit that ends. */
  void begin(String facility, String circuit) {
    marks.put(KIND, facility, clock.instant().plus(inDoubtFor) + " " + circuit);
  }

  /** It went out of service, or never will for what it was told. */
  void isOver(String facility) {
    marks.forget(KIND, facility);
  }

  /** Why a circuit cannot have a port that is in service now; empty if it can. */
  Optional<Outcome> keepsOff(String facility, String circuit) {
    return Optional.ofNullable(marks.list(KIND).get(facility))
        .map(words -> words.split(" ", 2))
        .filter(words -> clock.instant().isBefore(Instant.parse(words[0])))
        .filter(words -> !words[1].equals(circuit))
        .map(words ->
            new Outcome.Denied(
                "SETTLING",
                "%s is left alone until %s, for it was told to go out of service for %s and may do so yet"
                    .formatted(
                        facility,
                        Instant.parse(words[0]).truncatedTo(ChronoUnit.SECONDS),
                        words[1])));
  }
}
