package org.touchpaper.harc.acceptor.eventloop;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.transport.RateLimitedWarning;

/**
 * Detects clock skew between acceptors from their messages. A leader sends Enlist before {@code
 * voteBy} by its clock, and a recovering acceptor sends phase 1a after it. It cannot tell which
 * clock is wrong. A skew is logged at most once a minute for each acceptor, and reported by {@code
 * /health} for ten minutes. Events are observed on the event loop; any thread may read the warning.
 */
final class ClockSkewDetector {
  private static final Logger LOG = LoggerFactory.getLogger(ClockSkewDetector.class);

  /** Skew below this is ignored, for network delay and ordinary clock error. */
  private static final Duration TOLERANCE = Duration.ofSeconds(1);

  /** A leader need not enlist acceptors that are alive; it does so this often to compare clocks. */
  private static final long ENLIST_INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  private static final long WARNING_LIFETIME_NANOS = Duration.ofMinutes(10).toNanos();

  private final String self;
  private final LongSupplier nanoTime;
  private final RateLimitedWarning logWarning = new RateLimitedWarning(LOG::warn);
  private long lastEnlistAt;
  private volatile @Nullable SkewObservation lastObservation;

  /** An observed skew and its time on the monotonic clock. */
  private record SkewObservation(String message, long nanoTime) {}

  ClockSkewDetector(String self) {
    this(self, System::nanoTime);
  }

  ClockSkewDetector(String self, LongSupplier nanoTime) {
    this.self = self;
    this.nanoTime = nanoTime;
    this.lastEnlistAt = nanoTime.getAsLong() - ENLIST_INTERVAL_NANOS;
  }

  /** Adds Enlist messages to the other acceptors at most once a second. */
  List<AcceptorEffect> addEnlists(List<AcceptorEffect> effects, Instant now) {
    if (nanoTime.getAsLong() - lastEnlistAt < ENLIST_INTERVAL_NANOS) {
      return effects;
    }
    for (var effect : effects) {
      if (effect instanceof AcceptorEffect.Send(_, Message.Prepare prepare)
          && now.isBefore(prepare.record().voteBy())) {
        lastEnlistAt = nanoTime.getAsLong();
        var enlist = new Message.Enlist(prepare.record(), self);
        var otherAcceptors =
            prepare.record().acceptors().stream().filter(acceptor -> !acceptor.equals(self));
        return Stream.concat(
                effects.stream(),
                otherAcceptors.map(acceptor -> new AcceptorEffect.Send(acceptor, enlist)))
            .toList();
      }
    }
    return effects;
  }

  /** Compares the event's {@code voteBy} with the local clock. */
  void observe(AcceptorEvent event, Instant now) {
    if (!(event instanceof AcceptorEvent.MessageReceived(var message, var from))
        || from.equals(self)) {
      return;
    }
    var sinceVoteBy = Duration.between(message.record().voteBy(), now);
    if (message instanceof Message.Enlist && sinceVoteBy.compareTo(TOLERANCE) > 0) {
      warning(
          from,
          ("%s begins %s; %s's clock is ahead or %s's behind, by %d s or more, or this message was"
                  + " delayed by as much: check both clocks")
              .formatted(
                  from, describeTimes(message.record(), now), self, from, sinceVoteBy.toSeconds()));
    } else if (message instanceof Message.Phase1a
        && sinceVoteBy.negated().compareTo(TOLERANCE) > 0) {
      warning(
          from,
          "%s finishes %s; %s's clock is ahead or %s's behind, by %d s or more: check both clocks"
              .formatted(
                  from,
                  describeTimes(message.record(), now),
                  from,
                  self,
                  sinceVoteBy.negated().toSeconds()));
    }
  }

  private String describeTimes(TransactionRecord record, Instant now) {
    return "%s, which may be voted on until %s, but at %s it is %s"
        .formatted(record.id(), record.voteBy(), self, now);
  }

  private void warning(String peer, String message) {
    lastObservation = new SkewObservation(message, nanoTime.getAsLong());
    logWarning.log(peer, () -> message);
  }

  /** The latest skew and what to do; empty if none was observed in the last ten minutes. */
  String warning() {
    var observation = lastObservation;
    return observation == null
            || nanoTime.getAsLong() - observation.nanoTime() > WARNING_LIFETIME_NANOS
        ? ""
        : observation.message();
  }
}
