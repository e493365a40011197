package org.touchpaper.harc.acceptor;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.TransactionId;

/** Who waits for the end of which transaction: those who began it, and those who asked about it. */
final class PendingAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(PendingAnswers.class);

  private final Map<TransactionId, Set<CompletableFuture<Knowledge>>> asking =
      new ConcurrentHashMap<>();
  private final Map<TransactionId, Set<CompletableFuture<Knowledge>>> beginning =
      new ConcurrentHashMap<>();

  /** From now on the answer is waited for. */
  void expect(TransactionId id, Event event, CompletableFuture<Knowledge> answer) {
    var waiting = event instanceof Event.Asked ? asking : beginning;
    waiting.compute(
        id,
        (_, before) -> {
          Set<CompletableFuture<Knowledge>> all =
              before == null ? ConcurrentHashMap.newKeySet() : before;
          all.add(answer);
          return all;
        });
    var _ = answer.whenComplete((_, _) -> forget(id));
  }

  /**
   * A decision is for everybody who waits; what only the asker should hear is for the asker.
   *
   * @param event what led to the answer
   * @param asker who waits for the answer to that very event; null if nobody does
   */
  void answer(
      TransactionId id,
      Event event,
      @Nullable CompletableFuture<Knowledge> asker,
      Knowledge knowledge) {
    switch (knowledge.outcome()) {
      case COMMIT, ABORT -> {
        answerAll(id, knowledge);
        LOG.info("transaction={} is decided: {}", id, knowledge.outcome());
      }
      case NOT_STARTED -> answerBeginning(id, knowledge);
      case OTHER_RECORD -> {
        if (asker != null) {
          asker.complete(knowledge);
        }
      }
      case UNDECIDED -> {
        if (asker != null && !(event instanceof Event.Begun)) {
          asker.complete(knowledge);
        }
      }
      case UNKNOWN -> {
        if (event instanceof Event.Begun(var request, _)) {
          LOG.warn(
              "transaction={} is begun here, and is none of ours: acceptors {}, epoch {}",
              id,
              request.record().acceptors(),
              request.record().epoch());
        }
        if (asker != null) {
          asker.complete(knowledge);
        }
      }
    }
  }

  private void answerAll(TransactionId id, Knowledge knowledge) {
    asking.getOrDefault(id, Set.of()).forEach(each -> each.complete(knowledge));
    answerBeginning(id, knowledge);
  }

  private void answerBeginning(TransactionId id, Knowledge knowledge) {
    beginning.getOrDefault(id, Set.of()).forEach(each -> each.complete(knowledge));
  }

  /** Nobody will ever be answered here: whoever waits is told, and may ask another acceptor. */
  void refuseAll(Exception why) {
    for (var waiting : List.of(asking, beginning)) {
      waiting.values().forEach(all -> all.forEach(each -> each.completeExceptionally(why)));
    }
  }

  /** Forgets those who wait no longer. */
  private void forget(TransactionId id) {
    forget(asking, id);
    forget(beginning, id);
  }

  private static void forget(
      Map<TransactionId, Set<CompletableFuture<Knowledge>>> waiting, TransactionId id) {
    waiting.computeIfPresent(
        id,
        (_, all) -> {
          all.removeIf(CompletableFuture::isDone);
          return all.isEmpty() ? null : all;
        });
  }
}
