package org.touchpaper.hlm.cli.common;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Calls several services in parallel, so that one that hangs delays no other. */
public final class ConcurrentCalls {
  private ConcurrentCalls() {}

  /** Returns each reply by key, in the order of the keys. */
  public static <K, R> Map<K, R> callAll(Collection<K> keys, Function<K, R> call) {
    var pending = new LinkedHashMap<K, CompletableFuture<R>>();
    keys.forEach(key ->
        pending.put(
            key, CompletableFuture.supplyAsync(() -> call.apply(key), Thread::startVirtualThread)));
    var replies = new LinkedHashMap<K, R>();
    pending.forEach((key, reply) -> replies.put(key, reply.join()));
    return replies;
  }
}
