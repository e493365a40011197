package org.touchpaper.bar.history;

import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.Query;
import org.springframework.data.repository.Repository;
import org.springframework.data.repository.query.Param;

/** Stores and lists history entries. */
public interface HistoryRepository extends Repository<HistoryEntry, Long> {

  void saveAll(Iterable<HistoryEntry> entries);

  /** Lists a booking's entries, oldest first. */
  @Query("select h from HistoryEntry h where h.subject = :subject order by h.id")
  List<HistoryEntry> listBySubject(@Param("subject") UUID subject);

  /** Lists the entries of several subjects together, oldest first. */
  @Query("select h from HistoryEntry h where h.subject in :subjects order by h.id")
  List<HistoryEntry> listBySubject(@Param("subjects") Collection<UUID> subjects);
}
