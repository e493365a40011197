package org.touchpaper.harc.client;

import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
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
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Request;

/**
 * One attempt to begin a transaction. It tells one acceptor, and the next when that one fails or
 * keeps silent for long: beginning twice is joining, so a second acceptor never does harm.
 */
final class Beginning implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Beginning.class);

  /** Who hears nothing for so long may suspect a leader that hangs; a slow one is only joined. */
  private static final Duration SILENCE = Duration.ofMillis(2500);

  /** Between two rounds over all acceptors. */
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final List<AcceptorClient> acceptors;
  private final Hung hung;
  private final Request request;
  private final LinkedBlockingQueue<Ended> ended = new LinkedBlockingQueue<>();

  /** Those that wait for answers; a stream's answers need none. */
  private final List<Thread> waiting = new ArrayList<>();

  private boolean closed;
  private int told;
  private int underWay;

  /** True once some acceptor may have begun: from then on "not started" cannot be said. */
  private boolean maybeBegun;

  /** Who said that the id is bound to another record. */
  private final Set<String> otherwiseBound = new HashSet<>();

  /** Why acceptors have not taken it up, each once. */
  private final Set<String> objections = new LinkedHashSet<>();

  Beginning(List<AcceptorClient> acceptors, Hung hung, Request request) {
    this.acceptors = hung.last(acceptors);
    this.hung = hung;
    this.request = request;
  }

  /** How one exchange ended. */
  private record Ended(
      AcceptorClient acceptor, @Nullable Knowledge knowledge, @Nullable Exception failure) {}

  Begun await(Duration wait) {
    var knowledge = knowledge(wait);
    return new Begun(
        knowledge, knowledge.outcome().isDecided() ? List.of() : List.copyOf(objections));
  }

  private Knowledge knowledge(Duration wait) {
    var deadline = System.nanoTime() + wait.toNanos();
    tellNext(wait);
    while (true) {
      var left = deadline - System.nanoTime();
      var next = left <= 0 ? null : poll(Math.min(left, SILENCE.toNanos()));
      if (System.nanoTime() - deadline >= 0 && next == null) {
        return Knowledge.of(Outcome.UNDECIDED);
      }
      if (next == null) {
        hung.doubt(acceptors.get((told - 1) % acceptors.size()));
        tellNext(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        continue;
      }
      underWay--;
      if (isFinal(next)) {
        return next.knowledge() == null ? Knowledge.of(Outcome.UNDECIDED) : next.knowledge();
      }
      if (underWay == 0 && told >= acceptors.size()) {
        if (!maybeBegun) {
          return Knowledge.of(Outcome.NOT_STARTED);
        }
        pause();
      }
      if (underWay == 0) {
        tellNext(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    }
  }

  private boolean isFinal(Ended end) {
    var knowledge = end.knowledge();
    if (knowledge == null) {
      var failure = end.failure();
      objections.add(failure == null ? "" : String.valueOf(failure.getMessage()));
      maybeBegun |= !(failure instanceof PeerUnreachable silence) || silence.maybeReceived();
      if (failure instanceof PeerUnreachable
          && failure.getCause() instanceof HttpTimeoutException) {
        hung.doubt(end.acceptor());
      }
      LOG.warn(
          "transaction={} begin at {} failed: {}",
          request.record().id(),
          end.acceptor().peer().name(),
          failure == null ? "" : failure.getMessage());
      return false;
    }
    return switch (knowledge.outcome()) {
      case COMMIT, ABORT -> true;
      case OTHER_RECORD -> {
        // The others may have bound it to ours, and commit it: F+1 of them never will.
        otherwiseBound.add(end.acceptor().peer().name());
        yield otherwiseBound.size() > acceptors.size() / 2;
      }
      case NOT_STARTED -> {
        objections.add(
            end.acceptor().peer().name()
                + " reached fewer than half of the others in time: they are away, or it was begun too late");
        yield !maybeBegun && underWay == 0;
      }
      case UNDECIDED, UNKNOWN -> {
        maybeBegun = true;
        yield false;
      }
    };
  }

  private void tellNext(Duration wait) {
    var acceptor = acceptors.get(told % acceptors.size());
    told++;
    underWay++;
    acceptor
        .beginOverStream(request, wait)
        .ifPresentOrElse(
            answer -> {
              var _ = answer.whenComplete((said, failure) -> heard(acceptor, wait, said, failure));
            },
            () -> waitFor(() -> tell(acceptor, wait)));
  }

  private void heard(
      AcceptorClient acceptor,
      Duration wait,
      @Nullable Knowledge said,
      @Nullable Throwable failure) {
    var refusal = refusal(failure);
    if (said != null) {
      ended.add(new Ended(acceptor, said, null));
    } else if (refusal != null) {
      ended.add(failed(acceptor, refusal));
    } else {
      var silence =
          new PeerUnreachable(
              "no answer over the stream of " + acceptor.peer() + ": " + failure, true);
      waitFor(() -> tellAgain(acceptor, wait, silence));
    }
  }

  private synchronized void waitFor(Supplier<Ended> exchange) {
    if (!closed) {
      waiting.removeIf(each -> !each.isAlive());
      waiting.add(Thread.startVirtualThread(() -> ended.add(exchange.get())));
    }
  }

  /** What the acceptor itself said against it; null if the stream failed. */
  private static @Nullable PeerUnreachable refusal(@Nullable Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof PeerUnreachable said ? said : null;
  }

  /** A connection that has gone stale fails once; a second failure is the acceptor's. */
  private Ended tell(AcceptorClient acceptor, Duration wait) {
    try {
      return new Ended(acceptor, acceptor.begin(request, wait), null);
    } catch (PeerUnreachable first) {
      return first.maybeReceived() ? tellAgain(acceptor, wait, first) : failed(acceptor, first);
    } catch (RuntimeException e) {
      return failed(acceptor, e);
    }
  }

  private Ended tellAgain(AcceptorClient acceptor, Duration wait, PeerUnreachable first) {
    try {
      return new Ended(acceptor, acceptor.begin(request, wait), null);
    } catch (PeerUnreachable _) {
      return failed(acceptor, first);
    } catch (RuntimeException e) {
      return failed(acceptor, e);
    }
  }

  private static Ended failed(AcceptorClient acceptor, Exception failure) {
    return new Ended(acceptor, null, failure);
  }

  private @Nullable Ended poll(long nanos) {
    try {
      return ended.poll(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while beginning " + request.record().id(), e);
    }
  }

  private void pause() {
    poll(PAUSE.toNanos());
  }

  /** Who has not answered by now is not waited for. */
  @Override
  public synchronized void close() {
    closed = true;
    waiting.forEach(Thread::interrupt);
  }
}
