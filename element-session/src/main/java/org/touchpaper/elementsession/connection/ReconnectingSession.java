package org.touchpaper.elementsession.connection;

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
import org.touchpaper.elementsession.transcript.SessionTranscriptRecorder;
import org.touchpaper.elementsession.transport.AccessRefusedException;

/**
 * A session with one element over one connection, which is opened when needed and reopened after a
 * loss, with backoff after consecutive failures. A protocol adds how to connect, to log in and to
 * log out, and its requests.
 */
public abstract class ReconnectingSession<C extends ElementConnection> {

  private static final Logger log = LoggerFactory.getLogger(ReconnectingSession.class);

  private static final Duration LOGOUT_TIMEOUT = Duration.ofSeconds(2);
  private static final String CLOSED_BY_OWNER = "the session was closed";

  /** The element answered and refused the login. */
  public static final class LoginRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean isTransient;

    public LoginRefusedException(String message) {
      this(message, false);
    }

    /**
     * @param isTransient true if the credentials are not the cause
     */
    public LoginRefusedException(String message, boolean isTransient) {
      super(message);
      this.isTransient = isTransient;
    }

    public boolean isTransient() {
      return isTransient;
    }
  }

  protected final SessionTiming timing;
  protected final SessionTranscriptRecorder transcript;
  private final ElementEndpoint endpoint;
  private final List<Consumer<SessionEvent>> listeners = new CopyOnWriteArrayList<>();
  private final ReentrantLock connectLock = new ReentrantLock(true);
  private final AtomicInteger loginCount = new AtomicInteger();
  private final CompletableFuture<Void> closeSignal = new CompletableFuture<>();
  private volatile @Nullable C current;
  private volatile SessionState disconnectedState = new SessionState.Idle("not used yet");
  private volatile Instant connectedSince = Instant.MIN;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();
  private final AtomicInteger unusedConnections = new AtomicInteger();
  private volatile CompletableFuture<Void> previousClosed = CompletableFuture.completedFuture(null);
  private volatile CompletableFuture<Void> nextAttemptDue = CompletableFuture.completedFuture(null);
  private volatile boolean staysConnected;

  protected ReconnectingSession(
      ElementEndpoint endpoint, SessionTiming timing, SessionTranscriptRecorder transcript) {
    this.endpoint = endpoint;
    this.timing = timing;
    this.transcript = transcript;
  }

  /** Opens a connection without logging in. */
  protected abstract C connect() throws IOException;

  /** Logs in; the caller closes the connection if that fails. */
  protected abstract void logIn(C connection) throws IOException, InterruptedException;

  /** Logs out; the caller closes the connection then, and after two seconds at the latest. */
  protected abstract void logOut(C connection);

  public final ElementEndpoint endpoint() {
    return endpoint;
  }

  public final int loginCount() {
    return loginCount.get();
  }

  public final void addListener(Consumer<SessionEvent> listener) {
    listeners.add(listener);
  }

  public final SessionState state() {
    var connection = current;
    if (closeSignal.isDone()) {
      return new SessionState.Closed();
    }
    return connection != null && !connection.isClosing()
        ? new SessionState.Connected(connectedSince, connection.lastReceived())
        : disconnectedState;
  }

  protected final @Nullable C current() {
    var connection = current;
    return connection != null && !connection.isClosing() ? connection : null;
  }

  /**
   * Returns the connection, opened if necessary; waits for the next attempt if that is due soon.
   *
   * @throws IOException states the reason, and when the next attempt is due
   */
  protected final C getOrConnect() throws IOException, InterruptedException {
    var connection = current();
    if (connection != null) {
      return connection;
    }
    var failuresBefore = failures.get();
    var announced = new CompletableFuture<Void>();
    connectLock.lockInterruptibly();
    try {
      connection = current();
      if (connection != null) {
        return connection;
      }
      if (failures.get() > failuresBefore
          && disconnectedState instanceof SessionState.Waiting waiting) {
        throw notDueYet(waiting); // another thread has just tried
      }
      await(previousClosed); // some elements permit one session per user
      awaitNextAttempt();
      connection = attemptLogin();
      previousClosed = onceClosed(connection, announced);
    } finally {
      connectLock.unlock();
    }
    notifyListeners(new SessionEvent.Connected(connectedSince, loginCount.get()));
    announced.complete(null);
    return connection;
  }

  /**
   * Returns the connection, but waits no longer than the deadline; the attempt then continues in
   * the background.
   *
   * @throws IOException also if the deadline passed
   */
  protected final C getOrConnect(QueueDeadline deadline) throws IOException, InterruptedException {
    var connection = current();
    if (connection != null || deadline.isUnlimited()) {
      return connection != null ? connection : getOrConnect();
    }
    var attempt = new FutureTask<>(() -> getOrConnect());
    Thread.startVirtualThread(attempt);
    try {
      return attempt.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException(deadline.connectTimeoutMessage(), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause
          ? cause
          : new IOException(String.valueOf(e.getCause()), e);
    }
  }

  public final void stayConnected() {
    if (!staysConnected) {
      staysConnected = true;
      Thread.startVirtualThread(this::connectInBackground);
    }
  }

  public final void retryNow() {
    nextAttemptDue.complete(null);
  }

  public final void close() {
    closeSignal.complete(null);
    var connection = current();
    if (connection != null) {
      var timer = timing.schedule(LOGOUT_TIMEOUT, () -> connection.close(CLOSED_BY_OWNER));
      try {
        logOut(connection);
      } finally {
        timer.cancel();
        connection.close(CLOSED_BY_OWNER);
      }
    }
  }

  protected final boolean isClosed() {
    return closeSignal.isDone();
  }

  protected final void notifyListeners(SessionEvent event) {
    for (var listener : listeners) {
      try {
        listener.accept(event);
      } catch (RuntimeException e) {
        log.warn(
            "session listener failed, element={} event={}",
            endpoint,
            event.getClass().getSimpleName(),
            e);
      }
    }
  }

  private C attemptLogin() throws IOException, InterruptedException {
    disconnectedState = new SessionState.LoggingIn(timing.clock().instant());
    try {
      var connection = connectAndLogIn();
      connectedSince = timing.clock().instant();
      failures.set(0);
      refusals.set(0);
      disconnectedState = new SessionState.Idle("");
      current = connection;
      loginCount.incrementAndGet();
      if (closeSignal.isDone()) {
        connection.close(CLOSED_BY_OWNER);
      }
      return connection;
    } catch (IOException e) {
      throw recordFailure(e);
    } catch (RuntimeException e) { // may be correctable, such as an unreadable key file
      log.error("cannot connect to {}", endpoint, e);
      throw recordFailure(new IOException("cannot connect to " + endpoint + ": " + e, e));
    } finally {
      if (disconnectedState instanceof SessionState.LoggingIn) {
        disconnectedState = new SessionState.Idle("the last connection attempt was interrupted");
      }
    }
  }

  private IOException recordFailure(IOException failure) {
    backOff(retryDelayAfter(failure), String.valueOf(failure.getMessage()));
    return failure;
  }

  private Duration retryDelayAfter(IOException failure) {
    var failureCount = failures.incrementAndGet();
    return switch (failure) {
      case LoginRefusedException refused when refused.isTransient() ->
          timing.backoff().delayAfterFailures(failureCount, true);
      case LoginRefusedException _, AccessRefusedException _ ->
          timing.backoff().delayAfterRefusals(refusals.incrementAndGet());
      default -> timing.backoff().delayAfterFailures(failureCount, false);
    };
  }

  private C connectAndLogIn() throws IOException, InterruptedException {
    var connection = connect();
    var isLoggedIn = false;
    try {
      logIn(connection);
      isLoggedIn = true;
      return connection;
    } finally {
      if (!isLoggedIn) {
        connection.close("login failed");
        previousClosed = connection.closed().thenAccept(_ -> {});
      }
    }
  }

  private void backOff(Duration delay, String reason) {
    disconnectedState = new SessionState.Waiting(timing.clock().instant().plus(delay), reason);
    nextAttemptDue = scheduleAttempt(delay);
  }

  /** Completes when the connection is closed and the loss has been handled. */
  private CompletableFuture<Void> onceClosed(C connection, CompletableFuture<Void> announced) {
    return connection
        .closed()
        .thenCombine(announced, (reason, _) -> reason)
        .thenAccept(reason -> onLost(connection, reason));
  }

  /** Waits for the next attempt if it is due soon; otherwise fails with the time when it is due. */
  private void awaitNextAttempt() throws IOException, InterruptedException {
    if (closeSignal.isDone()) {
      throw new IOException("the session is closed");
    }
    if (!nextAttemptDue.isDone() && disconnectedState instanceof SessionState.Waiting waiting) {
      var remaining = Duration.between(timing.clock().instant(), waiting.until());
      if (remaining.compareTo(timing.connectTimeout()) > 0) {
        throw notDueYet(waiting);
      }
      await(nextAttemptDue);
    }
    if (closeSignal.isDone()) {
      throw new IOException("the session is closed");
    }
  }

  /** Waits for a duration, or until the session is closed. */
  protected final void pause(Duration duration) throws InterruptedException {
    if (duration.isPositive()) {
      var elapsed = new CompletableFuture<Void>();
      timing.schedule(duration, () -> elapsed.complete(null));
      await(elapsed);
    }
  }

  private void await(CompletableFuture<Void> event) throws InterruptedException {
    try {
      CompletableFuture.anyOf(event, closeSignal).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the awaited future does not fail", e);
    }
  }

  private static IOException notDueYet(SessionState.Waiting waiting) {
    return new IOException(waiting.reason() + "; the next attempt is due at " + waiting.until());
  }

  /**
   * After the loss of a connection that was used, a reconnect is due at once. An element that
   * repeatedly accepts a login and then closes the connection is contacted with growing pauses, as
   * one that refuses it.
   */
  private void onLost(C lostConnection, String reason) {
    if (closeSignal.isDone()) {
      return;
    }
    var consecutiveUnused = lostConnection.hasAnsweredCommand() ? 0 : unusedConnections.get() + 1;
    unusedConnections.set(consecutiveUnused);
    if (consecutiveUnused > 1) {
      backOff(
          timing.backoff().delayAfterFailures(consecutiveUnused - 1, true),
          "the connection was lost directly after the login: " + reason);
    } else {
      disconnectedState = new SessionState.Idle(reason);
      if (staysConnected) {
        var _ = scheduleAttempt(timing.backoff().delayAfterLoss());
      }
    }
    notifyListeners(new SessionEvent.Disconnected(timing.clock().instant(), reason));
  }

  /** Completes when an attempt is due; a session that stays connected makes it at once. */
  private CompletableFuture<Void> scheduleAttempt(Duration delay) {
    var due = new CompletableFuture<Void>();
    timing.schedule(
        delay,
        () -> {
          due.complete(null);
          if (staysConnected) {
            Thread.startVirtualThread(this::connectInBackground);
          }
        });
    return due;
  }

  private void connectInBackground() {
    try {
      getOrConnect();
    } catch (IOException e) {
      log.debug("cannot reconnect to {}: {}", endpoint, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      log.error("unexpected error while reconnecting to {}", endpoint, e);
    }
  }
}
