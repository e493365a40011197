package org.touchpaper.bar.reservation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.Param;

/** All reservations of this broker. */
public interface Reservations extends Repository<Reservation, UUID> {

  Reservation save(Reservation reservation);

  Optional<Reservation> findById(UUID connectionId);

  /** Whoever changes a connection is alone with it until the transaction ends, new or not. */
  @NativeQuery("select 1 from (select pg_advisory_xact_lock(hashtextextended(:id, 0))) as held")
  Integer beAloneWith(@Param("id") String id);

  /** Those that want attention, claimed until the given instant so that nobody else looks. */
  @NativeQuery(
      """
      update reservation set due_at = :until
       where connection_id in (
             select connection_id from reservation where due_at <= :now
              order by due_at limit :atMost for update skip locked)
      returning connection_id
      """)
  List<UUID> claimDue(
      @Param("now") Instant now, @Param("until") Instant until, @Param("atMost") int atMost);

  /** After a restart everything unfinished is due. */
  @Modifying
  @Query("update Reservation r set r.agenda.dueAt = :now where r.agenda.dueAt > :now")
  int allDue(@Param("now") Instant now);

  /** Newest first, made before an instant; of one owner, or of all where that is empty. */
  @Query(
      """
      select r from Reservation r
       where (:owner = '' or r.booking.owner = :owner) and r.booking.createdAt < :before
       order by r.booking.createdAt desc
       limit :atMost
      """)
  List<Reservation> newest(
      @Param("owner") String owner, @Param("before") Instant before, @Param("atMost") int atMost);
}
