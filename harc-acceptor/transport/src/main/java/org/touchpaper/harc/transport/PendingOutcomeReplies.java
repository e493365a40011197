package org.touchpaper.harc.transport;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;

/** The pending replies with outcomes, by what was asked; a completed reply is removed. */
public final class PendingOutcomeReplies<K> {
  private final Map<K, Set<CompletableFuture<TransactionOutcomeResponse>>> pending =
      new ConcurrentHashMap<>();

  public void add(K key, CompletableFuture<TransactionOutcomeResponse> reply) {
    pending.compute(
        key,
        (_, existing) -> {
          Set<CompletableFuture<TransactionOutcomeResponse>> replies =
              existing == null ? ConcurrentHashMap.newKeySet() : existing;
          replies.add(reply);
          return replies;
        });
    var _ = reply.whenComplete((_, _) -> removeDone(key));
  }

  private void removeDone(K key) {
    pending.computeIfPresent(
        key,
        (_, replies) -> {
          replies.removeIf(CompletableFuture::isDone);
          return replies.isEmpty() ? null : replies;
        });
  }

  public void complete(K key, TransactionOutcomeResponse report) {
    pending.getOrDefault(key, Set.of()).forEach(reply -> reply.complete(report));
  }

  public void fail(K key, Exception cause) {
    pending.getOrDefault(key, Set.of()).forEach(reply -> reply.completeExceptionally(cause));
  }

  /** Fails all, so that those who wait try another acceptor. */
  public void failAll(Exception cause) {
    pending.keySet().forEach(key -> fail(key, cause));
  }
}
