package org.touchpaper.bar.reservation.segments;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.Param;

/** Finds holds by segment id. */
public interface SegmentHoldRepository extends Repository<SegmentHold, SegmentHold.Key> {

  /** Lists all versions of a segment, oldest first. */
  @Query("select h from SegmentHold h where h.key.segmentId = :segment order by h.key.version")
  List<SegmentHold> listBySegment(@Param("segment") UUID segment);

  /** Lists all versions of several segments. */
  @Query("select h from SegmentHold h where h.key.segmentId in :segments")
  List<SegmentHold> listBySegments(@Param("segments") Collection<UUID> segments);
}
