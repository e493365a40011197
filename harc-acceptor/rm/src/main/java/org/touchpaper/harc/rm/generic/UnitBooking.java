package org.touchpaper.harc.rm.generic;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Rules;
import org.touchpaper.segment.connection.Schedule;

/**
 * An amount of one unit promised for a stretch of time.
 *
 * @param ident the booking's name, chosen by whoever made it
 * @param transaction the HARC transaction that made it
 * @param index which of that transaction's actions
 * @param changedBy the transaction that holds a change of it, or has cancelled it
 */
record UnitBooking(
    String ident,
    String transaction,
    int index,
    Wanted wanted,
    State state,
    @Nullable String changedBy) {

  /** So much of a unit, and when. */
  record Wanted(String unit, int amount, Schedule schedule) {
    /** Such as {@code 20 of tape}. */
    String reference() {
      return amount + " of " + unit;
    }
  }

  /** Where it stands; whether it is up, or over, is the clock's to say. */
  enum State {
    HELD,
    ABORTED,
    COMMITTED,
    CANCELLED
  }

  boolean isOver(Instant now) {
    return !now.isBefore(wanted.schedule().endTime());
  }

  boolean hasBegun(Instant now) {
    return !now.isBefore(wanted.schedule().startTime());
  }

  /** For whoever wants it changed. */
  Rules.Standing standing(Instant now) {
    return new Rules.Standing(at(now), changedBy);
  }

  Part part(Instant now) {
    var at = at(now);
    var released =
        switch (at) {
          case HELD, COMMITTED, ACTIVE -> false;
          case ENDED, CANCELLED, FAILED, ABORTED -> true;
        };
    return new Part(ident, at, wanted.reference(), List.of(wanted.unit()), null, released);
  }

  Part.State at(Instant now) {
    return switch (state) {
      case HELD -> Part.State.HELD;
      case ABORTED -> Part.State.ABORTED;
      case CANCELLED -> Part.State.CANCELLED;
      case COMMITTED ->
          isOver(now) ? Part.State.ENDED : hasBegun(now) ? Part.State.ACTIVE : Part.State.COMMITTED;
    };
  }
}
