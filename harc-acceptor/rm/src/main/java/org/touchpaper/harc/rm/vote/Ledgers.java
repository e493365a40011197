package org.touchpaper.harc.rm.vote;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.Vote;
import tools.jackson.databind.json.JsonMapper;

/** The durable memory of one resource manager's transactions. */
public final class Ledgers {
  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;

  public Ledgers(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
  }

  public Optional<Ledger> find(String transaction) {
    return jdbc.sql("select * from ledger where transaction_id = ?")
        .param(transaction)
        .query((row, _) -> read(row))
        .optional();
  }

  /** As {@link #find}; nobody else handles the transaction until the database's one ends. */
  Optional<Ledger> findAlone(String transaction) {
    jdbc.sql("select pg_advisory_xact_lock(hashtextextended(?, 1987))")
        .param(transaction)
        .query((_, _) -> true)
        .single();
    return find(transaction);
  }

  /** What goes wrong with it at the moment. */
  public Optional<String> findProblem(String transaction) {
    return jdbc.sql("select problem from ledger where transaction_id = ? and problem is not null")
        .param(transaction)
        .query(String.class)
        .optional();
  }

  /** All whose end is not known or not carried out. */
  public List<String> listUnfinished() {
    return jdbc.sql("select transaction_id from ledger where not carried_out order by first_seen")
        .query((row, _) -> row.getString("transaction_id"))
        .list();
  }

  /** All that were asked of a resource manager of another name, and are undecided. */
  List<OtherNames.Asked> listUndecidedOfOthers(String own) {
    return jdbc.sql(
            "select transaction_id, resource_manager from ledger where not carried_out"
                + " and decision is null and resource_manager <> ? order by first_seen")
        .param(own)
        .query((row, _) ->
            new OtherNames.Asked(
                row.getString("transaction_id"), row.getString("resource_manager")))
        .list();
  }

  /** True if anything was ever asked of a resource manager of that name. */
  boolean isKnown(String name) {
    return jdbc.sql("select exists (select from ledger where resource_manager = ?)")
        .param(name)
        .query(Boolean.class)
        .single();
  }

  /** All others that are prepared, and of which no decision is carried out. */
  List<Ledger> listPreparedBut(String transaction) {
    return jdbc.sql(
            "select * from ledger where not carried_out and choice = 'PREPARED'"
                + " and transaction_id <> ? order by first_seen")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  /** Records where it stands now; what went wrong on the way is over. */
  void save(Ledger ledger) {
    var now = clock.instant().atOffset(ZoneOffset.UTC);
    var vote = ledger.vote();
    var decision = ledger.decision();
    var decidedAt = ledger.decidedAt();
    jdbc.sql(
            "insert into ledger (transaction_id, record, caller, resource_manager, actions, leader,"
                + " choice, note, voted_at, decision, decided_at, carried_out, first_seen)"
                + " values (?, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                + " on conflict (transaction_id) do update set record = excluded.record,"
                + " leader = excluded.leader, choice = excluded.choice, note = excluded.note,"
                + " voted_at = coalesce(ledger.voted_at, excluded.voted_at),"
                + " decision = excluded.decision,"
                + " decided_at = coalesce(ledger.decided_at, excluded.decided_at),"
                + " carried_out = excluded.carried_out, problem = null")
        .param(ledger.record().id().value())
        .param(json.writeValueAsString(ledger.record()))
        .param(ledger.caller() == null ? null : json.writeValueAsString(ledger.caller()))
        .param(ledger.actions() == null ? null : ledger.actions().resourceManager())
        .param(ledger.actions() == null ? null : ledger.actions().text())
        .param(ledger.leader())
        .param(vote == null ? null : vote.choice().name())
        .param(vote == null ? null : vote.note())
        .param(vote == null ? null : now)
        .param(decision == null ? null : decision.name())
        .param(decidedAt == null ? null : decidedAt.atOffset(ZoneOffset.UTC))
        .param(ledger.carriedOut())
        .param(now)
        .update();
  }

  /** Those that are over for good, decided and due before that. */
  List<Ledger> listCarriedOut(Instant before) {
    var then = before.atOffset(ZoneOffset.UTC);
    return jdbc.sql(
            "select * from ledger where carried_out and decided_at < ?"
                + " and (record ->> 'voteBy')::timestamptz < ?")
        .param(then)
        .param(then)
        .query((row, _) -> read(row))
        .list();
  }

  /** True if a transaction that is not known here may be a forgotten one. */
  boolean mayHaveForgotten(TransactionRecord record) {
    return jdbc.sql("select exists (select from forgotten where vote_by >= ?)")
        .param(record.voteBy().atOffset(ZoneOffset.UTC))
        .query(Boolean.class)
        .single();
  }

  /** Forgets one, and remembers up to when votes were due that are forgotten. */
  void forget(String transaction) {
    jdbc.sql(
            "with past as (delete from ledger where transaction_id = ? and carried_out"
                + " returning (record ->> 'voteBy')::timestamptz as due)"
                + " insert into forgotten (vote_by) select due from past on conflict (only_row)"
                + " do update set vote_by = greatest(forgotten.vote_by, excluded.vote_by)")
        .param(transaction)
        .update();
  }

  /** Notes what goes wrong, until the next save. */
  void noteProblem(String transaction, String sentence) {
    jdbc.sql(
            "update ledger set problem = ?"
                + " where transaction_id = ? and problem is distinct from ?")
        .param(sentence)
        .param(transaction)
        .param(sentence)
        .update();
  }

  private Ledger read(ResultSet row) throws SQLException {
    var caller = row.getString("caller");
    var actions = row.getString("actions");
    var choice = row.getString("choice");
    var decision = row.getString("decision");
    var decidedAt = row.getObject("decided_at", OffsetDateTime.class);
    return new Ledger(
        json.readValue(row.getString("record"), TransactionRecord.class),
        caller == null ? null : json.readValue(caller, Caller.class),
        actions == null ? null : new Actions(row.getString("resource_manager"), actions),
        row.getString("leader"),
        choice == null ? null : new Vote(Vote.Choice.valueOf(choice), row.getString("note")),
        decision == null ? null : Decision.valueOf(decision),
        decidedAt == null ? null : decidedAt.toInstant(),
        row.getBoolean("carried_out"));
  }
}
