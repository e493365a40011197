package org.touchpaper.elementsession;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Partial;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.QueueDeadline;
import org.touchpaper.elementsession.connection.ReconnectingSession;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.KnownPasswordMasker;
import org.touchpaper.elementsession.transcript.SessionTranscriptRecorder;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.ValueQuoting;

/**
 * A persistent TL1 session with one element; thread-safe. It connects and logs in when first needed
 * and after each loss. A command is carried out at most once: it is sent again only if a busy
 * element returned it (RL). Writes are serialised, and at most seven commands are outstanding. Use
 * one session per element.
 */
public final class Tl1Session extends ReconnectingSession<Tl1Connection> implements ElementSession {

  /** With more, real elements returned "resource busy" or timed out. */
  private static final int MAX_OUTSTANDING = 7;

  private static final int LAST_CTAG = 999_999;

  /** The answer to ACT-USER, and a denial that indicates a missing login. */
  private static final int MAX_ANSWERS_WHEN_TOO_FAST = 2;

  private static final Duration MIN_SETTLE_DELAY = Duration.ofMillis(500);
  private static final Duration MAX_SETTLE_DELAY = Duration.ofSeconds(4);

  private static final Logger log = LoggerFactory.getLogger(Tl1Session.class);

  private final Credentials credentials;
  private final Tl1LoginRequirements profile;
  private final Semaphore outstandingPermits = new Semaphore(MAX_OUTSTANDING, true);

  /** Permits one write; released with its answer, even if the sender stopped waiting. */
  private final Semaphore writePermit = new Semaphore(1, true);

  private final KeepAliveDenialClassifier keepAliveDenialClassifier =
      new KeepAliveDenialClassifier();
  private final LoginLossDetector lossDetector =
      new LoginLossDetector(
          keepAliveDenialClassifier, (connection, command) -> connection.send(addressed(command)));
  private final ChangeReportRequestPolicy changeReportRequestPolicy;
  private final AtomicInteger lastCtag = new AtomicInteger();
  private volatile Instant lastUsed = Instant.MIN;
  private volatile Duration settleDelay;

  private Tl1Session(
      ElementEndpoint endpoint,
      Credentials credentials,
      SessionTiming timing,
      Tl1LoginRequirements profile,
      TranscriptSink sink) {
    super(
        endpoint,
        timing,
        new SessionTranscriptRecorder(endpoint.tid(), timing.clock(), sink)
            .withPasswordMasker(new KnownPasswordMasker(credentials.password())));
    this.credentials = credentials;
    this.profile = profile;
    this.settleDelay = profile.settleDelay();
    this.changeReportRequestPolicy = new ChangeReportRequestPolicy(profile.reportRequest());
  }

  public static Tl1Session open(
      ElementEndpoint endpoint,
      Credentials credentials,
      SessionTiming timing,
      TranscriptSink sink) {
    return open(endpoint, credentials, timing, Tl1LoginRequirements.defaults(), sink);
  }

  public static Tl1Session open(
      ElementEndpoint endpoint,
      Credentials credentials,
      SessionTiming timing,
      Tl1LoginRequirements profile,
      TranscriptSink sink) {
    return new Tl1Session(endpoint, credentials, timing, profile, sink);
  }

  public Tl1Outcome send(InputCommand command) {
    return send(command, QueueDeadline.UNLIMITED);
  }

  /** Sends a command unless it has to wait longer than the timeout; then it is never sent. */
  public Tl1Outcome send(InputCommand command, Duration timeout) {
    var deadline = QueueDeadline.within(timeout);
    try {
      return (command.isRead()
              ? sendWithPermit(command, deadline)
              // other writes first, and one of the seven permits then, to delay no read
              : withPermit(writePermit, deadline, () -> sendWithPermit(command, deadline)))
          .outcome();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NotSent("interrupted before it was sent");
    }
  }

  @Override
  protected void logOut(Tl1Connection connection) {
    outstandingPermits.acquireUninterruptibly(MAX_OUTSTANDING); // waits for pending answers
    try {
      var logout = InputCommand.of("CANC-USER").withAid(ValueQuoting.quote(credentials.user()));
      await(connection.send(addressed(logout)));
    } finally {
      outstandingPermits.release(MAX_OUTSTANDING);
    }
  }

