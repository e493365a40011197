package org.touchpaper.elementsession;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.QueueDeadline;
import org.touchpaper.elementsession.connection.ReconnectingSession;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.KnownPasswordMasker;
import org.touchpaper.elementsession.transcript.SessionTranscriptRecorder;
import org.touchpaper.elementsession.transcript.TranscriptSink;

/**
 * A persistent session with the CLI of a Cisco IOS element, one request at a time. It connects,
 * logs in and enters enable mode when first needed and after each loss. No line is sent twice. IOS
 * never confirms a change: configure, then show and compare. Only text between the echo of a line
 * and the next prompt counts as its answer.
 */
public final class CliSession extends ReconnectingSession<CliConnection> implements ElementSession {

  private final Credentials credentials;

  /** Permits one request at a time. A semaphore, because another thread may release it. */
  private final Semaphore typingPermit = new Semaphore(1, true);

  private final LoginSerializer loginSerializer;

  private CliSession(
      ElementEndpoint endpoint,
      Credentials credentials,
      SessionTiming timing,
      LoginSerializer loginSerializer,
      TranscriptSink sink) {
    super(endpoint, timing, new SessionTranscriptRecorder(endpoint.tid(), timing.clock(), sink));
    this.credentials = credentials;
    this.loginSerializer = loginSerializer;
  }

  public static CliSession open(
      ElementEndpoint endpoint,
      Credentials credentials,
      SessionTiming timing,
      TranscriptSink sink) {
    return open(endpoint, credentials, timing, new LoginSerializer(), sink);
  }

  /** Opens a session whose logins do not coincide with others that share the serializer. */
  public static CliSession open(
      ElementEndpoint endpoint,
      Credentials credentials,
      SessionTiming timing,
      LoginSerializer loginSerializer,
      TranscriptSink sink) {
    return new CliSession(endpoint, credentials, timing, loginSerializer, sink);
  }

  public CliOutcome show(String command) {
    return show(command, QueueDeadline.UNLIMITED);
  }

  /** Sends a command unless it has to wait longer than the timeout; then it is never sent. */
  public CliOutcome show(String command, Duration timeout) {
    return typeExclusively(List.of(command), QueueDeadline.within(timeout));
  }

  /** Sends lines in configuration mode, in order, up to the first that is rejected. */
  public CliOutcome configure(List<String> lines) {
    return configure(lines, QueueDeadline.UNLIMITED);
  }

  /** Sends lines unless they have to wait longer than the timeout; then none is ever sent. */
  public CliOutcome configure(List<String> lines, Duration timeout) {
    var typedLines = new ArrayList<String>();
    typedLines.add("configure terminal");
    typedLines.addAll(lines);
    typedLines.add("end");
    return typeExclusively(typedLines, QueueDeadline.within(timeout));
  }

  @Override
  protected void logOut(CliConnection connection) {
    typingPermit.acquireUninterruptibly(); // lets the current request finish, within the timeout
    try {
      connection.sendWithoutAnswer("exit");
    } finally {
      typingPermit.release();
    }
  }

