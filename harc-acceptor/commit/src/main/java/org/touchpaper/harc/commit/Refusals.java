package org.touchpaper.harc.commit;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Message.OtherRecord;

/**
 * Who has said to a resource manager of what it voted on that the id is bound to another record
 * there. It need not outlive a restart: each vote that is told again is answered again.
 */
public final class Refusals {
  /** So rare are they that more are old news. */
  private static final int MANY = 1000;

  private final LinkedHashMap<TransactionRecord, Set<String>> acceptors = new LinkedHashMap<>();

  /** Takes one, and says what follows from all; for all threads. */
  public synchronized Optional<Decision> hear(OtherRecord refusal) {
    var record = refusal.record();
    var who = acceptors.computeIfAbsent(record, _ -> new HashSet<>());
    if (record.acceptors().contains(refusal.acceptor())) {
      who.add(refusal.acceptor());
    }
    var concluded = Knowledge.conclude(record, answers(who));
    if (concluded.isPresent()) {
      acceptors.remove(record);
    } else if (acceptors.size() > MANY) {
      acceptors.pollFirstEntry();
    }
    return concluded;
  }

  private static Stream<Knowledge> answers(Set<String> refusing) {
    return refusing.stream().map(_ -> Knowledge.of(Outcome.OTHER_RECORD));
  }
}
