package org.touchpaper.harc.rm.local;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * What every scheduler has against an action, however much room there is: the rules of names and of
 * time, in the same words for all of them.
 *
 * @param resource what refuses
 * @param busy how it says that somebody else has what is wanted
 * @param now what time it is
 */
public record Rules(String resource, Refusal.Code busy, Instant now) {

  /**
   * A booking that is to be changed.
   *
   * @param state where it stands, at this time
   * @param changedBy the transaction that holds a change of it; null if none does
   */
  public record Standing(Part.State state, @Nullable String changedBy) {
    private boolean isBinding() {
      return switch (state) {
        case COMMITTED, ACTIVE -> true;
        case HELD, ENDED, CANCELLED, FAILED, ABORTED -> false;
      };
    }

    /**
     * True if nothing is left that could be cancelled. A Cancel of it is agreed to and does
     * nothing: what else its transaction lets go of must not wait for it, and who asks again, with
     * books that lack the first cancel, has what was wanted. What has ended may yet be prolonged,
     * if somebody holds that.
     */
    public boolean isGone() {
      return switch (state) {
        case CANCELLED, FAILED -> true;
        case ENDED -> changedBy == null;
        case HELD, COMMITTED, ACTIVE, ABORTED -> false;
      };
    }
  }

  /** For the second action of a transaction about the same booking. */
  public Refusal oncePerBooking() {
    return refusal(Refusal.Code.NOT_ALLOWED, "Ident", "one action for one booking only");
  }

  /** For a Make of what there is. */
  public Refusal nameIsTaken() {
    return refusal(Refusal.Code.NOT_ALLOWED, "Ident", "that name is another booking's");
  }

  /**
   * Why nobody can change what is booked now; empty if it can be changed.
   *
   * @param has how it stands; null if there is no such booking
   */
  public Optional<Refusal> against(Action change, @Nullable Standing has) {
    if (has == null) {
      var sentence = resource + " has no such booking";
      return Optional.of(refusal(Refusal.Code.GIVEN_UP, "Ident", sentence));
    }
    if (!has.isBinding()) {
      var sentence = "there is nothing to %s: it is %s".formatted(verb(change), has.state());
      return Optional.of(refusal(Refusal.Code.GIVEN_UP, "Ident", sentence));
    }
    return Optional.ofNullable(has.changedBy())
        .map(other -> refusal(busy, "Ident", "transaction " + other + " is about to change it"));
  }

  private static String verb(Action action) {
    return switch (action) {
      case Action.Make _ -> "make";
      case Action.Modify _ -> "modify";
      case Action.Cancel _ -> "cancel";
    };
  }

  /** Why nothing can be booked for that time; empty if something can. */
  public Optional<Refusal> against(Schedule wanted) {
    return now.isBefore(wanted.endTime())
        ? Optional.empty()
        : Optional.of(refusal(Refusal.Code.BAD_SCHEDULE, "EndTime", "the end has passed"));
  }

  /** Why what is booked for one time cannot be moved to another; empty if it can. */
  public Optional<Refusal> against(Schedule has, Schedule wanted) {
    var hasBegun = !now.isBefore(has.startTime());
    return hasBegun && !wanted.startTime().equals(has.startTime())
        ? Optional.of(startStays(has))
        : Optional.empty();
  }

  /** What goes on has begun when it did. */
  public Refusal startStays(Schedule has) {
    var sentence = "it began at " + has.startTime() + ", and that stays";
    return refusal(Refusal.Code.BAD_SCHEDULE, "StartTime", sentence);
  }

  /**
   * For a modification of what is still being made what the last one decided.
   *
   * @param problem what goes wrong with that
   * @throws SchedulerUnreachable if nothing does: then it takes a moment
   */
  public Refusal stillTold(@Nullable String problem) {
    var sentence = resource + " is still told of its last modification";
    if (problem == null) {
      throw new SchedulerUnreachable(sentence);
    }
    return refusal(busy, "Ident", sentence + ": " + problem);
  }

  /** One of the scheduler's own, with no other time to offer. */
  public Refusal refusal(Refusal.Code code, String field, String reason) {
    return new Refusal(code, resource, field, reason, null);
  }
}
