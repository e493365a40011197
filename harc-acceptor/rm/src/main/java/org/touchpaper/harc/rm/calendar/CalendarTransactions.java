package org.touchpaper.harc.rm.calendar;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What was answered to each transaction, so that a repeated request gets the same answer. */
final class CalendarTransactions {
  private static final TypeReference<List<Reason>> REASONS = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;

  CalendarTransactions(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /** Where a transaction stands; {@code reasons} say why it was refused, if it was. */
  record Known(State state, List<Reason> reasons) {}

  enum State {
    HELD,
    REFUSED,
    COMMITTED,
    ABORTED
  }

  /** Until the database transaction ends, nobody else weighs or changes this machine's bookings. */
  void lock(Machine machine) {
    jdbc.sql("insert into machine (name) values (?) on conflict do nothing")
        .param(machine.name())
        .update();
    jdbc.sql("select name from machine where name = ? for update")
        .param(machine.name())
        .query(String.class)
        .single();
  }

  Optional<Known> find(String id) {
    return jdbc.sql("select state, refusals from calendar_transaction where id = ?")
        .param(id)
        .query((row, _) ->
            new Known(
                State.valueOf(row.getString("state")),
                json.readValue(row.getString("refusals"), REASONS)))
        .optional();
  }

  void addHeld(String id, Instant now) {
    add(id, State.HELD, List.of(), now);
  }

  void addRefused(String id, Instant now, List<Reason> reasons) {
    add(id, State.REFUSED, reasons, now);
  }

  private void add(String id, State state, List<Reason> reasons, Instant now) {
    jdbc.sql("insert into calendar_transaction (id, state, refusals, since) values (?, ?, ?, ?)")
        .param(id)
        .param(state.name())
        .param(json.writeValueAsString(reasons))
        .param(Allocations.utc(now))
        .update();
  }

  /** A commit is only ever right for what was held; anything else is somebody's broken promise. */
  void commit(String id) {
    var rows =
        jdbc.sql(
                "update calendar_transaction set state = 'COMMITTED'"
                    + " where id = ? and state in ('HELD', 'COMMITTED')")
            .param(id)
            .update();
    if (rows != 1) {
      throw new IllegalStateException("cannot commit transaction " + id + ": it is not held");
    }
  }

  /** True if the transaction may have held something that has to be let go. */
  boolean abort(String id, Instant now) {
    var rows =
        jdbc.sql(
                "insert into calendar_transaction (id, state, since) values (?, 'ABORTED', ?)"
                    + " on conflict (id) do update set state = 'ABORTED'"
                    + " where calendar_transaction.state = 'HELD'")
            .param(id)
            .param(Allocations.utc(now))
            .update();
    if (rows == 0 && find(id).filter(known -> known.state() == State.COMMITTED).isPresent()) {
      throw new IllegalStateException("cannot abort transaction " + id + ": it is committed");
    }
    return rows == 1;
  }
}