  private CliOutcome typeExclusively(List<String> lines, QueueDeadline deadline) {
    for (var line : lines) {
      if (line.chars().anyMatch(c -> c < ' ' || c > '~')) {
        throw new IllegalArgumentException("a CLI line must be printable ASCII: " + line);
      }
      if (line.contains("?")) { // triggers the CLI's help immediately, even in a quoted text
        throw new IllegalArgumentException("a CLI line must not contain a question mark: " + line);
      }
    }
    try {
      return typingPermit.tryAcquire(deadline.remainingNanos(), TimeUnit.NANOSECONDS)
          ? typeOnceAlive(lines, deadline)
          : new CliOutcome.NotSent(deadline.queueTimeoutMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CliOutcome.NotSent("interrupted before it was sent");
    }
  }

  /** Releases the permit once the liveness probe ends, even if the caller stopped waiting. */
  private CliOutcome typeOnceAlive(List<String> lines, QueueDeadline deadline)
      throws InterruptedException {
    var liveness = probeLiveness();
    try {
      liveness.get(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
      return typeConnected(lines, deadline);
    } catch (TimeoutException e) {
      return new CliOutcome.NotSent(deadline.keepAliveTimeoutMessage());
    } catch (ExecutionException e) {
      throw new IllegalStateException("the liveness probe does not fail", e);
    } finally {
      var _ = liveness.whenComplete((_, _) -> typingPermit.release());
    }
  }

  /**
   * Completes when the state of the connection is known. A connection without recent data is probed
   * with an empty line. Otherwise a change could be sent on a dead connection, and its outcome
   * would be unknown.
   */
  private CompletableFuture<Void> probeLiveness() {
    var connection = current();
    var quietSince = timing.clock().instant().minus(timing.keepAliveInterval());
    return connection == null || connection.lastReceived().isAfter(quietSince)
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.runAsync(() -> probeLiveness(connection), Thread::startVirtualThread);
  }

  private void probeLiveness(CliConnection connection) {
    try {
      connection.type("");
    } catch (CliConnection.ConnectionLostException e) {
      transcript.recordEvent("keep-alive failed: " + e.getMessage());
    }
  }

  private CliOutcome typeConnected(List<String> lines, QueueDeadline deadline)
      throws InterruptedException {
    if (isClosed()) {
      return new CliOutcome.NotSent("the session is closed");
    }
    try {
      return type(getOrConnect(deadline), lines);
    } catch (IOException e) {
      return new CliOutcome.NotSent(String.valueOf(e.getMessage()));
    }
  }

  private CliOutcome type(CliConnection connection, List<String> lines) {
    var output = new ArrayList<String>();
    var typedCount = 0;
    var rejected = "";
    try {
      for (var line : lines) {
        typedCount++;
        var answer = connection.type(line);
        if (answer.isLoginPrompt()) {
          connection.close("the element requests a login: its session has ended");
          return new CliOutcome.Unknown("the element requested a login after " + line);
        }
        connection.markCommandAnswered();
        var error = answer.findError();
        if (error.isPresent()) {
          rejected = line;
          leaveConfiguration(connection, answer.prompt());
          // "configure terminal" is not one of the caller's lines
          return new CliOutcome.Rejected(line, error.get(), Math.max(0, typedCount - 2));
        }
        output.addAll(answer.lines());
      }
      return new CliOutcome.Accepted(List.copyOf(output));
    } catch (CliConnection.ConnectionLostException e) {
      var reason = String.valueOf(e.getMessage());
      var isNothingTyped = typedCount == 1 && !e.wasTyped();
      return isNothingTyped
          ? new CliOutcome.NotSent(reason)
          : new CliOutcome.Unknown(reason, rejected);
    }
  }

  private static void leaveConfiguration(CliConnection connection, String prompt)
      throws CliConnection.ConnectionLostException {
    if (prompt.contains("(")) {
      connection.type("end");
    }
  }

  @Override
  protected CliConnection connect() throws IOException {
    return CliConnection.open(endpoint(), timing, transcript);
  }

  @Override
  protected void logIn(CliConnection connection) throws IOException, InterruptedException {
    try {
      loginSerializer.runExclusively(() -> logInWithin(timing.totalTimeout(), connection));
    } catch (LoginRefusedException e) {
      var message =
          transcript.withPasswordMasker(passwordMasker()).masked(String.valueOf(e.getMessage()));
      throw new LoginRefusedException("login on " + endpoint() + ": " + message, e.isTransient());
    } catch (IOException e) {
      throw new IOException("login on " + endpoint() + ": " + e.getMessage(), e);
    }
  }

  /** The element may repeat the password in its refusal. */
  private KnownPasswordMasker passwordMasker() {
    return new KnownPasswordMasker(credentials.password(), credentials.enablePassword());
  }

  /** Bounds the whole login, whatever the element prompts for. */
  private void logInWithin(Duration limit, CliConnection connection) throws IOException {
    var timer = timing.schedule(limit, () -> connection.close("not logged in within " + limit));
    try {
      answerPrompts(connection);
    } finally {
      timer.cancel();
    }
  }

  private void answerPrompts(CliConnection connection) throws IOException {
    var answer = connection.greeting();
    if (answer.isUserPrompt()) {
      answer = connection.reply(credentials.user(), false);
    }
    if (answer.isLoginPrompt()) {
      answer = connection.reply(credentials.password(), true);
      requireAccepted(answer, "line password");
    }
    connection.expectHostname(answer.prompt().substring(0, answer.prompt().length() - 1));
    if (answer.prompt().endsWith(">")) {
      answer = connection.type("enable");
    }
    if (answer.isLoginPrompt()) {
      answer = connection.reply(credentials.enablePassword(), true);
      requireAccepted(answer, "enable password");
    }
    if (!answer.prompt().endsWith("#")) {
      throw unusable("enable mode was not entered: " + String.join(" ", answer.lines()));
    }
    configureTerminal(connection, "terminal length 0", "output stops at --More--");
    configureTerminal(connection, "terminal width 511", "the echo of long lines is truncated");
  }

  private static void configureTerminal(CliConnection connection, String line, String consequence)
      throws IOException {
    var error = connection.type(line).findError();
    if (error.isPresent()) {
      throw unusable("\"" + line + "\" refused; without it, " + consequence + ": " + error.get());
    }
  }

  /** Logged in, but with too few privileges: no password was refused. */
  private static LoginRefusedException unusable(String reason) {
    return new LoginRefusedException(reason, true);
  }

  private static void requireAccepted(CliAnswer answer, String password)
      throws LoginRefusedException {
    if (answer.isLoginPrompt() || answer.findError().isPresent()) {
      throw new LoginRefusedException(password + " refused");
    }
  }
}
