package org.touchpaper.harc.rm.answer;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Refusal;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What was answered to each transaction; one row each, in the database of the scheduler. */
public final class Answers {
  private static final TypeReference<List<Reason>> REASONS = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;
  private final UnaryOperator<String> bookingOf;

  public Answers(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this(jdbc, json, clock, UnaryOperator.identity());
  }

  /**
   * Where one booking may be asked for under several idents.
   *
   * @param bookingOf which booking an ident is the name of, as its owner is recorded
   */
  public Answers(JdbcClient jdbc, JsonMapper json, Clock clock, UnaryOperator<String> bookingOf) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
    this.bookingOf = bookingOf;
  }

  /** An answer; {@code reasons} say why it was a refusal, if it was. */
  public record Answer(State state, List<Reason> reasons) {}

  /** Where a transaction stands in the scheduler. */
  public enum State {
    /** Everything is held; the transaction is undecided. */
    HELD,
    /** Nothing is held, for good. */
    REFUSED,
    /** Decided; what was held is binding. */
    COMMITTED,
    /** Given up, perhaps before it was ever asked for. */
    ABORTED
  }

  public Optional<Answer> find(String transaction) {
    return jdbc.sql("select state, refusals from answer where transaction_id = ?")
        .param(transaction)
        .query((row, _) -> answer(row.getString("state"), row.getString("refusals")))
        .optional();
  }

  private Answer answer(String state, String reasons) {
    return new Answer(State.valueOf(state), json.readValue(reasons, REASONS));
  }

  /**
   * The answer given before; or else what holding it comes to, which stands from here on.
   *
   * @param hold holds all of it, or says why not and holds nothing
   * @param parts what is held
   */
  public HoldAnswer once(
      Transaction transaction,
      String resource,
      Supplier<List<Reason>> hold,
      Supplier<List<Part>> parts) {
    var known = find(transaction.id());
    if (known.isPresent()) {
      return switch (known.get().state()) {
        case HELD, COMMITTED -> new Held(parts.get());
        case REFUSED -> new Refused(known.get().reasons());
        case ABORTED -> givenUp(transaction, resource);
      };
    }
    var reasons = hold.get();
    if (!reasons.isEmpty()) {
      addRefused(transaction, reasons);
      return new Refused(reasons);
    }
    addHeld(transaction);
    return new Held(parts.get());
  }

  /** Everything is held. False if there is an answer already, such as an abort that overtook. */
  public boolean addHeld(Transaction transaction) {
    return add(transaction, State.HELD, List.of());
  }

  /** Nothing is held. False if there is an answer already. */
  public boolean addRefused(Transaction transaction, List<Reason> reasons) {
    return add(transaction, State.REFUSED, reasons);
  }

  /**
   * Nothing is held, though it may have been: for whoever answers again before the vote is cast.
   * What is decided or given up stays that.
   */
  public void refuse(Transaction transaction, List<Reason> reasons) {
    addRefused(transaction, reasons);
    jdbc.sql(
            "update answer set state = 'REFUSED', refusals = ?"
                + " where transaction_id = ? and state = 'HELD'")
        .param(json.writeValueAsString(reasons))
        .param(transaction.id())
        .update();
  }

  private boolean add(Transaction transaction, State state, List<Reason> reasons) {
    return jdbc.sql(
                "insert into answer (transaction_id, state, refusals, since, bookings)"
                    + " values (?, ?, ?, ?, ?) on conflict do nothing")
            .param(transaction.id())
            .param(state.name())
            .param(json.writeValueAsString(reasons))
            .param(clock.instant().atOffset(ZoneOffset.UTC))
            .param(bookingsOf(transaction))
            .update()
        == 1;
  }

  private String[] bookingsOf(Transaction transaction) {
    return transaction.actions().stream().map(Action::ident).map(bookingOf).toArray(String[]::new);
  }

  /**
   * Forgets what was answered before that to transactions that are finished, and about no booking
   * that there still is; to be called when the bookings themselves have been forgotten.
   */
  public void forget(Instant before) {
    jdbc.sql(
            "delete from answer as past where since < ? and state <> 'HELD' and bookings is not null"
                + " and not exists (select from booking_owner where ident = any(past.bookings))"
                + " and not exists (select from ledger"
                + "   where ledger.transaction_id = past.transaction_id and not carried_out)")
        .param(before.atOffset(ZoneOffset.UTC))
        .update();
  }

  /** A commit is only ever right for what was held; anything else is somebody's broken promise. */
  public void commit(String transaction) {
    var rows =
        jdbc.sql(
                "update answer set state = 'COMMITTED'"
                    + " where transaction_id = ? and state in ('HELD', 'COMMITTED')")
            .param(transaction)
            .update();
    if (rows != 1) {
      throw new IllegalStateException(
          "cannot commit transaction " + transaction + ": it is not held");
    }
  }

  /** Gives up what was held or may yet be asked for; a refusal stays what it is. */
  public void abort(Transaction transaction) {
    var id = transaction.id();
    add(transaction, State.ABORTED, List.of());
    jdbc.sql("update answer set state = 'ABORTED' where transaction_id = ? and state = 'HELD'")
        .param(id)
        .update();
    if (find(id).filter(answer -> answer.state() == State.COMMITTED).isPresent()) {
      throw new IllegalStateException("cannot abort transaction " + id + ": it is committed");
    }
  }

  /**
   * What became of each action, in order; nothing of a transaction that was never answered.
   *
   * @param part how the booking of that name stands
   */
  public List<Part> query(Transaction transaction, Function<String, Optional<Part>> part) {
    return find(transaction.id()).isEmpty() ? List.of() : each(transaction, part);
  }

  /** Of each action, in order, what there is to tell about its booking. */
  public static List<Part> each(Transaction transaction, Function<String, Optional<Part>> part) {
    return transaction.actions().stream()
        .map(Action::ident)
        .map(part)
        .flatMap(Optional::stream)
        .toList();
  }

  /** The refusal of whatever comes after an abort. */
  public static Refused givenUp(Transaction transaction, String resource) {
    var sentence = "transaction " + transaction.id() + " was given up";
    var refusal = new Refusal(Refusal.Code.GIVEN_UP, resource, "", sentence, null);
    return new Refused(
        transaction.actions().stream()
            .map(Action::ident)
            .map(ident -> new Reason(ident, refusal))
            .toList());
  }
}
