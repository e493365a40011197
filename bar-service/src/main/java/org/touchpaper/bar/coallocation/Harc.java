package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Starts;
import org.touchpaper.timetable.Steps;

/** The acceptors and resource managers, as a co-allocation needs them. */
public interface Harc {

  /** Begins a transaction, or joins it if it was begun; waits for the decision within patience. */
  Answer begin(Request request, Duration patience);

  /** What a resource manager says became of a transaction's actions. */
  Told query(String rm, TransactionId transaction);

  /** What is free of a resource, and which start times fit if an amount and a length are given. */
  Free timetable(
      String rm,
      String resource,
      Person person,
      Schedule window,
      @Nullable Integer amount,
      @Nullable Duration length);

  /** What the acceptors answer. */
  sealed interface Answer {

    /**
     * Fewer than F+1 acceptors could be asked, or would take it up; no resource manager was sent
     * anything.
     *
     * @param objections what acceptors had against it, or why they could not be asked; for people
     */
    record NotStarted(List<String> objections) implements Answer {
      public NotStarted {
        objections = List.copyOf(objections);
      }

      /** One of which nothing is known but that. */
      public NotStarted() {
        this(List.of());
      }

      /** For the booking and its history. */
      String reason() {
        return objections.isEmpty()
            ? "fewer than a majority of the acceptors answered; nothing was sent"
            : "no majority of the acceptors took it up, and nothing was sent: "
                + String.join("; ", objections);
      }

      /** For a booking that may have been begun when the acceptors were asked before. */
      String problem() {
        return "no majority of the acceptors takes it up, though one may have before; they are asked"
            + " again: "
            + (objections.isEmpty() ? "they do not answer" : String.join("; ", objections));
      }
    }

    /** The id was used for something else that came to nothing; this is never committed. */
    record OtherRecord() implements Answer {}

    /**
     * The id was used for something else, and that was committed: what it booked is not in our
     * books. This is never committed.
     */
    record OtherCommitted(TransactionId id) implements Answer {

      /** For the booking and its history. */
      String reason() {
        return "the acceptors committed something else as "
            + id
            + ", which the books of this BAR lack, as after its database was put back from a copy,"
            + " and what was asked for now will not be booked, or it might be twice. See what"
            + " it was with ./touchpaper harc explain "
            + id
            + "; cancel the booking to let go of it, or put back a copy of the database that has it";
      }

      /** For a booking that is not, or not wholly, what our books say. */
      String problem() {
        return "the acceptors committed something as "
            + id
            + " that the books of this BAR lack, as after its database was put back from a copy:"
            + " times, amounts and parts may be others than these. See what it was with ./touchpaper"
            + " harc explain "
            + id
            + "; a change that is agreed to sets the parts named here to what it says, a cancel lets"
            + " go of them";
      }
    }

    /**
     * Begun and not decided yet, or not known to be.
     *
     * @param objections what acceptors have against it, or why they could not be asked; for people
     */
    record Undecided(List<String> objections) implements Answer {
      public Undecided {
        objections = List.copyOf(objections);
      }

      /** One of which nothing is known but that. */
      public Undecided() {
        this(List.of());
      }

      /** For the booking, while it is so; empty if nobody has anything against it. */
      Optional<String> problem() {
        return objections.isEmpty()
            ? Optional.empty()
            : Optional.of(
                "it is not decided yet, and the acceptors are asked again: "
                    + String.join("; ", objections));
      }
    }

    /** Decided to commit. */
    record Commit(Map<UUID, Held> parts) implements Answer {
      public Commit {
        parts = Map.copyOf(parts);
      }
    }

    /** Decided to abort; the reasons of those that refused. */
    record Abort(List<Refusal> refusals) implements Answer {
      public Abort {
        refusals = List.copyOf(refusals);
      }
    }

    /** For a booking's history. */
    default String words() {
      return switch (this) {
        case NotStarted it -> "not started, " + it.reason();
        case OtherRecord _ -> "given up, its number was used for something else";
        case OtherCommitted it -> it.reason();
        case Undecided _ -> "undecided";
        case Commit _ -> "decided to commit";
        case Abort(var why) ->
            "decided to abort"
                + why.stream().map(refusal -> ": " + refusal.reason()).reduce("", String::concat);
      };
    }
  }

  /** What was booked for one action. */
  record Held(String reference, List<String> path) {
    public Held {
      path = List.copyOf(path);
    }
  }

  /** What a resource manager says of a transaction. */
  sealed interface Told {

    /** How its actions stand; of those that are missing there is nothing new. */
    record Report(Map<UUID, Heard> parts) implements Told {
      public Report {
        parts = Map.copyOf(parts);
      }
    }
  }

  /**
   * It knows nothing of the transaction, to which it had agreed. It has the question, its vote and
   * the decision on record before anybody hears of them, and keeps them until long after the end:
   * so it has forgotten what it promised.
   *
   * @param why in a sentence that names it, for people
   */
  record Forgotten(String why) implements Told {}

  /** What is known of one action. */
  sealed interface Word {}

  /** Where one action stands. */
  record Heard(Phase state, @Nullable String problem, boolean released) implements Word {}

  /** Its resource manager is heard, and what we know stands. */
  record AsKnown() implements Word {}

  /**
   * Its resource manager has {@link Forgotten} the transaction that made it or changed it last.
   *
   * @param why in a sentence that names it, for people
   * @param known true if it lacks only a change: it knows, or may know, what was made
   */
  record Disowned(String why, boolean known) implements Word {
    Disowned(String why) {
      this(why, false);
    }
  }

  /**
   * Its resource manager cannot be asked, or understood; it is asked again.
   *
   * @param why in a sentence that names it, for people
   */
  record Silent(String why) implements Told, Word {}

  /**
   * What is free.
   *
   * @param unit {@code nodes} or {@code Mbit/s}
   */
  record Free(String unit, Steps steps, Starts starts) {}

  /** Somebody who was asked something gave no answer; it may be asked again. */
  final class Unanswered extends RuntimeException {
    Unanswered(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
