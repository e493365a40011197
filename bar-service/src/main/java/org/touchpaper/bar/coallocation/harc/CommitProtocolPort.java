package org.touchpaper.bar.coallocation.harc;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.run.JobStatus;
import org.touchpaper.bar.coallocation.run.OfferedApplication;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;

/** The port to HARC's acceptors and resource managers. */
public interface CommitProtocolPort {

  /**
   * Begins a transaction, or joins it if it was begun; waits for the decision up to {@code
   * patience}.
   *
   * @param fields the fields of the caller's request by part, such as {@code lightpaths[1]}; the
   *     refusals name them
   */
  TransactionResult begin(TransactionRequest request, Map<UUID, String> fields, Duration patience);

  /** Queries a resource manager for the state of a transaction's actions. */
  QueryResult query(String rm, TransactionId transaction);

  /**
   * Queries a resource's availability, and the possible start times if amount and length are given.
   */
  default Timetable timetable(
      String rm,
      String resource,
      Person person,
      Schedule window,
      @Nullable Integer amount,
      @Nullable Duration length) {
    return timetable(rm, resource, person, window, amount, length, null);
  }

  /**
   * The same for a change of a part.
   *
   * @param ownPart the part whose own nodes count as free; null if all parts count
   */
  Timetable timetable(
      String rm,
      String resource,
      Person person,
      Schedule window,
      @Nullable Integer amount,
      @Nullable Duration length,
      @Nullable UUID ownPart);

  /**
   * Queries which applications a cluster runs for a person.
   *
   * @throws NoAnswerException if its resource manager gives no valid reply
   */
  List<OfferedApplication> applications(String rm, String resource, Person person);

  sealed interface TransactionResult {

    /**
     * Fewer than F+1 acceptors could be reached, or accepted the transaction; no resource manager
     * was sent anything.
     *
     * @param objections why acceptors refused it or could not be reached, for display
     */
    record NotStarted(List<String> objections) implements TransactionResult {
      public NotStarted {
        objections = List.copyOf(objections);
      }

      /** Without a known reason. */
      public NotStarted() {
        this(List.of());
      }

      /** Returns the reason, for the booking and its history. */
      public String reason() {
        return objections.isEmpty()
            ? "no majority of the acceptors answered; nothing was sent to the resource managers"
            : "no majority of the acceptors accepted the transaction; nothing was sent to the"
                + " resource managers: "
                + String.join("; ", objections);
      }

      /** Returns the problem of a booking that an earlier request may have begun. */
      public String problem() {
        return "no majority of the acceptors accepts the transaction, although one may have"
            + " accepted it before; retrying: "
            + (objections.isEmpty() ? "no answer" : String.join("; ", objections));
      }
    }

    /** Another transaction with this id was aborted; this one is never committed. */
    record IdTakenByAborted() implements TransactionResult {}

    /**
     * Another transaction with this id was committed, and the database lacks what it booked. This
     * one is never committed.
     */
    record IdTakenByCommitted(TransactionId id) implements TransactionResult {

      /** Returns the reason, for the booking and its history. */
      public String reason() {
        return "transaction "
            + id
            + " was already committed with content that is missing from this broker's database, as"
            + " after a restore from backup. This request will not be booked, because it might be"
            + " booked twice. Show the committed content with ./touchpaper harc explain "
            + id
            + "; cancel this booking to release it, or restore a backup that has it";
      }
    }

    /**
     * Begun and not decided, or the decision is not known.
     *
     * @param objections why acceptors refused it or could not be reached, for display
     */
    record Undecided(List<String> objections) implements TransactionResult {
      public Undecided {
        objections = List.copyOf(objections);
      }

      /** Without a known reason. */
      public Undecided() {
        this(List.of());
      }

      /** Returns the problem of the booking; empty without objections. */
      public Optional<String> problem() {
        return objections.isEmpty()
            ? Optional.empty()
            : Optional.of(
                "not decided yet, querying the acceptors again: " + String.join("; ", objections));
      }
    }

    /** Committed, with what each part holds. */
    record Commit(Map<UUID, HeldPart> parts) implements TransactionResult {
      public Commit {
        parts = Map.copyOf(parts);
      }
    }

    /** Aborted, with the refusals of those that voted against it. */
    record Abort(List<Refusal> refusals) implements TransactionResult {
      public Abort {
        refusals = List.copyOf(refusals);
      }
    }

    /** Returns a summary for the booking's history. */
    default String summary() {
      return switch (this) {
        case NotStarted result -> "not started: " + result.reason();
        case IdTakenByAborted _ -> "abandoned: another transaction already used its id";
        case IdTakenByCommitted result -> result.reason();
        case Undecided _ -> "undecided";
        case Commit _ -> "confirmed by all parties";
        case Abort(var refusals) ->
            "refused"
                + refusals.stream()
                    .map(refusal -> ": " + refusal.reason())
                    .reduce("", String::concat);
      };
    }
  }

  /** What a resource manager holds for an action. */
  record HeldPart(String reference, List<String> path) {
    public HeldPart {
      path = List.copyOf(path);
    }
  }

  /** A resource manager's reply about a transaction. */
  sealed interface QueryResult {

    /** The states of its actions; actions that are missing are unchanged. */
    record Report(Map<UUID, ReportedState> parts) implements QueryResult {
      public Report {
        parts = Map.copyOf(parts);
      }
    }
  }

  /**
   * The resource manager has no record of a transaction that it had agreed to. It stores request,
   * vote and decision before it replies, and keeps them until long after the end, so it has lost
   * its records.
   *
   * @param reason a sentence that names the resource manager, for display
   */
  record TransactionForgotten(String reason) implements QueryResult, PartReport {}

  sealed interface PartReport {}

  /**
   * The state of an action.
   *
   * @param job what runs on its nodes, or ran last; null if nothing did
   */
  record ReportedState(
      BookingPhase state, @Nullable String problem, boolean released, @Nullable JobStatus job)
      implements PartReport {

    /** Of a part on which nothing runs. */
    public ReportedState(BookingPhase state, @Nullable String problem, boolean released) {
      this(state, problem, released, null);
    }
  }

  /** The resource manager replied, and the known state holds. */
  record Unchanged() implements PartReport {}

  /**
   * The resource manager gave no valid reply; the query is retried.
   *
   * @param reason a sentence that names the resource manager, for display
   */
  record NoAnswer(String reason) implements QueryResult, PartReport {}

  /**
   * A resource's availability.
   *
   * @param unit {@code nodes} or {@code Mbit/s}
   */
  record Timetable(String unit, StepFunction steps, StartRanges starts) {}

  /** A resource manager gave no valid reply; the query may be retried. */
  final class NoAnswerException extends RuntimeException {
    public NoAnswerException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }
}
