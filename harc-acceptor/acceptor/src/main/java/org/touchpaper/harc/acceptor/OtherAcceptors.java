package org.touchpaper.harc.acceptor;

import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Lives;
import org.touchpaper.harc.stream.Incarnation;
import org.touchpaper.harc.stream.RareWarning;
import org.touchpaper.harc.stream.RareWarnings;

/**
 * The other acceptors: what this one knows of their memories, and they of its. Each notes how far
 * it has seen another's memory come, and reminds it of that whenever a stream is opened. So one
 * whose journal was put back from a copy learns it from the first that has heard of it since the
 * copy was made ({@link Lives} says how), and stops voting. Nobody can tell it who has heard
 * nothing since.
 *
 * <p>Touched by the loop's thread, but for what is said to be for others, too.
 */
final class OtherAcceptors {
  private static final Logger LOG = LoggerFactory.getLogger(OtherAcceptors.class);

  /** So often, at most, is told how far our memory has come, and written how far theirs have. */
  private static final long MILLIS = 1000;

  private final Journal journal;
  private final Timers timers;
  private final Executor thread;
  private final Runnable wake;
  private final Consumer<String> giveUp;

  /** One that speaks from another memory is refused with each message that it sends. */
  private final RareWarnings refused = new RareWarnings(LOG::error);

  /** Each of the others reminds us of what we have forgotten, with each stream that it opens. */
  private final RareWarning reminded = new RareWarning(LOG::error);

  private Extent told = Extent.NONE;
  private boolean isUnwritten;
  private boolean isTimerSet;

  /** Set when the timer rings. */
  private volatile boolean isDue;

  /**
   * As the journal remembers them.
   *
   * @param thread the one that takes the rounds
   * @param wake is run when something is due; {@link #lookAfter} is to be called then
   * @param giveUp is told why nothing may be voted on any more
   */
  OtherAcceptors(
      Journal journal, Timers timers, Executor thread, Runnable wake, Consumer<String> giveUp) {
    this.journal = journal;
    this.timers = timers;
    this.thread = thread;
    this.wake = wake;
    this.giveUp = giveUp;
  }

  /** How far our memory has come; for all threads. */
  Extent extent() {
    return journal.state().extent();
  }

  /** How far another's has been seen to come; for all threads. */
  Extent seen(String acceptor) {
    return journal.state().peerMemories().extent(acceptor);
  }

  /**
   * What speaks against a stream with an acceptor, as a sentence; null if nothing does. Whoever
   * reminds us of what we have forgotten is right: then nothing is voted on any more.
   */
  @Nullable String objection(String acceptor, Incarnation shown, Extent seen) {
    var forgotten = reminder(acceptor, seen);
    if (forgotten != null) {
      reminded.tell(() -> forgotten);
      giveUp.accept(forgotten);
      return forgotten;
    }
    var objection = objection(acceptor, shown);
    if (objection == null) {
      meet(acceptor, shown);
    }
    return objection;
  }

  /** What is forgotten here that another has seen, as a sentence; null if nothing is. */
  private @Nullable String reminder(String acceptor, Extent seen) {
    var memory = journal.state();
    if (memory.holds(seen)) {
      return null;
    }
    return ("%s has seen this journal come to %s, and it does not hold that (it is at %s): it was put"
            + " back from a copy, and what was promised since the copy was made is forgotten. Start"
            + " it anew with --initialise --epoch %d or more (ARCHITECTURE.md, Replacing an"
            + " acceptor)")
        .formatted(acceptor, seen, memory.extent(), memory.incarnation().epoch() + 1);
  }

  /** Those whose memory reaches back to that epoch, and who so may take part; for all threads. */
  Set<String> membersOf(int epoch, Set<String> acceptors) {
    var known = journal.state().peerMemories();
    return acceptors.stream()
        .filter(each -> known.reachesBackTo(epoch, each))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** As the other, where nobody is reminded of anything; for all threads. */
  @Nullable String objection(String acceptor, Incarnation shown) {
    var known = journal.state().peerMemories();
    var objection = known.objection(acceptor, shown);
    if (objection != null) {
      refused.of(acceptor).tell(() -> "refused: " + objection);
    } else if (known.isNew(acceptor, shown)) {
      thread.execute(() -> meet(acceptor, shown));
    }
    return objection;
  }

  /** From now on it is known to speak from this memory. */
  private void meet(String acceptor, Incarnation shown) {
    if (journal.state().peerMemories().isNew(acceptor, shown)) {
      write(() -> journal.meet(acceptor, shown));
    }
  }

  private void write(Runnable writing) {
    try {
      writing.run();
    } catch (JournalRefused e) {
      LOG.error("what is known of other acceptors cannot be written", e);
      giveUp.accept(String.valueOf(e.getMessage()));
    }
  }

  /** Its memory has come so far: a life that begins is written at once, the rest in time. */
  void see(String acceptor, Extent extent) {
    var before = seen(acceptor);
    if (journal.state().peerMemories().see(acceptor, extent)) {
      if (extent.isBeyond(before)) {
        isUnwritten = true;
        setTimer();
      } else {
        write(journal::writePeerMemories);
      }
    }
  }

  /** Tells and writes what is due, and sees to it that what is not yet will be. */
  void lookAfter(Consumer<Extent> tell) {
    if (isDue) {
      isDue = false;
      isTimerSet = false;
      told = extent();
      tell.accept(told);
      if (isUnwritten) {
        isUnwritten = false;
        write(journal::writePeerMemories);
      }
    } else if (!extent().equals(told)) {
      setTimer();
    }
  }

  /** Writes what was to be written in time. */
  void close() {
    if (isUnwritten) {
      write(journal::writePeerMemories);
    }
  }

  private void setTimer() {
    if (!isTimerSet) {
      isTimerSet = true;
      timers.later(
          () -> {
            isDue = true;
            wake.run();
          },
          MILLIS);
    }
  }
}
