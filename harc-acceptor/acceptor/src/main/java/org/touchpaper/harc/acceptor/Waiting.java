package org.touchpaper.harc.acceptor;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.TransactionId;

/** Who waits for the end of which transaction: those who began it, and those who asked about it. */
final class Waiting {
  private final Map<TransactionId, Set<CompletableFuture<Knowledge>>> asking =
      new ConcurrentHashMap<>();
  private final Map<TransactionId, Set<CompletableFuture<Knowledge>>> beginning =
      new ConcurrentHashMap<>();

  CompletableFuture<Knowledge> expect(TransactionId id, boolean justAsking) {
    var answer = new CompletableFuture<Knowledge>();
    var waiting = justAsking ? asking : beginning;
    waiting.compute(
        id,
        (_, before) -> {
          Set<CompletableFuture<Knowledge>> all =
              before == null ? ConcurrentHashMap.newKeySet() : before;
          all.add(answer);
          return all;
        });
    return answer;
  }

  void answerAll(TransactionId id, Knowledge knowledge) {
    asking.getOrDefault(id, Set.of()).forEach(each -> each.complete(knowledge));
    answerBeginning(id, knowledge);
  }

  void answerBeginning(TransactionId id, Knowledge knowledge) {
    beginning.getOrDefault(id, Set.of()).forEach(each -> each.complete(knowledge));
  }

  /** Forgets those who wait no longer. */
  void forget(TransactionId id) {
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
