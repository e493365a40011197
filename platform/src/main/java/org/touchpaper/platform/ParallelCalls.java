package org.touchpaper.platform;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Makes several calls side by side, in virtual threads; a single call in the caller's thread. */
public final class ParallelCalls {

  private ParallelCalls() {}

  /**
   * The results in the order of the calls. Waits for all calls; then throws the failure of the
   * first that failed.
   */
  public static <T> List<T> invokeAll(List<Supplier<T>> calls) {
    return invokeAll(calls, Integer.MAX_VALUE);
  }

  /**
   * Like {@link #invokeAll(List)}, with a limited number of calls at the same time, in their order.
   */
  public static <T> List<T> invokeAll(List<Supplier<T>> calls, int atOnce) {
    return invokeUntil(calls, atOnce, _ -> false, Duration.ZERO).stream()
        .map(Optional::orElseThrow)
        .toList();
  }

  /**
   * Like {@link #invokeAll}, until a result is decisive: then begins no more calls, and waits for
   * the others only for a grace time.
   *
   * @return the results in the order of the calls; empty for a call not begun or not awaited
   */
  public static <T> List<Optional<T>> invokeUntil(
      List<Supplier<T>> calls, int atOnce, Predicate<T> isDecisive, Duration grace) {
    if (calls.size() == 1) {
      return List.of(Optional.of(calls.getFirst().get()));
    }
    var decision = new CompletableFuture<Boolean>();
    var results = begin(calls, atOnce, isDecisive, decision);
    var all =
        CompletableFuture.allOf(results.toArray(CompletableFuture[]::new)).handle((_, _) -> true);
    await(CompletableFuture.anyOf(all, decision));
    await(all.completeOnTimeout(false, grace.toNanos(), TimeUnit.NANOSECONDS));
    return results.stream()
        .map(result -> result.isDone() ? await(result) : Optional.<T>empty())
        .toList();
  }

  private static <T> List<CompletableFuture<Optional<T>>> begin(
      List<Supplier<T>> calls,
      int atOnce,
      Predicate<T> isDecisive,
      CompletableFuture<Boolean> decision) {
    var results =
        IntStream.range(0, calls.size())
            .mapToObj(_ -> new CompletableFuture<Optional<T>>())
            .toList();
    var next = new AtomicInteger();
    for (var thread = 0; thread < Math.min(atOnce, calls.size()); thread++) {
      Thread.startVirtualThread(() -> {
        for (var i = next.getAndIncrement(); i < calls.size(); i = next.getAndIncrement()) {
          if (decision.isDone()) {
            results.get(i).complete(Optional.empty());
          } else {
            invoke(calls.get(i), results.get(i));
            if (isDecisive(results.get(i), isDecisive)) {
              decision.complete(true);
            }
          }
        }
      });
    }
    return results;
  }

  private static <T> void invoke(Supplier<T> call, CompletableFuture<Optional<T>> result) {
    try {
      result.complete(Optional.of(call.get()));
    } catch (Throwable e) { // the caller's thread throws it
      result.completeExceptionally(e);
    }
  }

  private static <T> boolean isDecisive(
      CompletableFuture<Optional<T>> result, Predicate<T> isDecisive) {
    return !result.isCompletedExceptionally() && result.join().filter(isDecisive).isPresent();
  }

  private static <T> T await(CompletableFuture<T> result) {
    try {
      return result.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error error -> throw error;
        case null, default ->
            throw new IllegalStateException("a call threw a checked exception", e);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted while waiting for results");
    }
  }
}
