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
 *
 * <p>How long a command waits before it leaves has no bound, for a busy element gives it back; so
 * the time in which it may be carried out is counted from when nobody knows what became of it. Of a
 * command that was being given when a life of ours ended that is the next look at its mark. The
 * same goes for a mark whose end is further ahead than can be, because the clock was set back
 * since: the port is left alone once more, not for as long as the clock was set back.
 */
final class Settling {

  /** Of a facility: a {@link Mark}. */
  private static final String KIND = "SETTLING";

  /** The end for as long as a command is being given. */
  private static final Instant OPEN = Instant.MAX;

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

  /**
   * A port may go out of service.
   *
   * @param until when nothing can come any more
   * @param circuit for which it was told to
   */
  record Mark(Instant until, String circuit) {
    private static Mark parse(String words) {
      var parts = words.split(" ", 2);
      return new Mark(Instant.parse(parts[0]), parts[1]);
    }

    @Override
    public String toString() {
      return until + " " + circuit;
    }
  }

  /**
   * The port is about to be told, for a circuit that ends.
   *
   * @return what may come of an earlier command all the same
   */
  Optional<Mark> begin(String facility, String circuit) {
    var before = find(facility);
    put(facility, new Mark(OPEN, circuit));
    return before;
  }

  /** Nobody knows what became of that: it may be carried out from now on. */
  void isInDoubt(String facility, String circuit) {
    put(facility, new Mark(clock.instant().plus(inDoubtFor), circuit));
  }

  /** Nothing more can come of that, which says nothing of an earlier command. */
  void isKnown(String facility, Optional<Mark> before) {
    before.ifPresentOrElse(mark -> put(facility, mark), () -> isOver(facility));
  }

  /** It went out of service. */
  void isOver(String facility) {
    marks.forget(KIND, facility);
  }

  private void put(String facility, Mark mark) {
    marks.put(KIND, facility, mark.toString());
  }

  /** Why a circuit cannot have a port that is in service now; empty if it can. */
  Optional<Outcome> keepsOff(String facility, String circuit) {
    return find(facility)
        .filter(mark -> !mark.circuit().equals(circuit))
        .map(mark ->
            new Outcome.Denied(
                "SETTLING",
                "%s is left alone until %s, for it was told to go out of service for %s and may do so yet"
                    .formatted(
                        facility, mark.until().truncatedTo(ChronoUnit.SECONDS), mark.circuit())));
  }

  /** What may come yet, after the longest time from now at the latest. */
  private Optional<Mark> find(String facility) {
    var now = clock.instant();
    var latest = now.plus(inDoubtFor);
    var found =
        Optional.ofNullable(marks.list(KIND).get(facility))
            .map(Mark::parse)
            .filter(mark -> now.isBefore(mark.until()));
    if (found.filter(mark -> mark.until().isAfter(latest)).isEmpty()) {
      return found;
    }
    var bounded = found.map(mark -> new Mark(latest, mark.circuit()));
    bounded.ifPresent(mark -> put(facility, mark));
    return bounded;
  }
}
