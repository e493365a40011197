package org.touchpaper.harc.acceptor;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Force;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Verdict;

/**
 * Hands a person's word to the machine, and looks what has come of it. Until the machine takes it,
 * the acceptors may have decided, or a vote come that speaks against it; and if the disk hangs
 * nobody knows whether it will be found in the journal.
 */
final class Forcing {
  private static final Logger LOG = LoggerFactory.getLogger(Forcing.class);

  private final AcceptorLoop loop;
  private final String name;
  private final Duration wait;

  Forcing(AcceptorLoop loop, String name, Duration wait) {
    this.loop = loop;
    this.name = name;
    this.wait = wait;
  }

  /**
   * What has come of it.
   *
   * @param status of HTTP: 200 if this very word is in the journal
   * @param sentence why it is not, or may not be
   */
  record Result(int status, String sentence) {}

  /**
   * Decides. Written down before it is done: who, why, and what was known.
   *
   * @param early true to abort although it can still be voted on
   */
  Result force(TransactionId id, Decision decision, String by, String reason, boolean early) {
    var known = loop.members().memory(id);
    if (known == null && loop.members().tombstone(id) == null) {
      return neverHeardOf(id);
    }
    var force = new Force(by, reason, loop.now());
    LOG.warn("transaction={} {} is told to {}: {}; known: {}", id, name, decision, force, known);
    var forced = new Event.Overruled(id, decision, force, early);
    var objection = objection(known, forced);
    var result = hand(id, forced, "forced");
    if (result == null) {
      result = found(forced, objection);
    }
    LOG.warn("transaction={} {}: {} {}", id, name, result.status(), result.sentence());
    return result;
  }

  /** Has the decision told to a resource manager no more; written down in the same way. */
  Result forget(TransactionId id, String resourceManager, String by, String reason) {
    var known = loop.members().memory(id);
    if (known == null) {
      return loop.members().tombstone(id) == null
          ? neverHeardOf(id)
          : new Result(200, "nobody is told of it any more");
    }
    var force = new Force(by, reason, loop.now());
    LOG.warn(
        "transaction={} {} is to forget {}: {}; known: {}",
        id,
        name,
        resourceManager,
        force,
        known);
    var objection = known.objectionToForgetting(resourceManager);
    var result = hand(id, new Event.Forgotten(id, resourceManager, force), "forgotten");
    if (result == null) {
      result = forgotten(id, resourceManager, objection);
    }
    LOG.warn("transaction={} {}: {} {}", id, name, result.status(), result.sentence());
    return result;
  }

  private Result neverHeardOf(TransactionId id) {
    return new Result(404, name + " has never heard of " + id);
  }

  private @Nullable String objection(@Nullable Memory known, Event.Overruled forced) {
    return known == null
        ? null
        : known.objectionTo(forced.decision(), forced.force().at(), loop.timing(), forced.early());
  }

  /**
   * Null once the machine has taken it, and all that it did is durable.
   *
   * @param done what may have been done
   */
  private @Nullable Result hand(TransactionId id, Event word, String done) {
    try {
      loop.submit(id, word).get(wait.toNanos(), TimeUnit.NANOSECONDS);
      return null;
    } catch (TimeoutException _) {
      var trouble = loop.trouble();
      return notKnown(done, trouble == null ? name + " has not got to it yet" : trouble);
    } catch (ExecutionException e) {
      return notKnown(done, String.valueOf(e.getCause()));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return notKnown(done, "interrupted");
    }
  }

  private static Result notKnown(String done, String why) {
    return new Result(503, "not known whether it was %s, ask again: %s".formatted(done, why));
  }

  private Result found(Event.Overruled forced, @Nullable String objection) {
    var verdict = verdict(forced.id());
    if (verdict == null) {
      var now =
          objection == null ? objection(loop.members().memory(forced.id()), forced) : objection;
      return new Result(409, now == null ? "it was not forced, ask again" : now);
    }
    return verdict.decision() == forced.decision() && forced.force().equals(verdict.forced())
        ? new Result(200, "forced")
        : new Result(409, "it is decided already: " + verdict);
  }

  private Result forgotten(TransactionId id, String resourceManager, @Nullable String objection) {
    var verdict = verdict(id);
    if (verdict != null
        && (verdict.forgotten().containsKey(resourceManager)
            || loop.members().memory(id) == null)) {
      return new Result(200, "forgotten");
    }
    return new Result(409, objection == null ? "it was not forgotten, ask again" : objection);
  }

  private @Nullable Verdict verdict(TransactionId id) {
    var memory = loop.members().memory(id);
    if (memory != null) {
      return memory.verdict();
    }
    var tombstone = loop.members().tombstone(id);
    return tombstone == null ? null : tombstone.verdict();
  }
}
