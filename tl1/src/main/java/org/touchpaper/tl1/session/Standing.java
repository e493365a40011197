package org.touchpaper.tl1.session;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.transport.AccessRefused;

/**
 * The one connection a session stands on: made when it is needed, made again after a loss, and
 * after each failure in a row only some time later.
 */
public final class Standing<C extends Standing.Held> {

  private static final Logger log = LoggerFactory.getLogger(Standing.class);

  /** A connection that is logged in. */
  public interface Held {

    /** True from the moment it begins to close: nothing is sent on it any more. */
    boolean isClosing();

    /** Completed once it is closed, with the reason. */
    CompletableFuture<String> closed();

    Instant lastHeard();

    /** True once it was of use, beyond the login. */
    boolean isProven();

    void close(String reason);
  }

  /** Opens a connection on which nobody has logged in yet. */
  @FunctionalInterface
  public interface Dialling<C> {
    C dial() throws IOException;
  }

  /** Logs in; what cannot is closed by whoever asked for it. */
  @FunctionalInterface
  public interface Login<C> {
    void on(C dialled) throws IOException, InterruptedException;
  }

  /** The element answered, and would not have us. */
  public static final class LoginRefused extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean passes;

    public LoginRefused(String message) {
      this(message, false);
    }

    /**
     * Refused.
     *
     * @param passes true if it is for now, and nothing against who we say we are
     */
    public LoginRefused(String message, boolean passes) {
      super(message);
      this.passes = passes;
    }

