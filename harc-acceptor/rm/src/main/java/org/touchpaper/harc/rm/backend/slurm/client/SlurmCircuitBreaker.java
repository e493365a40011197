package org.touchpaper.harc.rm.backend.slurm.client;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/**
 * A circuit breaker for calls to Slurm. While Slurm does not answer, one call at a time probes it
 * and others fail at once: a call without an answer takes many seconds, and would occupy threads
 * that votes need. A call that has not been answered for some seconds counts as failed, too,
 * because tasks that repeat every second would otherwise pile up before the first one fails.
 */
final class SlurmCircuitBreaker {
  /** The number of concurrent calls while Slurm answers; others wait for a permit. */
  static final int MAX_CONCURRENT = 8;

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);

  private final LongSupplier nanoTime;
  private final Duration timeout;
  private final Semaphore permits = new Semaphore(MAX_CONCURRENT, true);
  private final Semaphore probe = new Semaphore(1);
  private final Set<InFlightCall> inFlight = ConcurrentHashMap.newKeySet();
  private volatile boolean isOpen;
  private volatile Optional<String> problem = Optional.empty();

  SlurmCircuitBreaker() {
    this(System::nanoTime, DEFAULT_TIMEOUT);
  }

  /**
   * With another clock and timeout.
   *
   * @param timeout after which a call counts as unanswered, and how long a call waits for a permit
   */
  SlurmCircuitBreaker(LongSupplier nanoTime, Duration timeout) {
    this.nanoTime = nanoTime;
    this.timeout = timeout;
  }

  /** A call in progress, compared by identity. */
  private static final class InFlightCall {
    private final long startedAt;

    InFlightCall(long startedAt) {
      this.startedAt = startedAt;
    }
  }

  /** Why the latest call got no usable answer; empty if it got one. */
  Optional<String> problem() {
    return problem;
  }

  /**
   * Runs a call.
   *
   * @param call reports its result through the methods below
   * @throws CircuitOpenException at once, if the latest call failed or one is overdue and another
   *     call is probing; after the timeout, if no permit became free
   */
  <T> T execute(Supplier<T> call) {
    return isOpen || isOverdue() ? executeAsProbe(call) : executeWithPermit(call);
  }

  private boolean isOverdue() {
    var now = nanoTime.getAsLong();
    return inFlight.stream().anyMatch(call -> now - call.startedAt > timeout.toNanos());
  }

  private <T> T executeAsProbe(Supplier<T> call) {
    if (!probe.tryAcquire()) {
      throw circuitOpen();
    }
    try {
      return call.get();
    } finally {
      probe.release();
    }
  }

  private <T> T executeWithPermit(Supplier<T> call) {
    if (!acquirePermit()) {
      throw circuitOpen();
    }
    var inFlightCall = new InFlightCall(nanoTime.getAsLong());
    inFlight.add(inFlightCall);
    try {
      return call.get();
    } finally {
      inFlight.remove(inFlightCall);
      permits.release();
    }
  }

  private boolean acquirePermit() {
    try {
      return permits.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private CircuitOpenException circuitOpen() {
    return new CircuitOpenException(problem.orElse("Slurm has not answered earlier requests yet"));
  }

  /** There was a usable answer. */
  void recordSuccess() {
    isOpen = false;
    problem = Optional.empty();
  }

  /** There was no answer. */
  SchedulerUnreachableException recordFailure(String message, Throwable cause) {
    isOpen = true;
    return recordInvalidAnswer(message, cause);
  }

  /** There was an answer, but an unusable one. */
  SchedulerUnreachableException recordInvalidAnswer(String message, Throwable cause) {
    problem = Optional.of(message);
    return new SchedulerUnreachableException(message, cause);
  }
}
