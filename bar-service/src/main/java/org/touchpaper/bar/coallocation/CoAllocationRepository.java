package org.touchpaper.bar.coallocation;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.data.jpa.repository.NativeQuery;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.Param;

/** Stores and finds co-allocations. */
public interface CoAllocationRepository extends Repository<CoAllocation, UUID> {

  CoAllocation save(CoAllocation coAllocation);

  Optional<CoAllocation> findById(UUID id);

  /** Locks an idempotency key or a booking until the transaction ends. */
  @NativeQuery("select 1 from (select pg_advisory_xact_lock(hashtextextended(:name, 0))) as held")
  Integer acquireAdvisoryLock(@Param("name") String name);

  @Query(
      "select c from CoAllocation c where c.origin.ownerName = :owner and c.origin.idempotencyKey ="
          + " :key")
  Optional<CoAllocation> findByKey(@Param("owner") String owner, @Param("key") String key);

  List<CoAllocation> findByIdIn(Collection<UUID> ids);
}
