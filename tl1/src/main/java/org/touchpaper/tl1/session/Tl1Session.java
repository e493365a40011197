package org.touchpaper.tl1.session;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.QuotedValue;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/**
 * A standing conversation with one element over TL1, for any number of threads. It connects and
 * logs in when first needed and again after a loss. A command is carried out once at most: it is
 * sent again only after the element gave it back (RL). Writes go one at a time, and at most seven
 * commands are outstanding. Keep one session per element.
 */
public final class Tl1Session implements ElementSession {

  /** What real elements bear: more was seen to end in "resource busy" and timeouts. */
  private static final int OUTSTANDING = 7;

  private static final int LAST_CTAG = 999_999;

  /** The answer to ACT-USER, and one that says that nobody is logged in. */
  private static final int TOO_FAST = 2;

  private static final Duration LEAST_SETTLE = Duration.ofMillis(500);
  private static final Duration MOST_SETTLE = Duration.ofSeconds(4);
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private static final Logger log = LoggerFactory.getLogger(Tl1Session.class);

  private final Endpoint endpoint;
  private final Credentials credentials;
  private final Timing timing;
  private final Manners manners;
  private final Transcript transcript;
  private final Standing<Connection> standing;
  private final Semaphore outstanding = new Semaphore(OUTSTANDING, true);

  /** Of a command, not of a thread: who no longer waits for the answer leaves it to the answer. */
  private final Semaphore writes = new Semaphore(1, true);

  private final SignOfLife signOfLife = new SignOfLife();
  private final LoginDoubts doubts =
      new LoginDoubts(signOfLife, (open, command) -> open.send(tagged(command)));
  private final Reporting reporting;
  private final AtomicInteger ctags = new AtomicInteger();
  private volatile Instant lastUsed = Instant.MIN;
  private volatile Duration settle;

  private Tl1Session(
      Endpoint endpoint,
      Credentials credentials,
      Timing timing,
      Manners manners,
      TranscriptSink sink) {
    this.endpoint = endpoint;
    this.credentials = credentials;
    this.timing = timing;
    this.manners = manners;
    this.settle = manners.settle();
    this.reporting = new Reporting(manners.reports());
    this.transcript =
        new Transcript(endpoint.tid(), timing.clock(), sink)
            .hiding(new Secrets(credentials.password()));
    this.standing = new Standing<>(endpoint, timing, this::dial, this::logIn);
  }

  /** A session with the element at this endpoint; it connects with the first command. */
  public static Tl1Session open(
      Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink sink) {
    return open(endpoint, credentials, timing, Manners.usual(), sink);
  }

