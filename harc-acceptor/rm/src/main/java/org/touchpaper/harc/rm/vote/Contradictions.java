package org.touchpaper.harc.rm.vote;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.touchpaper.harc.commit.TransactionId;

/**
 * What acceptors decided and what cannot be by what is on record here, such as a commit of what was
 * never voted on. It is not acknowledged, so it is told again, each minute at least: what is told
 * no more, since somebody had it forgotten, is soon left out.
 */
final class Contradictions {
  private static final Duration TOLD_AGAIN_WITHIN = Duration.ofMinutes(5);

  /** So many are named; the others are like them. */
  private static final int NAMED = 5;

  private final Clock clock;

  /** When each was told last. */
  private final Map<String, Instant> told = new ConcurrentSkipListMap<>();

  Contradictions(Clock clock) {
    this.clock = clock;
  }

  void note(TransactionId transaction) {
    told.put(transaction.value(), clock.instant());
  }

  /** What they are, and what to do about it; empty if there are none. */
  Optional<String> trouble() {
    var since = clock.instant().minus(TOLD_AGAIN_WITHIN);
    told.values().removeIf(since::isAfter);
    return told.isEmpty() ? Optional.empty() : Optional.of(sentence());
  }

  private String sentence() {
    var named = told.keySet().stream().limit(NAMED).collect(Collectors.joining(", "));
    var more = told.size() > NAMED ? " and %d more".formatted(told.size() - NAMED) : "";
    return "decided by the acceptors, and impossible by what is on record here: %s%s. Was this database put back from a copy? Nothing is booked of these: `./touchpaper harc explain` says what they were, have them booked anew; `./touchpaper harc forget` ends their being told here"
        .formatted(named, more);
  }
}
