package org.touchpaper.harc.rm.booking;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Stores the result of each transaction, one row each, in the scheduler's database. */
public final class TransactionResultRepository {
  private static final TypeReference<List<ActionRefusal>> REFUSALS_TYPE = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;
  private final UnaryOperator<String> canonicalId;

  public TransactionResultRepository(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this(jdbc, json, clock, UnaryOperator.identity());
  }

  /**
   * For schedulers that know a booking under several ids.
   *
   * @param canonicalId maps a booking id to the id under which its owner is recorded
   */
  public TransactionResultRepository(
      JdbcClient jdbc, JsonMapper json, Clock clock, UnaryOperator<String> canonicalId) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
    this.canonicalId = canonicalId;
  }

  /** A recorded result; {@code refusals} is empty unless it was a refusal. */
  public record RecordedResult(State state, List<ActionRefusal> refusals) {}

  /** The state of a transaction in the scheduler. */
  public enum State {
    /** All actions are held; the transaction is undecided. */
    HELD,
    /** Nothing is held, permanently. */
    REFUSED,
    /** The transaction was committed: the hold is binding. */
    COMMITTED,
    /** Aborted, possibly before its prepare arrived. */
    ABORTED
  }

  public Optional<RecordedResult> find(String transaction) {
    return jdbc.sql("select state, refusals from prepared_transaction where transaction_id = ?")
        .param(transaction)
        .query((row, _) -> toResult(row.getString("state"), row.getString("refusals")))
        .optional();
  }

  private RecordedResult toResult(String state, String refusals) {
    return new RecordedResult(State.valueOf(state), json.readValue(refusals, REFUSALS_TYPE));
  }

  /**
   * The recorded result of a prepare; empty if there is none.
   *
   * @param heldStatuses the statuses of the held actions
   */
  public Optional<PrepareResult> findResult(
      Transaction transaction, String resource, Supplier<List<ActionStatusDetails>> heldStatuses) {
    return find(transaction.id())
        .map(recorded ->
            switch (recorded.state()) {
              case HELD, COMMITTED -> new Held(heldStatuses.get());
              case REFUSED -> new Refused(recorded.refusals());
              case ABORTED -> abortedResult(transaction, resource);
            });
  }

  /**
   * Records that all actions are held. Returns false if a result is recorded already, such as an
   * abort that overtook the prepare.
   */
  public boolean addHeld(Transaction transaction) {
    return insert(transaction, State.HELD, List.of());
  }

  /** Records a refusal. Returns false if a result is recorded already. */
  public boolean addRefused(Transaction transaction, List<ActionRefusal> refusals) {
    return insert(transaction, State.REFUSED, refusals);
  }

  /**
   * Records a refusal, also in place of a hold: for schedulers that check a hold again before the
   * vote. A decided or aborted transaction stays as it is.
   */
  public void overwriteWithRefusal(Transaction transaction, List<ActionRefusal> refusals) {
    addRefused(transaction, refusals);
    jdbc.sql(
            "update prepared_transaction set state = 'REFUSED', refusals = ?"
                + " where transaction_id = ? and state = 'HELD'")
        .param(json.writeValueAsString(refusals))
        .param(transaction.id())
        .update();
  }

  private boolean insert(Transaction transaction, State state, List<ActionRefusal> refusals) {
    return jdbc.sql(
                "insert into prepared_transaction (transaction_id, state, refusals, since,"
                    + " bookings)"
                    + " values (?, ?, ?, ?, ?) on conflict do nothing")
            .param(transaction.id())
            .param(state.name())
            .param(json.writeValueAsString(refusals))
            .param(clock.instant().atOffset(ZoneOffset.UTC))
            .param(bookingIdsOf(transaction))
            .update()
        == 1;
  }

  private String[] bookingIdsOf(Transaction transaction) {
    return transaction.actions().stream()
        .map(BookingAction::bookingId)
        .map(canonicalId)
        .toArray(String[]::new);
  }

  /**
   * Deletes the results recorded before the cutoff whose transactions are finished and whose
   * bookings no longer exist. Call it after the bookings have been purged.
   */
  public void purge(Instant cutoff) {
    jdbc.sql(
            "delete from prepared_transaction as past where since < ? and state <> 'HELD'"
                + " and not exists (select from booking_owner where booking_id ="
                + " any(past.bookings))"
                + " and not exists (select from vote_record"
                + "   where vote_record.transaction_id = past.transaction_id and not carried_out)")
        .param(cutoff.atOffset(ZoneOffset.UTC))
        .update();
  }

  /**
   * Commits a held transaction; idempotent.
   *
   * @throws IllegalStateException if the transaction is not held: a protocol violation
   */
  public void commit(String transaction) {
    var rows =
        jdbc.sql(
                "update prepared_transaction set state = 'COMMITTED'"
                    + " where transaction_id = ? and state in ('HELD', 'COMMITTED')")
            .param(transaction)
            .update();
    if (rows != 1) {
      throw new IllegalStateException(
          "cannot commit transaction " + transaction + ": it is not held");
    }
  }

  /** Aborts a transaction that is held or not yet prepared; a refusal stays recorded. */
  public void abort(Transaction transaction) {
    var id = transaction.id();
    insert(transaction, State.ABORTED, List.of());
    jdbc.sql(
            "update prepared_transaction set state = 'ABORTED' where transaction_id = ? and"
                + " state = 'HELD'")
        .param(id)
        .update();
    if (find(id).filter(recorded -> recorded.state() == State.COMMITTED).isPresent()) {
      throw new IllegalStateException("cannot abort transaction " + id + ": it is committed");
    }
  }

  /**
   * The statuses of the actions, in order; empty if no result is recorded.
   *
   * @param statusOf returns the status of a booking by its id
   */
  public List<ActionStatusDetails> listStatuses(
      Transaction transaction, Function<String, Optional<ActionStatusDetails>> statusOf) {
    return find(transaction.id()).isEmpty() ? List.of() : statusOfEach(transaction, statusOf);
  }

  /** The statuses of the actions' bookings, in order, without bookings that have none. */
  public static List<ActionStatusDetails> statusOfEach(
      Transaction transaction, Function<String, Optional<ActionStatusDetails>> statusOf) {
    return transaction.actions().stream()
        .map(BookingAction::bookingId)
        .map(statusOf)
        .flatMap(Optional::stream)
        .toList();
  }

  /** The refusal of a prepare that arrives after the abort. */
  private static Refused abortedResult(Transaction transaction, String resource) {
    var reason = "transaction " + transaction.id() + " was aborted";
    var refusal = new Refusal(Refusal.Code.GIVEN_UP, resource, "", reason, null);
    return new Refused(
        transaction.actions().stream()
            .map(BookingAction::bookingId)
            .map(bookingId -> new ActionRefusal(bookingId, refusal))
            .toList());
  }
}