    boolean passes() {
      return passes;
    }
  }

  private final Endpoint endpoint;
  private final Timing timing;
  private final Dialling<C> dialling;
  private final Login<C> login;
  private final List<Consumer<SessionEvent>> watchers = new CopyOnWriteArrayList<>();
  private final ReentrantLock connecting = new ReentrantLock(true);
  private final AtomicInteger logins = new AtomicInteger();
  private final CompletableFuture<Void> closing = new CompletableFuture<>();
  private volatile @Nullable C current;
  private volatile SessionState between = new SessionState.Idle("not needed so far");
  private volatile Instant since = Instant.MIN;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicInteger unproven = new AtomicInteger();
  private volatile CompletableFuture<Void> gone = CompletableFuture.completedFuture(null);
  private volatile CompletableFuture<Void> due = CompletableFuture.completedFuture(null);
  private volatile boolean kept;

  /** Nothing is dialled before it is needed. */
  public Standing(Endpoint endpoint, Timing timing, Dialling<C> dialling, Login<C> login) {
    this.endpoint = endpoint;
    this.timing = timing;
    this.dialling = dialling;
    this.login = login;
  }

  public int logins() {
    return logins.get();
  }

  public void watch(Consumer<SessionEvent> watcher) {
    watchers.add(watcher);
  }

  public SessionState state() {
    var open = current;
    if (closing.isDone()) {
      return new SessionState.Closed();
    }
    return open != null && !open.isClosing()
        ? new SessionState.Connected(since, open.lastHeard())
        : between;
  }

  /** The connection if there is one. */
  public @Nullable C open() {
    var open = current;
    return open != null && !open.isClosing() ? open : null;
  }

  /**
   * The connection, made if there is none; waits for the next attempt if that is due soon.
   *
   * @throws IOException says why there is none, and when the next attempt is due
   */
  public C connected() throws IOException, InterruptedException {
    var open = open();
    if (open != null) {
      return open;
    }
    var failuresBefore = failures.get();
    var told = new CompletableFuture<Void>();
    connecting.lockInterruptibly();
    try {
      open = open();
      if (open != null) {
        return open;
      }
      if (failures.get() > failuresBefore && between instanceof SessionState.Waiting waiting) {
        throw notYet(waiting); // somebody else has just tried
      }
      awaitClosed(); // some elements let one user in once at a time
      awaitDue();
      open = connect();
      gone = whenLost(open, told);
    } finally {
      connecting.unlock();
    }
    tell(new SessionEvent.Connected(since, logins.get()));
    told.complete(null);
    return open;
  }

  /**
   * The same for somebody who waits no longer than for their turn: then the attempt goes on without
   * them.
   *
   * @throws IOException also if there was none by then
   */
  C connected(Turn turn) throws IOException, InterruptedException {
    var open = open();
    if (open != null || turn.isWhenever()) {
      return open != null ? open : connected();
    }
    var attempt = new FutureTask<>(() -> connected());
    Thread.startVirtualThread(attempt);
    try {
      return attempt.get(turn.nanosLeft(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException(turn.missedConnecting(), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException why
          ? why
          : new IOException(String.valueOf(e.getCause()), e);
    }
  }

  /** From now on connects by itself, at once and after each loss. */
  public void keep() {
    if (!kept) {
      kept = true;
      Thread.startVirtualThread(this::attempt);
    }
  }

  /** However long the next attempt was put off, it is due now. */
  public void retryNow() {
    due.complete(null);
  }

  /** Ends it; the connection itself is left to the caller. */
  public void close() {
    closing.complete(null);
  }

  public boolean isClosed() {
    return closing.isDone();
  }

  void tell(SessionEvent event) {
    for (var watcher : watchers) {
      try {
        watcher.accept(event);
      } catch (RuntimeException e) {
        log.warn("a watcher of {} failed on {}", endpoint, event.getClass().getSimpleName(), e);
      }
    }
  }

  private C connect() throws IOException, InterruptedException {
    between = new SessionState.LoggingIn(timing.clock().instant());
    try {
      var open = loggedIn();
      since = timing.clock().instant();
      failures.set(0);
      refusals.set(0);
      between = new SessionState.Idle("");
      current = open;
      logins.incrementAndGet();
      if (closing.isDone()) {
        open.close("closed by us");
      }
      return open;
    } catch (IOException e) {
      throw failed(e);
    } catch (RuntimeException e) { // whatever it is, it may be mended, as a key that is garbled
      log.error("cannot connect to {}", endpoint, e);
      throw failed(new IOException("cannot connect to " + endpoint + ": " + e, e));
    } finally {
      if (between instanceof SessionState.LoggingIn) {
        between = new SessionState.Idle("an attempt was broken off");
      }
    }
  }

  private IOException failed(IOException why) {
    stayAway(pauseAfter(why), String.valueOf(why.getMessage()));
    return why;
  }

  private Duration pauseAfter(IOException failure) {
    var inARow = failures.incrementAndGet();
    return switch (failure) {
      case LoginRefused refused when refused.passes() -> timing.retry().after(inARow, true);
      case LoginRefused _, AccessRefused _ ->
          timing.retry().afterRefusal(refusals.incrementAndGet());
      default -> timing.retry().after(inARow, false);
    };
  }

  private C loggedIn() throws IOException, InterruptedException {
    var dialled = dialling.dial();
    var welcome = false;
    try {
      login.on(dialled);
      welcome = true;
      return dialled;
    } finally {
      if (!welcome) {
        dialled.close("login failed");
        gone = dialled.closed().thenAccept(_ -> {});
      }
    }
  }

  private void stayAway(Duration pause, String because) {
    between = new SessionState.Waiting(timing.clock().instant().plus(pause), because);
    due = attemptIn(pause);
  }

  /** Completed once the connection is closed and what follows from that is decided. */
  private CompletableFuture<Void> whenLost(C open, CompletableFuture<Void> told) {
    return open.closed()
        .thenCombine(told, (reason, _) -> reason)
        .thenAccept(reason -> lost(open, reason));
  }

  private void awaitClosed() throws InterruptedException {
    await(gone);
  }

  /** Whoever asks long before an attempt is due is told so instead of waiting in silence. */
  private void awaitDue() throws IOException, InterruptedException {
    if (closing.isDone()) {
      throw new IOException("the session is closed");
    }
    if (!due.isDone() && between instanceof SessionState.Waiting waiting) {
      var rest = Duration.between(timing.clock().instant(), waiting.until());
      if (rest.compareTo(timing.connect()) > 0) {
        throw notYet(waiting);
      }
      await(due);
    }
    if (closing.isDone()) {
      throw new IOException("the session is closed");
    }
  }

  /** Waits this long, or until the session is closed. */
  public void pause(Duration time) throws InterruptedException {
    if (time.isPositive()) {
      var over = new CompletableFuture<Void>();
      timing.waker().after(time, () -> over.complete(null));
      await(over);
    }
  }

  private void await(CompletableFuture<Void> event) throws InterruptedException {
    try {
      CompletableFuture.anyOf(event, closing).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a pause does not fail", e);
    }
  }

  private static IOException notYet(SessionState.Waiting waiting) {
    return new IOException(waiting.because() + "; the next attempt is due at " + waiting.until());
  }

  /**
   * What was of use may be needed again at once. An element that lets us in and throws us out, time
   * and again, is called later and later, as one that does not let us in.
   */
  private void lost(C former, String reason) {
    if (closing.isDone()) {
      return;
    }
    var inVain = former.isProven() ? 0 : unproven.get() + 1;
    unproven.set(inVain);
    if (inVain > 1) {
      stayAway(timing.retry().after(inVain - 1, true), "logged in in vain: " + reason);
    } else {
      between = new SessionState.Idle(reason);
      if (kept) {
        var _ = attemptIn(timing.retry().afterLoss());
      }
    }
    tell(new SessionEvent.Lost(timing.clock().instant(), reason));
  }

  /** Completed when an attempt is due, which a session that stays connected makes at once. */
  private CompletableFuture<Void> attemptIn(Duration pause) {
    var whenDue = new CompletableFuture<Void>();
    timing
        .waker()
        .after(
            pause,
            () -> {
              whenDue.complete(null);
              if (kept) {
                Thread.startVirtualThread(this::attempt);
              }
            });
    return whenDue;
  }

  private void attempt() {
    try {
      connected();
    } catch (IOException e) {
      log.debug("{} stays away: {}", endpoint, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.error("cannot go on with {}", endpoint, e);
    }
  }
}
