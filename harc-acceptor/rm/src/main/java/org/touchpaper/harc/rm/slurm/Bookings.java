package org.touchpaper.harc.rm.slurm;

import static org.touchpaper.harc.rm.slurm.BookingRow.COLUMNS;
import static org.touchpaper.harc.rm.slurm.BookingRow.nodes;
import static org.touchpaper.harc.rm.slurm.BookingRow.read;
import static org.touchpaper.harc.rm.slurm.BookingRow.schedule;
import static org.touchpaper.harc.rm.slurm.BookingRow.utc;
import static org.touchpaper.harc.rm.slurm.BookingRow.utcOrNull;
import static org.touchpaper.harc.rm.slurm.BookingState.ACTIVE;
import static org.touchpaper.harc.rm.slurm.BookingState.AMENDING;
import static org.touchpaper.harc.rm.slurm.BookingState.COMMITTED;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.owner.Owners;

/** The bookings on record, and the {@link PromisedNodes} they keep. */
final class Bookings {
  private static final String SELECT = "select " + COLUMNS + " from slurm_booking where ";

  private final JdbcClient jdbc;
  private final Owners owners;
  private final PromisedNodes promised;

  Bookings(JdbcClient jdbc) {
    this.jdbc = jdbc;
    this.owners = new Owners(jdbc);
    this.promised = new PromisedNodes(jdbc);
  }

  Owners owners() {
    return owners;
  }

  PromisedNodes promised() {
    return promised;
  }

  /** Until the database transaction ends, nobody else weighs or changes this machine's bookings. */
  void lock(Cluster cluster) {
    jdbc.sql("insert into machine (name) values (?) on conflict do nothing")
        .param(cluster.name())
        .update();
    jdbc.sql("select name from machine where name = ? for update")
        .param(cluster.name())
        .query((row, _) -> row.getString("name"))
        .single();
  }

  Optional<Booking> find(String ident) {
    return jdbc.sql(SELECT + "ident = ?").param(ident).query((row, _) -> read(row)).optional();
  }

  /** As {@link #find}, and nobody else changes it until the database transaction ends. */
  Optional<Booking> findForUpdate(String ident) {
    return jdbc.sql(SELECT + "ident = ? for update")
        .param(ident)
        .query((row, _) -> read(row))
        .optional();
  }

  /**
   * Those whose reservations in Slurm have those names, whatever prefix was usual then. What is
   * wrong with one keeps no other from being read.
   */
  List<BookingRow> listByReservations(Collection<String> names) {
    return jdbc.sql(
            "select "
                + COLUMNS
                + ", exists (select from slurm_promised_node as kept"
                + "   where kept.ident = booked.ident) as keeps_nodes"
                + " from slurm_booking as booked where reservation = any(?)")
        .param(names.toArray(String[]::new))
        .query((row, _) -> BookingRow.readAlone(row))
        .list();
  }

