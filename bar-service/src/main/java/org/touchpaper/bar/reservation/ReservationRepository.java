package org.touchpaper.bar.reservation;

import java.time.Instant;
import java.util.Collection;
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

  /** Finds a reservation with its versions. */
  @Query("select r from Reservation r left join fetch r.revisions.all where r.connectionId = :id")
  Optional<Reservation> findById(@Param("id") UUID connectionId);

  /** Locks a connection, new or existing, until the transaction ends. */
  @NativeQuery("select 1 from (select pg_advisory_xact_lock(hashtextextended(:id, 0))) as held")
  Integer acquireAdvisoryLock(@Param("id") String id);

  /** Makes all unfinished reservations due; {@link #makeAllTasksDue} lets the scheduler see it. */
  @Modifying
  @Query("update Reservation r set r.nextCheck.dueAt = :now where r.nextCheck.dueAt > :now")
  int makeAllDue(@Param("now") Instant now);

  @Modifying
  @NativeQuery(
      """
      update scheduled_tasks set execution_time = :now
       where task_name = :task and execution_time > :now and not picked
      """)
  int makeAllTasksDue(@Param("task") String task, @Param("now") Instant now);

  List<Reservation> findByConnectionIdIn(Collection<UUID> connectionIds);
}
