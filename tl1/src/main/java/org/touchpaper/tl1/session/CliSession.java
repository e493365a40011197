package org.touchpaper.tl1.session;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A standing conversation with the command line of a Cisco IOS element, one thing at a time. It
 * connects, logs in and enables when first needed and again after a loss; nothing is typed twice.
 * IOS never confirms a change: configure, then show and compare. Only what was heard from the echo
 * of a line to the next prompt counts as its answer.
 */
public final class CliSession implements ElementSession {

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Endpoint endpoint;
  private final Credentials credentials;
  private final Timing timing;
  private final Transcript transcript;

  /** Of whoever has the line: not of a thread, for it may be passed on. */
  private final Semaphore line = new Semaphore(1, true);

  private final Standing<CliConnection> standing;
  private final LoginTurn turn;

  private CliSession(
      Endpoint endpoint,
      Credentials credentials,
      Timing timing,
      LoginTurn turn,
      TranscriptSink sink) {
    this.endpoint = endpoint;
    this.credentials = credentials;
    this.timing = timing;
    this.turn = turn;
    this.transcript = new Transcript(endpoint.tid(), timing.clock(), sink);
    this.standing =
        new Standing<>(
            endpoint,
            timing,
            () -> CliConnection.open(endpoint, timing, transcript),
            this::logInInTurn);
  }

  /** A session with the element at this endpoint; it connects with the first line. */
  public static CliSession open(
      Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink sink) {
    return open(endpoint, credentials, timing, new LoginTurn(), sink);
  }

  /** A session that logs in one at a time with all that hold this turn. */
  public static CliSession open(
      Endpoint endpoint,
      Credentials credentials,
      Timing timing,
      LoginTurn turn,
      TranscriptSink sink) {
    return new CliSession(endpoint, credentials, timing, turn, sink);
  }

  @Override
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public SessionState state() {
    return standing.state();
  }

  @Override
  public int logins() {
    return standing.logins();
  }

  @Override
  public void watch(Consumer<SessionEvent> watcher) {
    standing.watch(watcher);
  }

  @Override
  public void stayConnected() {
    standing.keep();
  }

  @Override
  public void retryNow() {
    standing.retryNow();
  }

  /** Asks for something, such as {@code show vlan id 100}; what is shown is the output. */
  public CliOutcome show(String command) {
    return show(command, Turn.WHENEVER);
  }

  /** The same, unless its turn does not come within this time: then nothing is ever typed. */
  public CliOutcome show(String command, Duration turn) {
    return exchange(List.of(command), Turn.within(turn));
  }

  /** Types these lines in configuration mode, in order, up to the first one that is rejected. */
  public CliOutcome configure(List<String> lines) {
    return configure(lines, Turn.WHENEVER);
  }

  /** The same, unless its turn does not come within this time: then nothing is ever typed. */
  public CliOutcome configure(List<String> lines, Duration turn) {
    var all = new ArrayList<String>();
    all.add("configure terminal");
    all.addAll(lines);
    all.add("end");
    return exchange(all, Turn.within(turn));
  }

  @Override
  public void close() {
    standing.close();
    var open = standing.open();
    if (open == null) {
      return;
    }
    var patience = timing.waker().after(FAREWELL, () -> open.close("closed by us"));
    line.acquireUninterruptibly(); // what is being typed is finished first, if it is soon
    try {
      open.leave("exit");
    } finally {
      line.release();
      patience.cancel();
    }
  }

  private CliOutcome exchange(List<String> lines, Turn turn) {
    for (var each : lines) {
      if (each.chars().anyMatch(c -> c < ' ' || c > '~')) {
        throw new IllegalArgumentException("not one line of printable ASCII: " + each);
      }
      if (each.contains("?")) { // which asks for help at once, wherever it is typed
        throw new IllegalArgumentException("no question mark can be typed: " + each);
      }
    }
    try {
      return line.tryAcquire(turn.nanosLeft(), TimeUnit.NANOSECONDS)
          ? onceAlive(lines, turn)
          : new CliOutcome.NotSent(turn.missed());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new CliOutcome.NotSent("interrupted before it was sent");
    }
  }

  /** Who has the line gives it up as soon as it is known to be alive, or dead, however long. */
  private CliOutcome onceAlive(List<String> lines, Turn turn) throws InterruptedException {
    var known = askAfterLife();
    try {
      known.get(turn.nanosLeft(), TimeUnit.NANOSECONDS);
      return inTurn(lines, turn);
    } catch (TimeoutException e) {
      return new CliOutcome.NotSent(turn.missedSilent());
    } catch (ExecutionException e) {
      throw new IllegalStateException("to ask after life does not fail", e);
    } finally {
      var _ = known.whenComplete((_, _) -> line.release());
    }
  }

