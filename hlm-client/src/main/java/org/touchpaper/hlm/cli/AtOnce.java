package org.touchpaper.hlm.cli;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Asks several at once, so that one that hangs delays no other. */
final class AtOnce {
  private AtOnce() {}

  /** What each says, in the order in which they are named. */
  static <K, R> Map<K, R> ask(Collection<K> those, Function<K, R> question) {
    var asked = new LinkedHashMap<K, CompletableFuture<R>>();
    those.forEach(each ->
        asked.put(
            each,
            CompletableFuture.supplyAsync(() -> question.apply(each), Thread::startVirtualThread)));
    var replies = new LinkedHashMap<K, R>();
    asked.forEach((each, reply) -> replies.put(each, reply.join()));
    return replies;
  }
}
