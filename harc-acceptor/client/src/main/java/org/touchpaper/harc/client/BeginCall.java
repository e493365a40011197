package org.touchpaper.harc.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * One call to begin a transaction. It tries one acceptor, and the next when that fails or does not
 * reply. A second begin joins the transaction, so trying several acceptors is safe.
 */
final class BeginCall implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BeginCall.class);

  /** After this time without a reply the next acceptor is tried; a slow one is only joined. */
  private static final Duration NEXT_ACCEPTOR_DELAY = Duration.ofMillis(2500);

  /** Pause after all acceptors have been tried. */
  private static final Duration RETRY_PAUSE = Duration.ofMillis(250);

  private final List<AcceptorClient> acceptors;
  private final TransactionRequest request;
  private final LinkedBlockingQueue<AttemptResult> results = new LinkedBlockingQueue<>();

  /** Threads in HTTP exchanges; replies over streams need none. */
  private final List<Thread> exchangeThreads = new ArrayList<>();

  private boolean closed;
  private int attempts;
  private int outstanding;

  /** True once an acceptor may have begun: NOT_STARTED is ruled out then. */
  private boolean mayHaveBegun;

  /** Acceptors that have bound the id to another record. */
  private final Set<String> conflictingAcceptors = new HashSet<>();

  /** The distinct reasons of acceptors that did not begin. */
  private final Set<String> objections = new LinkedHashSet<>();

  /** Acceptors that are alive are tried first: one that hangs would cost its timeout. */
  BeginCall(List<AcceptorClient> acceptors, TransactionRequest request) {
    this.acceptors =
        acceptors.stream().sorted(Comparator.comparing(acceptor -> !acceptor.isAlive())).toList();
    this.request = request;
  }

  /** How one exchange ended. */
  private record AttemptResult(
      AcceptorClient acceptor,
      @Nullable TransactionOutcomeResponse report,
      @Nullable Exception failure) {}

  BeginResult await(Duration timeout) {
    var report = awaitOutcome(timeout);
    return new BeginResult(
        report, report.outcome().isDecided() ? List.of() : List.copyOf(objections));
  }

  private TransactionOutcomeResponse awaitOutcome(Duration timeout) {
    var deadline = System.nanoTime() + timeout.toNanos();
    beginAtNextAcceptor(timeout);
    while (true) {
      var remainingNanos = deadline - System.nanoTime();
      var result =
          remainingNanos <= 0
              ? null
              : poll(Math.min(remainingNanos, NEXT_ACCEPTOR_DELAY.toNanos()));
      if (System.nanoTime() - deadline >= 0 && result == null) {
        return TransactionOutcomeResponse.of(Outcome.UNDECIDED);
      }
      if (result == null) {
        beginAtNextAcceptor(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        continue;
      }
      outstanding--;
      if (isFinal(result)) {
        return result.report() == null
            ? TransactionOutcomeResponse.of(Outcome.UNDECIDED)
            : result.report();
      }
      if (outstanding == 0 && attempts >= acceptors.size()) {
        if (!mayHaveBegun) {
          return TransactionOutcomeResponse.of(Outcome.NOT_STARTED);
        }
        pauseBeforeRetry();
      }
      if (outstanding == 0) {
        beginAtNextAcceptor(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    }
  }

  private boolean isFinal(AttemptResult result) {
    var report = result.report();
    if (report == null) {
      var failure = result.failure();
      objections.add(failure == null ? "" : String.valueOf(failure.getMessage()));
      mayHaveBegun |=
          !(failure instanceof PeerRequestException unreachable)
              || unreachable.mayHaveBeenReceived();
      LOG.warn(
          "transaction={} begin at {} failed: {}",
          request.record().id(),
          result.acceptor().peer().name(),
          failure == null ? "" : failure.getMessage());
      return false;
    }
    return switch (report.outcome()) {
      case COMMIT, ABORT -> true;
      case OTHER_RECORD -> {
        // The others may have bound the id to this record and commit it; after F+1 replies they
        // cannot.
        conflictingAcceptors.add(result.acceptor().peer().name());
        yield conflictingAcceptors.size() > acceptors.size() / 2;
      }
      case NOT_STARTED -> {
        objections.add(
            result.acceptor().peer().name()
                + " did not reach a majority of acceptors in time: they are unavailable, or the"
                + " transaction was begun too late");
        yield !mayHaveBegun && outstanding == 0;
      }
      case UNDECIDED, UNKNOWN -> {
        mayHaveBegun = true;
        yield false;
      }
    };
  }

  private void beginAtNextAcceptor(Duration timeout) {
    var acceptor = acceptors.get(attempts % acceptors.size());
    attempts++;
    outstanding++;
    acceptor
        .beginOverStream(request, timeout)
        .ifPresentOrElse(
            reply -> {
              var _ =
                  reply.whenComplete(
                      (report, failure) -> onStreamReply(acceptor, timeout, report, failure));
            },
            () -> startExchange(() -> beginOverHttp(acceptor, timeout)));
  }

  private void onStreamReply(
      AcceptorClient acceptor,
      Duration timeout,
      @Nullable TransactionOutcomeResponse report,
      @Nullable Throwable failure) {
    var refusal = refusalIn(failure);
    if (report != null) {
      results.add(new AttemptResult(acceptor, report, null));
    } else if (refusal != null) {
      results.add(failedAttempt(acceptor, refusal));
    } else {
      var noReply =
          new PeerRequestException(
              "no reply over the stream to " + acceptor.peer() + ": " + failure, true);
      startExchange(() -> retryOverHttp(acceptor, timeout, noReply));
    }
  }

  private synchronized void startExchange(Supplier<AttemptResult> exchange) {
    if (!closed) {
      exchangeThreads.removeIf(thread -> !thread.isAlive());
      exchangeThreads.add(Thread.startVirtualThread(() -> results.add(exchange.get())));
    }
  }

  /** The acceptor's refusal; null if the stream failed. */
  private static @Nullable PeerRequestException refusalIn(@Nullable Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof PeerRequestException unreachable ? unreachable : null;
  }

  /** A stale connection fails once, so the exchange is retried once. */
  private AttemptResult beginOverHttp(AcceptorClient acceptor, Duration timeout) {
    try {
      return new AttemptResult(acceptor, acceptor.begin(request, timeout), null);
    } catch (PeerRequestException firstFailure) {
      return firstFailure.mayHaveBeenReceived()
          ? retryOverHttp(acceptor, timeout, firstFailure)
          : failedAttempt(acceptor, firstFailure);
    } catch (RuntimeException e) {
      return failedAttempt(acceptor, e);
    }
  }

  private AttemptResult retryOverHttp(
      AcceptorClient acceptor, Duration timeout, PeerRequestException firstFailure) {
    try {
      return new AttemptResult(acceptor, acceptor.begin(request, timeout), null);
    } catch (PeerRequestException _) {
      return failedAttempt(acceptor, firstFailure);
    } catch (RuntimeException e) {
      return failedAttempt(acceptor, e);
    }
  }

  private static AttemptResult failedAttempt(AcceptorClient acceptor, Exception failure) {
    return new AttemptResult(acceptor, null, failure);
  }

  private @Nullable AttemptResult poll(long nanos) {
    try {
      return results.poll(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while beginning " + request.record().id(), e);
    }
  }

  private void pauseBeforeRetry() {
    poll(RETRY_PAUSE.toNanos());
  }

  /** Interrupts pending exchanges. */
  @Override
  public synchronized void close() {
    closed = true;
    exchangeThreads.forEach(Thread::interrupt);
  }
}
