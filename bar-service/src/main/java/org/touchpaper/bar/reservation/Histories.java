package org.touchpaper.bar.reservation;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.Param;

/** What was done to bookings, by whom and when. */
public interface Histories extends Repository<HistoryEntry, Long> {

  void saveAll(Iterable<HistoryEntry> entries);

  /** Oldest first. */
  @Query("select h from HistoryEntry h where h.subject = :subject order by h.id")
  List<HistoryEntry> listOf(@Param("subject") UUID subject);

  /** Of several subjects together, oldest first. */
  @Query("select h from HistoryEntry h where h.subject in :subjects order by h.id")
  List<HistoryEntry> listOf(@Param("subjects") Collection<UUID> subjects);
}
