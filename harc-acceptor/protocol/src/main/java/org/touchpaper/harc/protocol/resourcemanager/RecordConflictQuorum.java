package org.touchpaper.harc.protocol.resourcemanager;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message.OtherRecord;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRecord;

/**
 * Collects {@link OtherRecord} answers for transactions that a resource manager has voted on. It is
 * kept in memory only: after a restart each repeated vote is answered again.
 */
public final class RecordConflictQuorum {
  /** Conflicts are rare; older ones are dropped. */
  private static final int MAX_RECORDS = 1000;

  private final LinkedHashMap<TransactionRecord, Set<String>> refusingAcceptors =
      new LinkedHashMap<>();

  /** Adds an answer and returns the decision that follows from all so far. Thread-safe. */
  public synchronized Optional<Decision> add(OtherRecord conflict) {
    var record = conflict.record();
    var refusing = refusingAcceptors.computeIfAbsent(record, _ -> new HashSet<>());
    if (record.acceptors().contains(conflict.acceptor())) {
      refusing.add(conflict.acceptor());
    }
    var conclusion = TransactionOutcomeResponse.conclude(record, reports(refusing));
    if (conclusion.isPresent()) {
      refusingAcceptors.remove(record);
    } else if (refusingAcceptors.size() > MAX_RECORDS) {
      refusingAcceptors.pollFirstEntry();
    }
    return conclusion;
  }

  private static Stream<TransactionOutcomeResponse> reports(Set<String> refusing) {
    return refusing.stream().map(_ -> TransactionOutcomeResponse.of(Outcome.OTHER_RECORD));
  }
}
