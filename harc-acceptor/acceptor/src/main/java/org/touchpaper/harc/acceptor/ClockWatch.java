package org.touchpaper.harc.acceptor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.stream.RareWarnings;

/**
 * What the acceptors' messages tell of clocks: one that leads enlists for a vote that is not over
 * by its own, and one that finishes a transaction does so when the vote is over. Whose clock is
 * wrong cannot be known here. Told in the log, of each acceptor once a minute at most, and at
 * {@code /health} for ten minutes. The loop's thread speaks and hears, others may look.
 */
final class ClockWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);

  /** Less is told of nobody: a message is on its way for some time, and clocks are never equal. */
  private static final Duration TOLERANCE = Duration.ofSeconds(1);

  /** Who leads need not enlist those that are there: so often it does, for its clock's sake. */
  private static final long TELLING = Duration.ofSeconds(1).toNanos();

  private static final long SHOWN = Duration.ofMinutes(10).toNanos();

  private final String self;
  private final LongSupplier nanoTime;
  private final RareWarnings warnings = new RareWarnings(LOG::warn);
  private long toldAt;
  private volatile @Nullable Doubt last;

  /** What was noticed, and when by a clock that nobody sets. */
  private record Doubt(String sentence, long at) {}

  ClockWatch(String self) {
    this(self, System::nanoTime);
  }

  ClockWatch(String self, LongSupplier nanoTime) {
    this.self = self;
    this.nanoTime = nanoTime;
    this.toldAt = nanoTime.getAsLong() - TELLING;
  }

  /** Once a second at most has the other acceptors hear of what is begun here, too. */
  List<Effect> tell(List<Effect> effects, Instant now) {
    if (nanoTime.getAsLong() - toldAt < TELLING) {
      return effects;
    }
    for (var effect : effects) {
      if (effect instanceof Effect.Send(_, Message.Prepare prepare)
          && now.isBefore(prepare.record().voteBy())) {
        toldAt = nanoTime.getAsLong();
        var told = new Message.Enlist(prepare.record(), self);
        var others = prepare.record().acceptors().stream().filter(other -> !other.equals(self));
        return Stream.concat(effects.stream(), others.map(other -> new Effect.Send(other, told)))
            .toList();
      }
    }
    return effects;
  }

  /** Compares what an event says with our clock. */
  void hear(Event event, Instant now) {
    if (!(event instanceof Event.Received(var message, var from)) || from.equals(self)) {
      return;
    }
    var since = Duration.between(message.record().voteBy(), now);
    if (message instanceof Message.Enlist && since.compareTo(TOLERANCE) > 0) {
      doubt(
          from,
          "%s begins %s; %s's clock is ahead or %s's behind, by %d s or more, or this message was as long on its way: set the clocks right, unless it was"
              .formatted(from, times(message.record(), now), self, from, since.toSeconds()));
    } else if (message instanceof Message.Phase1a && since.negated().compareTo(TOLERANCE) > 0) {
      doubt(
          from,
          "%s finishes %s; %s's clock is ahead or %s's behind, by %d s or more: set the clocks right"
              .formatted(
                  from, times(message.record(), now), from, self, since.negated().toSeconds()));
    }
  }

  private String times(TransactionRecord record, Instant now) {
    return "%s, which may be voted on until %s, and at %s it is %s"
        .formatted(record.id(), record.voteBy(), self, now);
  }

  private void doubt(String peer, String sentence) {
    last = new Doubt(sentence, nanoTime.getAsLong());
    warnings.of(peer).tell(() -> sentence);
  }

  /** Why clocks are doubted, as was noticed last, and what to do; empty if nothing was lately. */
  String doubt() {
    var noticed = last;
    return noticed == null || nanoTime.getAsLong() - noticed.at() > SHOWN ? "" : noticed.sentence();
  }
}
