package org.touchpaper.harc.acceptor.eventloop;

import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.acceptor.journal.UnusableJournalException;
import org.touchpaper.harc.protocol.journal.IncarnationHistory;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.RateLimitedWarning;
import org.touchpaper.harc.transport.message.JournalIdentity;

/**
 * Detects a local journal that was restored from a copy, and other acceptors whose journals lack
 * promises: it tracks the positions of all. Each acceptor records the last position it has seen of
 * the others' journals, and sends it when a stream is opened. If the local journal lacks a position
 * that a peer has seen since the copy, the acceptor stops voting ({@link IncarnationHistory}). A
 * restore remains undetected if no peer has seen a later position.
 *
 * <p>Used by the event loop, except for methods marked thread-safe.
 */
public final class JournalRollbackDetector {
  private static final Logger LOG = LoggerFactory.getLogger(JournalRollbackDetector.class);

  /** Minimum interval between position reports, and between writes of the peers' positions. */
  private static final long PUBLISH_INTERVAL_MILLIS = 1000;

  private final Journal journal;
  private final TransactionTimers timers;
  private final Runnable onDue;
  private final Consumer<String> stopVoting;

  /** Peers present evidence of a restored journal with each stream they open. */
  private final RateLimitedWarning rollbackWarning = new RateLimitedWarning(LOG::error);

  private JournalPosition publishedPosition = JournalPosition.NONE;
  private boolean hasUnwrittenPositions;
  private boolean isTimerScheduled;

  /** Set by the timer. */
  private volatile boolean isDue;

  /** When something is due, {@code onDue} runs and must lead to {@link #publishIfDue}. */
  JournalRollbackDetector(
      Journal journal, TransactionTimers timers, Runnable onDue, Consumer<String> stopVoting) {
    this.journal = journal;
    this.timers = timers;
    this.onDue = onDue;
    this.stopVoting = stopVoting;
  }

  /** The position of the local journal. Thread-safe. */
  public JournalPosition ownPosition() {
    return journal.state().position();
  }

  /** The last position seen of another acceptor's journal. Thread-safe. */
  public JournalPosition seenPosition(String acceptor) {
    return journal.state().peerJournals().position(acceptor);
  }

  /**
   * Why a stream with an acceptor must not be opened, as a sentence; null if it may. If the peer
   * has seen a position that the local journal lacks, the acceptor stops voting.
   */
  @Nullable
  public String objectionTo(
      String acceptor, JournalIdentity identity, JournalPosition seenPosition) {
    var evidence = rollbackEvidence(acceptor, seenPosition);
    if (evidence != null) {
      rollbackWarning.log(() -> evidence);
      stopVoting.accept(evidence);
      return evidence;
    }
    var peerJournals = journal.state().peerJournals();
    var objection = peerJournals.objectionTo(acceptor, identity);
    if (objection == null && peerJournals.isNewIdentity(acceptor, identity)) {
      writeOrStopVoting(() -> journal.recordPeerIdentity(acceptor, identity));
    }
    return objection;
  }

  /** Evidence that the local journal was restored, as a sentence; null if there is none. */
  private @Nullable String rollbackEvidence(String acceptor, JournalPosition seenPosition) {
    var state = journal.state();
    if (state.covers(seenPosition)) {
      return null;
    }
    return ("%s has seen this journal at %s, but it is at %s: it was restored from a copy and lacks"
            + " the promises made since. Start the acceptor with --initialise --epoch %d or more,"
            + " see docs/operations/replacing-an-acceptor.md")
        .formatted(acceptor, seenPosition, state.position(), state.identity().epoch() + 1);
  }

  /** The acceptors whose journals reach back to the epoch, so that they may vote. Thread-safe. */
  Set<String> listEligible(int epoch, Set<String> acceptors) {
    var peerJournals = journal.state().peerJournals();
    return acceptors.stream()
        .filter(acceptor -> peerJournals.existedAt(epoch, acceptor))
        .collect(Collectors.toUnmodifiableSet());
  }

  private void writeOrStopVoting(Runnable writeTask) {
    try {
      writeTask.run();
    } catch (UnusableJournalException e) {
      LOG.error("cannot write the journals of other acceptors", e);
      stopVoting.accept(String.valueOf(e.getMessage()));
    }
  }

  /** Records a peer's position: a new incarnation is written at once, other positions later. */
  public void recordPosition(String acceptor, JournalPosition position) {
    var previous = seenPosition(acceptor);
    if (journal.state().peerJournals().recordPosition(acceptor, position)) {
      if (position.isAheadOf(previous)) {
        hasUnwrittenPositions = true;
        scheduleTimer();
      } else {
        writeOrStopVoting(journal::writePeerJournals);
      }
    }
  }

  /** Publishes and writes positions if they are due, else schedules that. */
  void publishIfDue(Consumer<JournalPosition> publisher) {
    if (isDue) {
      isDue = false;
      isTimerScheduled = false;
      publishedPosition = ownPosition();
      publisher.accept(publishedPosition);
      if (hasUnwrittenPositions) {
        hasUnwrittenPositions = false;
        writeOrStopVoting(journal::writePeerJournals);
      }
    } else if (!ownPosition().equals(publishedPosition)) {
      scheduleTimer();
    }
  }

  /** Writes pending positions. */
  void close() {
    if (hasUnwrittenPositions) {
      writeOrStopVoting(journal::writePeerJournals);
    }
  }

  private void scheduleTimer() {
    if (!isTimerScheduled) {
      isTimerScheduled = true;
      timers.schedule(
          () -> {
            isDue = true;
            onDue.run();
          },
          PUBLISH_INTERVAL_MILLIS);
    }
  }
}
