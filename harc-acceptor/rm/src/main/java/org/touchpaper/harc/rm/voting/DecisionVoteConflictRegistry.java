package org.touchpaper.harc.rm.voting;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ConflictingDecisionException;

/**
 * Keeps the decisions of acceptors that contradict the vote records here, such as a commit without
 * a vote. They are not acknowledged, so acceptors repeat them, with default settings at least once
 * a minute. A decision that is no longer repeated, because it was purged there, expires.
 */
final class DecisionVoteConflictRegistry {
  /**
   * Acceptors repeat a decision at the latest after 200 times their first pause, so {@code --retry}
   * may be up to a second.
   */
  private static final Duration REPORT_LIFETIME = Duration.ofMinutes(5);

  /** The number of transactions that a message names. */
  private static final int MAX_LISTED = 5;

  private final Clock clock;
  private final Map<String, ConflictReport> reports = new ConcurrentSkipListMap<>();

  /** The kinds of conflict, each with its message for operators. */
  private enum Kind {
    NOTHING_BOOKED(
        "decided by the acceptors, but in conflict with the vote records here: %s. Was this database"
            + " restored from a backup? Nothing is booked for these: book them again (`./touchpaper"
            + " harc explain` describes them); `./touchpaper harc forget` makes the acceptors stop"
            + " repeating them"),
    NOT_VOTED_ON(
        "committed by the acceptors, but PREPARING here: %s. Was this database restored from a"
            + " backup? These may still be held and booked before their voteBy; if they are listed"
            + " here after that, the message says what to do"),
    BOOKED(
        "aborted by the acceptors, but COMMITTED here: %s. Was a decision forced, or this database"
            + " restored from a backup? These are booked here, and possibly nowhere else: cancel"
            + " those that are not wanted (`./touchpaper harc explain` describes them);"
            + " `./touchpaper harc forget` makes the acceptors stop repeating them");

    private final String message;

    Kind(String message) {
      this.message = message;
    }

    static Kind of(ConflictingDecisionException contradiction) {
      if (contradiction.decision() == Decision.ABORT) {
        return BOOKED;
      }
      return switch (contradiction.phase()) {
        case PREPARING -> NOT_VOTED_ON;
        case UNKNOWN, ABORTED -> NOTHING_BOOKED;
        case PREPARED, COMMITTED ->
            throw new IllegalArgumentException(
                "a commit does not contradict this phase", contradiction);
      };
    }
  }

  /** When it was last received, and its kind. */
  private record ConflictReport(Instant receivedAt, Kind kind) {}

  DecisionVoteConflictRegistry(Clock clock) {
    this.clock = clock;
  }

  void record(TransactionId transaction, ConflictingDecisionException contradiction) {
    removeExpired();
    reports.put(transaction.value(), new ConflictReport(clock.instant(), Kind.of(contradiction)));
  }

  /** Describes them and what to do; empty if there are none. */
  Optional<String> describe() {
    removeExpired();
    var messages =
        Arrays.stream(Kind.values()).map(this::describeKind).flatMap(Optional::stream).toList();
    return messages.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", messages));
  }

  /** Removes what is no longer repeated. */
  private void removeExpired() {
    var cutoff = clock.instant().minus(REPORT_LIFETIME);
    reports.values().removeIf(report -> report.receivedAt().isBefore(cutoff));
  }

  private Optional<String> describeKind(Kind kind) {
    var transactionIds =
        reports.entrySet().stream()
            .filter(entry -> entry.getValue().kind() == kind)
            .map(Map.Entry::getKey)
            .toList();
    return transactionIds.isEmpty()
        ? Optional.empty()
        : Optional.of(kind.message.formatted(joinIds(transactionIds)));
  }

  private static String joinIds(List<String> transactionIds) {
    var joined = transactionIds.stream().limit(MAX_LISTED).collect(Collectors.joining(", "));
    return transactionIds.size() > MAX_LISTED
        ? "%s and %d more".formatted(joined, transactionIds.size() - MAX_LISTED)
        : joined;
  }
}
