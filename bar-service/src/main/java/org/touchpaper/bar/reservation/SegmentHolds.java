package org.touchpaper.bar.reservation;

import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.Param;

/** Finds whose segment an id is. */
public interface SegmentHolds extends Repository<SegmentHold, SegmentHold.Key> {

  /** All versions of a segment, oldest first. */
  @Query("select h from SegmentHold h where h.key.segmentId = :segment order by h.key.version")
  List<SegmentHold> listOf(@Param("segment") UUID segment);
}
