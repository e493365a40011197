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

/** Stores and finds reservations. */
public interface ReservationRepository extends Repository<Reservation, UUID> {

  Reservation save(Reservation reservation);

  Optional<Reservation> findById(UUID connectionId);

  /** Locks a connection, new or existing, until the transaction ends. */
  @NativeQuery("select 1 from (select pg_advisory_xact_lock(hashtextextended(:id, 0))) as held")
  Integer acquireAdvisoryLock(@Param("id") String id);

  /** Claims due reservations until the given time, so that no other poller takes them. */
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

  /** Makes all unfinished reservations due, after a restart. */
  @Modifying
  @Query("update Reservation r set r.nextCheck.dueAt = :now where r.nextCheck.dueAt > :now")
  int makeAllDue(@Param("now") Instant now);

  /**
   * Lists reservations created before an instant, newest first; of one owner, or of all if that is
   * empty.
   */
  @Query(
      """
      select r from Reservation r
       where (:owner = '' or r.origin.owner = :owner) and r.origin.createdAt < :before
       order by r.origin.createdAt desc
       limit :atMost
      """)
  List<Reservation> listNewest(
      @Param("owner") String owner, @Param("before") Instant before, @Param("atMost") int atMost);
}
