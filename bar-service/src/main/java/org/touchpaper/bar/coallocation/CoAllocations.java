package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.Param;
import org.touchpaper.bar.reservation.Phase;

/** All co-allocations begun at this broker. */
public interface CoAllocations extends Repository<CoAllocation, UUID> {

  CoAllocation save(CoAllocation coAllocation);

  Optional<CoAllocation> findById(UUID id);

  /** Whoever uses a key, or changes a booking, is alone with it until the transaction ends. */
  @NativeQuery("select 1 from (select pg_advisory_xact_lock(hashtextextended(:name, 0))) as held")
  Integer beAloneWith(@Param("name") String name);

  @Query(
      "select c from CoAllocation c where c.asked.ownerName = :owner and c.asked.idempotencyKey = :key")
  Optional<CoAllocation> findByKey(@Param("owner") String owner, @Param("key") String key);

  /** Those that want attention, claimed until the given instant so that nobody else looks. */
  @NativeQuery(
      """
      update co_allocation set due_at = :until
       where id in (
             select id from co_allocation where due_at <= :now
              order by due_at limit :atMost for update skip locked)
      returning id
      """)
  List<UUID> claimDue(
      @Param("now") Instant now, @Param("until") Instant until, @Param("atMost") int atMost);

  /** Has a booking looked at now, if there is such a booking; no pause is cut short. */
  @Modifying
  @NativeQuery(
      """
      update co_allocation set due_at = :now
       where id = :id and decided and state <> 'UNDECIDED' and due_at > :now
      """)
  int wake(@Param("id") UUID id, @Param("now") Instant now);

  /** Newest first; ids are time-ordered. */
  @Query(
      """
      select c from CoAllocation c
       where (:owner is null or c.asked.ownerName = :owner)
         and (:state is null or c.whole.state = :state)
         and (:before is null or c.id < :before)
       order by c.id desc
       limit :atMost
      """)
  List<CoAllocation> newest(
      @Param("owner") @Nullable String owner,
      @Param("state") @Nullable Phase state,
      @Param("before") @Nullable UUID before,
      @Param("atMost") int atMost);

  /** Those that a person may want to watch at an instant. */
  @Query(
      """
      select c from CoAllocation c
       where c.whole.state = org.touchpaper.bar.reservation.Phase.ACTIVE
         and c.placement.endTime > :now
         and (:owner is null or c.asked.ownerName = :owner)
       order by c.placement.endTime
      """)
  List<CoAllocation> upAt(@Param("owner") @Nullable String owner, @Param("now") Instant now);
}