  /**
   * A command that was sent.
   *
   * @param outcome the outcome, as far as the sender waited for it
   * @param completion completes when the command is no longer outstanding, which may be later if
   *     the sender was interrupted
   */
  private record SentCommand(Tl1Outcome outcome, CompletableFuture<?> completion) {
    static SentCommand notSent(String reason) {
      return new SentCommand(new NotSent(reason), CompletableFuture.completedFuture(null));
    }
  }

  private SentCommand sendWithPermit(InputCommand command, QueueDeadline deadline)
      throws InterruptedException {
    return withPermit(outstandingPermits, deadline, () -> sendUntilAccepted(command, deadline));
  }

  @FunctionalInterface
  private interface CommandTask {
    SentCommand send() throws InterruptedException;
  }

  /** Holds the permit until the element has answered, or cannot answer any more. */
  private static SentCommand withPermit(Semaphore permit, QueueDeadline deadline, CommandTask task)
      throws InterruptedException {
    if (!permit.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS)) {
      return SentCommand.notSent(deadline.queueTimeoutMessage());
    }
    var sentCommand = SentCommand.notSent("");
    try {
      sentCommand = task.send();
      return sentCommand;
    } finally {
      var _ = sentCommand.completion().whenComplete((_, _) -> permit.release());
    }
  }

  /** Repeats a command that a busy element returned (RL), until the total timeout. */
  private SentCommand sendUntilAccepted(InputCommand command, QueueDeadline deadline)
      throws InterruptedException {
    var sentCommand = sendOnce(command, deadline);
    for (var waited = timing.busyRetryDelay();
        sentCommand.outcome().equals(ResponseCollector.BUSY)
            && waited.compareTo(timing.totalTimeout()) < 0;
        waited = waited.plus(timing.busyRetryDelay())) {
      pause(timing.busyRetryDelay());
      sentCommand = sendOnce(command, deadline);
    }
    return sentCommand;
  }

  private SentCommand sendOnce(InputCommand command, QueueDeadline deadline)
      throws InterruptedException {
    if (isClosed()) {
      return SentCommand.notSent("the session is closed");
    }
    Tl1Connection connection;
    try {
      connection = getOrConnect(deadline);
    } catch (IOException e) {
      return SentCommand.notSent(String.valueOf(e.getMessage()));
    }
    lastUsed = timing.clock().instant();
    var answer = connection.send(addressed(command));
    var outcome = await(answer);
    increaseSettleDelayAfter(outcome, connection);
    awaitLossDetection(lossDetector.onOutcome(command, outcome, connection));
    return new SentCommand(outcome, answer);
  }

  private void increaseSettleDelayAfter(Tl1Outcome outcome, Tl1Connection connection) {
    if (isTooFast(outcome, connection)) {
      settleDelay = doubled(settleDelay);
    }
  }

  private static boolean isTooFast(Tl1Outcome outcome, Tl1Connection connection) {
    return outcome instanceof Denied denied
        && connection.answeredCommands() <= MAX_ANSWERS_WHEN_TOO_FAST
        && NotLoggedInPatterns.matches(denied.text());
  }

  /** Starts with the half second that Calient requires; further refusals double it. */
  private static Duration doubled(Duration delay) {
    var doubledDelay = delay.isZero() ? MIN_SETTLE_DELAY : delay.multipliedBy(2);
    return doubledDelay.compareTo(MAX_SETTLE_DELAY) > 0 ? MAX_SETTLE_DELAY : doubledDelay;
  }

  private InputCommand addressed(InputCommand command) {
    var ctag = lastCtag.updateAndGet(last -> last >= LAST_CTAG ? 1 : last + 1);
    var withTid = command.tid().isEmpty() ? command.withTid(tid()) : command;
    return withTid.withCtag(Integer.toString(ctag));
  }

  private String tid() {
    return profile.quotesTid()
        ? ValueQuoting.quoteAlways(endpoint().tid())
        : ValueQuoting.quote(endpoint().tid());
  }

  @Override
  protected Tl1Connection connect() throws IOException {
    return Tl1Connection.open(
        endpoint(),
        timing,
        transcript,
        report ->
            notifyListeners(new SessionEvent.ReportReceived(timing.clock().instant(), report)));
  }

  @Override
  protected void logIn(Tl1Connection connection) throws IOException, InterruptedException {
    profile.loginSerializer().runExclusively(() -> activateUser(connection));
    pause(settleDelay);
    if (keepAliveDenialClassifier.isDenialUncertain()) {
      probeAfterLogin(connection);
    }
    requestReports(connection);
    lastUsed = timing.clock().instant();
    scheduleKeepAlive(connection);
  }

  private void probeAfterLogin(Tl1Connection connection) {
    var outcome = await(connection.send(addressed(KeepAliveDenialClassifier.COMMAND)));
    increaseSettleDelayAfter(outcome, connection);
    if (keepAliveDenialClassifier.isDeniedAfterLogin(outcome)) {
      log.warn(
          "{} denies {} even directly after a login, so a silent logout is detected only by the"
              + " next command; grant this command to the user",
          endpoint(),
          KeepAliveDenialClassifier.COMMAND.code());
    }
  }

  private void requestReports(Tl1Connection connection) {
    var request = changeReportRequestPolicy.nextRequest();
    if (request.isPresent()) {
      var outcome = await(connection.send(addressed(request.get())));
      increaseSettleDelayAfter(outcome, connection);
      changeReportRequestPolicy
          .onOutcome(outcome)
          .ifPresent(reason ->
              log.warn(
                  "{} does not report changes by other users; only the next read finds them: {} {}",
                  endpoint(),
                  request.get().code(),
                  transcript.masked(reason)));
    }
  }

  private void activateUser(Tl1Connection connection) throws IOException {
    var login =
        InputCommand.of("ACT-USER")
            .withAid(ValueQuoting.quote(credentials.user()))
            .withBlock(ValueQuoting.quote(credentials.password()));
    switch (await(connection.send(addressed(login)))) {
      case Completed _ -> {}
      case Partial _ -> throw loginRefused("partially completed (PRTL)", false);
      case Denied denied ->
          throw loginRefused(
              ("denied " + denied.code() + " " + denied.text()).strip(), isTransient(denied));
      case NotSent(var reason) -> throw new IOException("login on " + endpoint() + ": " + reason);
      case Unknown(var reason) -> throw new IOException("login on " + endpoint() + ": " + reason);
    }
  }

  /** Busy (classes S and R), temporarily not equipped (E), or the previous session still exists. */
  private static boolean isTransient(Denied denial) {
    return denial.code().matches("[SRE][A-Z]{3}")
        || denial.text().toUpperCase(Locale.ROOT).contains("ALREADY");
  }

  private IOException loginRefused(String text, boolean isTransient) {
    return new LoginRefusedException(
        "login on " + endpoint() + ": " + transcript.masked(text), isTransient);
  }

  private void scheduleKeepAlive(Tl1Connection connection) {
    timing.schedule(
        timing.keepAliveInterval(), () -> Thread.startVirtualThread(() -> keepAlive(connection)));
  }

  /**
   * Sends a keep-alive on a connection that was idle. It detects a dead connection before it is
   * needed, and prevents an idle logout. While a command is pending, its own timeouts apply.
   */
  private void keepAlive(Tl1Connection connection) {
    if (connection.closed().isDone()) {
      return;
    }
    var idleSince = timing.clock().instant().minus(timing.keepAliveInterval());
    if (!connection.hasPendingCommands()
        && !lastUsed.isAfter(idleSince)
        && outstandingPermits.tryAcquire()) {
      try {
        sendKeepAlive(connection);
      } finally {
        outstandingPermits.release();
      }
    }
    scheduleKeepAlive(connection);
  }

  /**
   * A timeout without any data closes the connection; with other data it does not. A denial can
   * also reveal a silent logout, after which the element reports no alarms, and closes it, too.
   */
  private void sendKeepAlive(Tl1Connection connection) {
    lossDetector.onKeepAlive(
        await(connection.send(addressed(KeepAliveDenialClassifier.COMMAND))), connection);
  }

  /** If interrupted, the caller still receives the outcome of the command. */
  private static void awaitLossDetection(CompletableFuture<Void> completion) {
    try {
      completion.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("loss detection does not fail", e);
    }
  }

  private static Tl1Outcome await(CompletableFuture<Tl1Outcome> outcome) {
    try {
      return outcome.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Unknown("interrupted while waiting for the answer");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a command's future does not fail", e);
    }
  }
}