  /** Nobody else changes them until the database transaction ends. */
  List<Booking> listOf(String transaction) {
    return jdbc.sql(SELECT + "transaction_id = ? order by action_index for update")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  /** The pieces that its decided modification needs until it is carried out. */
  List<Booking> listPiecesOf(String ident) {
    return jdbc.sql(SELECT + "part_of = ? and state = 'MERGING' order by ident")
        .param(ident)
        .query((row, _) -> read(row))
        .list();
  }

  /** As {@link #listOf}, those of which the transaction holds a change. */
  List<Booking> listChangedBy(String transaction) {
    return jdbc.sql(SELECT + "changed_by = ? order by ident for update")
        .param(transaction)
        .query((row, _) -> read(row))
        .list();
  }

  /** The idents of all of which something may be in Slurm, or should be. */
  List<String> listUnfinished() {
    return jdbc.sql(
            "select ident from slurm_booking"
                + " where state not in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED')"
                + " order by starts_at")
        .query((row, _) -> row.getString("ident"))
        .list();
  }

  /** Records a booking; its nodes are kept by the exclusion constraint from here on. */
  void add(Booking booking) {
    var schedule = booking.schedule();
    jdbc.sql(
            "insert into slurm_booking ("
                + COLUMNS
                + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        .param(booking.ident())
        .param(booking.transaction())
        .param(booking.index())
        .param(booking.partOf())
        .param(booking.version())
        .param(booking.reservation())
        .param(booking.holder())
        .param(booking.nodes().toArray(String[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(booking.state().name())
        .param(booking.problem())
        .param(booking.changedBy())
        .param(utcOrNull(booking.seenBoot()))
        .param(utcOrNull(booking.standsUntil()))
        .param(booking.holdAccount())
        .update();
    promised.promise(booking);
  }

  /**
   * Records a change, unless the booking has moved on from the state the change is based on; gives
   * nodes back to everybody once Slurm keeps them for it no more.
   */
  boolean change(Booking before, Booking after) {
    var isChanged =
        jdbc.sql(
                    "update slurm_booking set state = ?, problem = ?, seen_boot = ?"
                        + " where ident = ? and state = ? and version = ?")
                .param(after.state().name())
                .param(after.problem())
                .param(utcOrNull(after.seenBoot()))
                .param(before.ident())
                .param(before.state().name())
                .param(before.version())
                .update()
            == 1;
    if (isChanged && after.state().isClean()) {
      promised.freeUnlessWanted(after.ident());
    } else if (isChanged && before.state() == AMENDING && isTold(after)) {
      promised.leave(after.ident());
    }
    return isChanged;
  }

  /** What Slurm has is what it was modified into. */
  private static boolean isTold(Booking amended) {
    return amended.state() == COMMITTED || amended.state() == ACTIVE;
  }

  /**
   * Records what was decided of a booking that was read for update: nothing can have come between.
   */
  void decide(Booking before, Booking after) {
    if (!change(before, after)) {
      throw new IllegalStateException(before.ident() + " is not " + before.state() + " any more");
    }
  }

  /** Records what a booking is to become, if its transaction is decided so. */
  void hold(Amendment amendment) {
    jdbc.sql(
            "insert into slurm_amendment (ident, transaction_id, nodes, starts_at, ends_at)"
                + " values (?, ?, ?, ?, ?)")
        .param(amendment.ident())
        .param(amendment.transaction())
        .param(amendment.nodes().toArray(String[]::new))
        .param(utc(amendment.schedule().startTime()))
        .param(utc(amendment.schedule().endTime()))
        .update();
    recordChangeHeldBy(amendment.ident(), amendment.transaction());
  }

  Optional<Amendment> findAmendment(String ident, String transaction) {
    return jdbc.sql("select * from slurm_amendment where ident = ? and transaction_id = ?")
        .param(ident)
        .param(transaction)
        .query((row, _) ->
            new Amendment(
                row.getString("ident"), row.getString("transaction_id"), nodes(row), schedule(row)))
        .optional();
  }

  /** The change of it that was held is carried out, or given up. */
  void drop(String ident) {
    jdbc.sql("delete from slurm_amendment where ident = ?").param(ident).update();
    recordChangeHeldBy(ident, null);
    find(ident)
        .filter(booking -> booking.state().isClean())
        .ifPresent(booking -> promised.free(booking.ident()));
  }

  /** Records that it has become another; it takes over what its pieces have kept for it. */
  void amend(Booking amended) {
    var schedule = amended.schedule();
    drop(amended.ident());
    jdbc.sql(
            "update slurm_booking set nodes = ?, starts_at = ?, ends_at = ?, state = ?,"
                + " problem = null, version = ?, seen_boot = ?, stands_until = ? where ident = ?")
        .param(amended.nodes().toArray(String[]::new))
        .param(utc(schedule.startTime()))
        .param(utc(schedule.endTime()))
        .param(amended.state().name())
        .param(amended.version())
        .param(utcOrNull(amended.seenBoot()))
        .param(utcOrNull(amended.standsUntil()))
        .param(amended.ident())
        .update();
    listPiecesOf(amended.ident()).forEach(piece -> promised.free(piece.ident()));
    promised.replace(amended);
  }

  /** Forgets what ended before that, unless something may yet be done about it. */
  void forget(Instant before) {
    forget(before, "part_of is not null");
    owners.forget(
        forget(
            before,
            "part_of is null"
                + " and not exists (select from slurm_booking where part_of = past.ident)"));
  }

  private List<String> forget(Instant before, String which) {
    return jdbc.sql(
            "delete from slurm_booking as past where ends_at < ?"
                + " and state in ('ABORTED', 'ENDED', 'CANCELLED', 'FAILED')"
                + " and not exists (select from slurm_promised_node where ident = past.ident)"
                + " and not exists (select from slurm_amendment where ident = past.ident)"
                + " and not exists (select from answer"
                + "   where transaction_id = past.changed_by and state <> 'COMMITTED')"
                + " and not exists (select from ledger where not carried_out"
                + "   and transaction_id in (past.transaction_id, past.changed_by))"
                + " and "
                + which
                + " returning ident")
        .param(utc(before))
        .query((row, _) -> row.getString("ident"))
        .list();
  }

  /** Records which transaction holds a change of it, or that none does. */
  void recordChangeHeldBy(String ident, @Nullable String transaction) {
    jdbc.sql("update slurm_booking set changed_by = ? where ident = ?")
        .param(transaction)
        .param(ident)
        .update();
  }
}