  /** A session with an element that asks for these manners. */
  public static Tl1Session open(
      Endpoint endpoint,
      Credentials credentials,
      Timing timing,
      Manners manners,
      TranscriptSink sink) {
    return new Tl1Session(endpoint, credentials, timing, manners, sink);
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

  /** Sends the command under a CTAG of its own and waits for what becomes of it. */
  public Tl1Outcome send(InputCommand command) {
    return send(command, Turn.WHENEVER);
  }

  /** The same, unless its turn does not come within this time: then nothing is ever sent. */
  public Tl1Outcome send(InputCommand command, Duration turn) {
    var end = Turn.within(turn);
    try {
      return (command.isRead() ? inTurn(command, end) : write(command, end)).outcome();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NotSent("interrupted before it was sent");
    }
  }

  @Override
  public void close() {
    standing.close();
    var open = standing.open();
    if (open == null) {
      return;
    }
    var patience = timing.waker().after(FAREWELL, () -> open.close("closed by us"));
    outstanding.acquireUninterruptibly(OUTSTANDING); // what was sent is answered first
    try {
      await(
          open.send(
              tagged(InputCommand.of("CANC-USER").at(QuotedValue.quote(credentials.user())))));
    } finally {
      outstanding.release(OUTSTANDING);
      patience.cancel();
      open.close("closed by us");
    }
  }

  /**
   * What became of a command, as far as whoever sent it has waited for that.
   *
   * @param answered completed once it is outstanding no more, later than the outcome is told if
   *     whoever waited was interrupted
   */
  private record Asked(Tl1Outcome outcome, CompletableFuture<?> answered) {
    static Asked nothing(String why) {
      return new Asked(new NotSent(why), CompletableFuture.completedFuture(null));
    }
  }

  /** A write that waits for another one keeps no read from its turn. */
  private Asked write(InputCommand command, Turn end) throws InterruptedException {
    return holding(writes, end, () -> inTurn(command, end));
  }

  private Asked inTurn(InputCommand command, Turn end) throws InterruptedException {
    return holding(outstanding, end, () -> untilTaken(command, end));
  }

  /** Something that is asked of the element. */
  @FunctionalInterface
  private interface Asking {
    Asked ask() throws InterruptedException;
  }

  /** What is held is held until the element has answered, or cannot any more. */
  private static Asked holding(Semaphore held, Turn end, Asking asking)
      throws InterruptedException {
    if (!held.tryAcquire(end.nanosLeft(), TimeUnit.NANOSECONDS)) {
      return Asked.nothing(end.missed());
    }
    var asked = Asked.nothing("");
    try {
      asked = asking.ask();
      return asked;
    } finally {
      var _ = asked.answered().whenComplete((_, _) -> held.release());
    }
  }

  /**
   * What a busy element gives back (RL) it has not carried out: that is sent again, for a while.
   */
  private Asked untilTaken(InputCommand command, Turn end) throws InterruptedException {
    var asked = exchange(command, end);
    for (var waited = timing.busy();
        asked.outcome().equals(Exchange.BUSY) && waited.compareTo(timing.limit()) < 0;
        waited = waited.plus(timing.busy())) {
      standing.pause(timing.busy());
      asked = exchange(command, end);
    }
    return asked;
  }

  private Asked exchange(InputCommand command, Turn end) throws InterruptedException {
    if (standing.isClosed()) {
      return Asked.nothing("the session is closed");
    }
    Connection open;
    try {
      open = standing.connected(end);
    } catch (IOException e) {
      return Asked.nothing(String.valueOf(e.getMessage()));
    }
    lastUsed = timing.clock().instant();
    var answer = open.send(tagged(command));
    var outcome = await(answer);
    settleLongerAfter(outcome, open);
    awaitHeeded(doubts.heed(command, outcome, open));
    return new Asked(outcome, answer);
  }

  private void settleLongerAfter(Tl1Outcome outcome, Connection open) {
    if (isTooFast(outcome, open)) {
      settle = longer(settle);
    }
  }

  private static boolean isTooFast(Tl1Outcome outcome, Connection open) {
    return outcome instanceof Denied denied
        && open.answers() <= TOO_FAST
        && LoginLost.says(denied.text());
  }

  /** Half a second is what Calient wants; whoever wants more will say so again. */
  private static Duration longer(Duration settle) {
    var doubled = settle.isZero() ? LEAST_SETTLE : settle.multipliedBy(2);
    return doubled.compareTo(MOST_SETTLE) > 0 ? MOST_SETTLE : doubled;
  }

  private InputCommand tagged(InputCommand command) {
    var ctag = ctags.updateAndGet(last -> last >= LAST_CTAG ? 1 : last + 1);
    var addressed = command.tid().isEmpty() ? command.to(tid()) : command;
    return addressed.tagged(Integer.toString(ctag));
  }

  private String tid() {
    return manners.quotesTid()
        ? QuotedValue.quoted(endpoint.tid())
        : QuotedValue.quote(endpoint.tid());
  }

  private Connection dial() throws IOException {
    return Connection.open(
        endpoint,
        timing,
        transcript,
        report -> standing.tell(new SessionEvent.Reported(timing.clock().instant(), report)));
  }

  private void logIn(Connection opened) throws IOException, InterruptedException {
    manners.turn().take(() -> activateUser(opened));
    standing.pause(settle);
    if (signOfLife.isDoubted()) {
      learnWhatADenialMeans(opened);
    }
    askForReports(opened);
    lastUsed = timing.clock().instant();
    keepAliveLater(opened);
  }

  private void learnWhatADenialMeans(Connection opened) {
    var outcome = await(opened.send(tagged(SignOfLife.COMMAND)));
    settleLongerAfter(outcome, opened);
    if (signOfLife.showsAfterLogin(outcome)) {
      log.warn(
          "{} denies {} even right after a login: a login it ends without a word is found by the"
              + " next other command only; let its user have this one",
          endpoint,
          SignOfLife.COMMAND.code());
    }
  }

  private void askForReports(Connection opened) {
    var request = reporting.request();
    if (request.isPresent()) {
      var outcome = await(opened.send(tagged(request.get())));
      settleLongerAfter(outcome, opened);
      reporting
          .heard(outcome)
          .ifPresent(why ->
              log.warn(
                  "{} does not tell of what others change, which its next reading finds: {} {}",
                  endpoint,
                  request.get().code(),
                  transcript.shown(why)));
    }
  }

  private void activateUser(Connection opened) throws IOException {
    var login =
        InputCommand.of("ACT-USER")
            .at(QuotedValue.quote(credentials.user()))
            .block(QuotedValue.quote(credentials.password()));
    switch (await(opened.send(tagged(login)))) {
      case Completed _ -> {}
      case Partial _ -> throw refused("completed in part", false);
      case Denied denied ->
          throw refused(("denied " + denied.code() + " " + denied.text()).strip(), passes(denied));
      case NotSent(var reason) -> throw new IOException("login on " + endpoint + ": " + reason);
      case Unknown(var reason) -> throw new IOException("login on " + endpoint + ": " + reason);
    }
  }

  /** Busy (classes S and R), not equipped for it now (E), or our last session is not known gone. */
  private static boolean passes(Denied denied) {
    return denied.code().matches("[SRE][A-Z]{3}")
        || denied.text().toUpperCase(Locale.ROOT).contains("ALREADY");
  }

  private IOException refused(String words, boolean passes) {
    return new Standing.LoginRefused(
        "login on " + endpoint + ": " + transcript.shown(words), passes);
  }

  private void keepAliveLater(Connection watched) {
    timing
        .waker()
        .after(timing.keepAlive(), () -> Thread.startVirtualThread(() -> keepAlive(watched)));
  }

  /**
   * A connection nothing was sent on for a while is asked for its header: that finds a dead one
   * before it is needed, and keeps the element from logging us out. While an answer is awaited the
   * element may say nothing else; then that answer's own timers watch.
   */
  private void keepAlive(Connection watched) {
    if (watched.closed().isDone()) {
      return;
    }
    var idleSince = timing.clock().instant().minus(timing.keepAlive());
    if (!watched.isBusy() && !lastUsed.isAfter(idleSince) && outstanding.tryAcquire()) {
      try {
        askForLife(watched);
      } finally {
        outstanding.release();
      }
    }
    keepAliveLater(watched);
  }

  /**
   * No answer amid silence closes the connection; no answer amid other output is no death. Some
   * elements log out without a word, and tell of no alarm from then on: that closes it, too.
   */
  private void askForLife(Connection watched) {
    doubts.heedLife(await(watched.send(tagged(SignOfLife.COMMAND))), watched);
  }

  /** Whoever is interrupted meanwhile has the command's own answer all the same. */
  private static void awaitHeeded(CompletableFuture<Void> heeded) {
    try {
      heeded.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException("to heed an answer does not fail", e);
    }
  }

  private static Tl1Outcome await(CompletableFuture<Tl1Outcome> outcome) {
    try {
      return outcome.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Unknown("interrupted while waiting for the answer");
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome is a value", e);
    }
  }
}
