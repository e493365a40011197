package org.touchpaper.harc.rm.vote;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Collectors;
import org.touchpaper.harc.commit.Contradiction;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.TransactionId;

/**
 * What acceptors decided and what cannot be by what is on record here, such as a commit of what was
 * never voted on. It is not acknowledged, so it is told again, by acceptors with the default pauses
 * each minute at least: what is told no more, since somebody had it forgotten, is soon left out.
 */
final class Contradictions {
  /**
   * Acceptors come to tell it every 200 first pauses: so their {@code --retry} is up to a second.
   */
  private static final Duration TOLD_AGAIN_WITHIN = Duration.ofMinutes(5);

  /** So many of a kind are named; the others are like them. */
  private static final int NAMED = 5;

  private final Clock clock;
  private final Map<String, Told> told = new ConcurrentSkipListMap<>();

  /** What a decision that cannot be comes to; in a sentence, of those that it names. */
  private enum Kind {
    NOTHING_BOOKED(
        "decided by the acceptors, and impossible by what is on record here: %s. Was this database put back from a copy? Nothing is booked of these: `./touchpaper harc explain` says what they were, have them booked anew; `./touchpaper harc forget` ends their being told here"),
    NOT_VOTED_ON(
        "committed by the acceptors, and still PREPARING here: %s. Was this database put back from a copy? Of these something may be held, and it is booked if it can be before they may no longer be voted on; if they are named here after that, it says what to do"),
    BOOKED(
        "aborted by the acceptors, and COMMITTED here: %s. Was one of them forced, or this database put back from a copy? These are booked here, and perhaps nowhere else: `./touchpaper harc explain` says what they were, have those cancelled that are not wanted; `./touchpaper harc forget` ends their being told here");

    private final String sentence;

    Kind(String sentence) {
      this.sentence = sentence;
    }

    static Kind of(Contradiction contradiction) {
      if (contradiction.decision() == Decision.ABORT) {
        return BOOKED;
      }
      return switch (contradiction.phase()) {
        case PREPARING -> NOT_VOTED_ON;
        case UNKNOWN, ABORTED -> NOTHING_BOOKED;
        case PREPARED, COMMITTED ->
            throw new IllegalArgumentException("a commit is no wonder", contradiction);
      };
    }
  }

  /** When it was told last, and what that comes to. */
  private record Told(Instant at, Kind kind) {}

  Contradictions(Clock clock) {
    this.clock = clock;
  }

  void note(TransactionId transaction, Contradiction contradiction) {
    leaveOut();
    told.put(transaction.value(), new Told(clock.instant(), Kind.of(contradiction)));
  }

  /** What they are, and what to do about it; empty if there are none. */
  Optional<String> trouble() {
    leaveOut();
    var sentences =
        Arrays.stream(Kind.values()).map(this::sentence).flatMap(Optional::stream).toList();
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", sentences));
  }

  /** What is told no more; nobody need ever ask what is. */
  private void leaveOut() {
    var since = clock.instant().minus(TOLD_AGAIN_WITHIN);
    told.values().removeIf(each -> each.at().isBefore(since));
  }

  private Optional<String> sentence(Kind kind) {
    var those =
        told.entrySet().stream()
            .filter(each -> each.getValue().kind() == kind)
            .map(Map.Entry::getKey)
            .toList();
    return those.isEmpty() ? Optional.empty() : Optional.of(kind.sentence.formatted(named(those)));
  }

  private static String named(List<String> those) {
    var named = those.stream().limit(NAMED).collect(Collectors.joining(", "));
    return those.size() > NAMED ? "%s and %d more".formatted(named, those.size() - NAMED) : named;
  }
}