  /**
   * Completed when it is known whether there is a connection that is alive: one on which something
   * came lately, or comes when an empty line is typed. Else a line that changes something would be
   * typed into the void, and its outcome be unknown.
   */
  private CompletableFuture<Void> askAfterLife() {
    var open = standing.open();
    var quietSince = timing.clock().instant().minus(timing.keepAlive());
    return open == null || open.lastHeard().isAfter(quietSince)
        ? CompletableFuture.completedFuture(null)
        : CompletableFuture.runAsync(() -> askAfterLife(open), Thread::startVirtualThread);
  }

  private void askAfterLife(CliConnection quiet) {
    try {
      quiet.type("");
    } catch (CliConnection.Lost e) {
      transcript.note("not alive: " + e.getMessage());
    }
  }

  private CliOutcome inTurn(List<String> lines, Turn turn) throws InterruptedException {
    if (standing.isClosed()) {
      return new CliOutcome.NotSent("the session is closed");
    }
    try {
      return type(standing.connected(turn), lines);
    } catch (IOException e) {
      return new CliOutcome.NotSent(String.valueOf(e.getMessage()));
    }
  }

  private CliOutcome type(CliConnection open, List<String> lines) {
    var output = new ArrayList<String>();
    var typed = 0;
    var rejected = "";
    try {
      for (var each : lines) {
        typed++;
        var answer = open.type(each);
        if (answer.asksWhoWeAre()) {
          open.close("it asks who we are: the session has ended");
          return new CliOutcome.Unknown("the element asked who we are after " + each);
        }
        open.proves();
        var error = answer.error();
        if (error.isPresent()) {
          rejected = each;
          leaveConfiguration(open, answer.prompt());
          // of configuration, the first line typed is ours
          return new CliOutcome.Rejected(each, error.get(), Math.max(0, typed - 2));
        }
        output.addAll(answer.lines());
      }
      return new CliOutcome.Accepted(List.copyOf(output));
    } catch (CliConnection.Lost e) {
      var reason = String.valueOf(e.getMessage());
      var isUntouched = typed == 1 && !e.wasTyped();
      return isUntouched
          ? new CliOutcome.NotSent(reason)
          : new CliOutcome.Unknown(reason, rejected);
    }
  }

  private static void leaveConfiguration(CliConnection open, String prompt)
      throws CliConnection.Lost {
    if (prompt.contains("(")) {
      open.type("end");
    }
  }

  private void logInInTurn(CliConnection open) throws IOException, InterruptedException {
    try {
      turn.take(() -> logInBefore(timing.limit(), open));
    } catch (Standing.LoginRefused e) {
      var words = transcript.hiding(secrets()).shown(String.valueOf(e.getMessage()));
      throw new Standing.LoginRefused("login on " + endpoint + ": " + words, e.passes());
    } catch (IOException e) {
      throw new IOException("login on " + endpoint + ": " + e.getMessage(), e);
    }
  }

  /** An element may repeat in its refusal what it was told. */
  private Secrets secrets() {
    return new Secrets(credentials.password(), credentials.enablePassword());
  }

  /** However often it asks for something else, and however slowly. */
  private void logInBefore(Duration limit, CliConnection open) throws IOException {
    var patience = timing.waker().after(limit, () -> open.close("not logged in within " + limit));
    try {
      logIn(open);
    } finally {
      patience.cancel();
    }
  }

  private void logIn(CliConnection open) throws IOException {
    var answer = open.greeting();
    if (answer.asksForUser()) {
      answer = open.reply(credentials.user(), false);
    }
    if (answer.asksWhoWeAre()) {
      answer = open.reply(credentials.password(), true);
      refuse(answer, "line password");
    }
    open.expectHostname(answer.prompt().substring(0, answer.prompt().length() - 1));
    if (answer.prompt().endsWith(">")) {
      answer = open.type("enable");
    }
    if (answer.asksWhoWeAre()) {
      answer = open.reply(credentials.enablePassword(), true);
      refuse(answer, "enable password");
    }
    if (!answer.prompt().endsWith("#")) {
      throw noUse("not enabled: " + String.join(" ", answer.lines()));
    }
    set(open, "terminal length 0", "it would stop at --More--");
    set(open, "terminal width 511", "it would cut the echo of long lines");
  }

  private static void set(CliConnection open, String line, String orElse) throws IOException {
    var error = open.type(line).error();
    if (error.isPresent()) {
      throw noUse("\"" + line + "\" refused, without which " + orElse + ": " + error.get());
    }
  }

  /** It let us in, and lets us do too little: no password was refused. */
  private static Standing.LoginRefused noUse(String why) {
    return new Standing.LoginRefused(why, true);
  }

  private static void refuse(CliAnswer answer, String what) throws Standing.LoginRefused {
    if (answer.asksWhoWeAre() || answer.error().isPresent()) {
      throw new Standing.LoginRefused(what + " refused");
    }
  }
}
