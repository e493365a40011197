package org.touchpaper.harc.rm.voting;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import tools.jackson.databind.json.JsonMapper;

/** Stores one resource manager's transactions, votes and decisions. */
public final class VoteRepository {
  private final JdbcClient jdbc;
  private final JsonMapper json;
  private final Clock clock;

  public VoteRepository(JdbcClient jdbc, JsonMapper json, Clock clock) {
    this.jdbc = jdbc;
    this.json = json;
    this.clock = clock;
  }

  public Optional<ResourceManagerState> find(String transaction) {
    return jdbc.sql("select * from vote_record where transaction_id = ?")
        .param(transaction)
        .query((row, _) -> toState(row))
        .optional();
  }

  /**
   * As {@link #find}, with an exclusive lock on the transaction id until the database transaction
   * ends.
   */
  Optional<ResourceManagerState> findForUpdate(String transaction) {
    jdbc.sql("select pg_advisory_xact_lock(hashtextextended(?, 1987))")
        .param(transaction)
        .query((_, _) -> true)
        .single();
    return find(transaction);
  }

  /** The transaction's current problem. */
  public Optional<String> findProblem(String transaction) {
    return jdbc.sql(
            "select problem from vote_record where transaction_id = ? and problem is not" + " null")
        .param(transaction)
        .query(String.class)
        .optional();
  }

  /** The transactions that are undecided, or decided and not applied. */
  public List<String> listUnfinished() {
    return jdbc.sql(
            "select transaction_id from vote_record where not carried_out order by" + " first_seen")
        .query((row, _) -> row.getString("transaction_id"))
        .list();
  }

  /** The undecided transactions that were sent to a resource manager of another name. */
  List<RenamedServiceGuard.ForeignTransaction> listUndecidedOfOtherNames(String ownName) {
    return jdbc.sql(
            "select transaction_id, resource_manager from vote_record where not carried_out"
                + " and decision is null and resource_manager <> ? order by first_seen")
        .param(ownName)
        .query((row, _) ->
            new RenamedServiceGuard.ForeignTransaction(
                row.getString("transaction_id"), row.getString("resource_manager")))
        .list();
  }

  /** Returns true if any transaction was sent to a resource manager of that name. */
  boolean hasAnyFor(String name) {
    return jdbc.sql("select exists (select from vote_record where resource_manager = ?)")
        .param(name)
        .query(Boolean.class)
        .single();
  }

  /** All other transactions that are prepared and not finished. */
  List<ResourceManagerState> listOtherPrepared(String transaction) {
    return jdbc.sql(
            "select * from vote_record where not carried_out and choice = 'PREPARED'"
                + " and transaction_id <> ? order by first_seen")
        .param(transaction)
        .query((row, _) -> toState(row))
        .list();
  }

  /** Saves the state and clears the problem. */
  void save(ResourceManagerState state) {
    var now = clock.instant().atOffset(ZoneOffset.UTC);
    var vote = state.vote();
    var decision = state.decision();
    var decidedAt = state.decidedAt();
    jdbc.sql(
            "insert into vote_record (transaction_id, record, caller, resource_manager, actions,"
                + " leader,"
                + " choice, note, voted_at, decision, decided_at, carried_out, first_seen)"
                + " values (?, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                + " on conflict (transaction_id) do update set record = excluded.record,"
                + " leader = excluded.leader, choice = excluded.choice, note = excluded.note,"
                + " voted_at = coalesce(vote_record.voted_at, excluded.voted_at),"
                + " decision = excluded.decision,"
                + " decided_at = coalesce(vote_record.decided_at, excluded.decided_at),"
                + " carried_out = excluded.carried_out, problem = null")
        .param(state.record().id().value())
        .param(json.writeValueAsString(state.record()))
        .param(state.caller() == null ? null : json.writeValueAsString(state.caller()))
        .param(state.actions() == null ? null : state.actions().resourceManager())
        .param(state.actions() == null ? null : state.actions().text())
        .param(state.leader())
        .param(vote == null ? null : vote.choice().name())
        .param(vote == null ? null : vote.note())
        .param(vote == null ? null : now)
        .param(decision == null ? null : decision.name())
        .param(decidedAt == null ? null : decidedAt.atOffset(ZoneOffset.UTC))
        .param(state.carriedOut())
        .param(now)
        .update();
  }

  /**
   * The applied transactions that were decided, and whose {@code voteBy} passed, before that time.
   */
  List<ResourceManagerState> listCarriedOut(Instant before) {
    var cutoff = before.atOffset(ZoneOffset.UTC);
    return jdbc.sql(
            "select * from vote_record where carried_out and decided_at < ?"
                + " and (record ->> 'voteBy')::timestamptz < ?")
        .param(cutoff)
        .param(cutoff)
        .query((row, _) -> toState(row))
        .list();
  }

  /** Returns true if an unknown transaction may have been purged. */
  boolean mayHavePurged(TransactionRecord record) {
    return jdbc.sql("select exists (select from retention_horizon where vote_by >= ?)")
        .param(record.voteBy().atOffset(ZoneOffset.UTC))
        .query(Boolean.class)
        .single();
  }

  /** Purges one, and advances the retention horizon to its {@code voteBy}. */
  void purge(String transaction) {
    jdbc.sql(
            "with past as (delete from vote_record where transaction_id = ? and carried_out"
                + " returning (record ->> 'voteBy')::timestamptz as due)"
                + " insert into retention_horizon (vote_by) select due from past on conflict"
                + " (only_row)"
                + " do update set vote_by = greatest(retention_horizon.vote_by, excluded.vote_by)")
        .param(transaction)
        .update();
  }

  /** Stores the current problem until the next save. */
  void recordProblem(String transaction, String problem) {
    jdbc.sql(
            "update vote_record set problem = ?"
                + " where transaction_id = ? and problem is distinct from ?")
        .param(problem)
        .param(transaction)
        .param(problem)
        .update();
  }

  private ResourceManagerState toState(ResultSet row) throws SQLException {
    var caller = row.getString("caller");
    var actions = row.getString("actions");
    var choice = row.getString("choice");
    var decision = row.getString("decision");
    var decidedAt = row.getObject("decided_at", OffsetDateTime.class);
    return new ResourceManagerState(
        json.readValue(row.getString("record"), TransactionRecord.class),
        caller == null ? null : json.readValue(caller, RequestingUser.class),
        actions == null
            ? null
            : new ResourceManagerActions(row.getString("resource_manager"), actions),
        row.getString("leader"),
        choice == null ? null : new Vote(Vote.Choice.valueOf(choice), row.getString("note")),
        decision == null ? null : Decision.valueOf(decision),
        decidedAt == null ? null : decidedAt.toInstant(),
        row.getBoolean("carried_out"));
  }
}
