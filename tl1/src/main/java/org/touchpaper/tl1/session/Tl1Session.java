package org.touchpaper.tl1.session;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.QuotedValue;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/**
 * A standing conversation with one element over TL1, for any number of threads. It connects and
 * logs in when first needed and again after a loss; a command is sent once and never again. Writes
 * go one at a time, and at most seven commands are outstanding. Keep one session per element.
 */
public final class Tl1Session implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Tl1Session.class);

  /** What real elements bear: more was seen to end in "resource busy" and timeouts. */
  private static final int OUTSTANDING = 7;

  private static final int LAST_CTAG = 999_999;

  private final Endpoint endpoint;
  private final Credentials credentials;
  private final Timing timing;
  private final Transcript transcript;
  private final List<Consumer<AutonomousMessage>> listeners = new CopyOnWriteArrayList<>();
  private final Semaphore outstanding = new Semaphore(OUTSTANDING, true);
  private final ReentrantLock writes = new ReentrantLock(true);
  private final ReentrantLock connecting = new ReentrantLock(true);
  private final AtomicInteger ctags = new AtomicInteger();
  private volatile @Nullable Connection connection;
  private final AtomicInteger logins = new AtomicInteger();
  private volatile Instant lastUsed = Instant.MIN;
  private volatile boolean closed;

  private Tl1Session(
      Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink sink) {
    this.endpoint = endpoint;
    this.credentials = credentials;
    this.timing = timing;
    this.transcript = new Transcript(endpoint.tid(), timing.clock(), sink);
  }

  /** A session with the element at this endpoint; it connects with the first command. */
  public static Tl1Session open(
      Endpoint endpoint, Credentials credentials, Timing timing, TranscriptSink sink) {
    return new Tl1Session(endpoint, credentials, timing, sink);
  }

  /** Hands what the element says unasked to this listener, which must return quickly. */
  public void listen(Consumer<AutonomousMessage> listener) {
    listeners.add(listener);
  }

  /**
   * How often it has logged in. While this stays the same, the element has not restarted: that
   * breaks every connection.
   */
  public int logins() {
    return logins.get();
  }

  /** Sends the command under a CTAG of its own and waits for what becomes of it. */
  public Tl1Outcome send(InputCommand command) {
    try {
      return command.isRead() ? inTurn(command) : write(command);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NotSent("interrupted before it was sent");
    }
  }

  /** Logs out and closes the connection; the session sends nothing more. */
  @Override
  public void close() {
    closed = true;
    var open = connection;
    if (open != null && open.isOpen()) {
      await(
          open.send(
              tagged(InputCommand.of("CANC-USER").at(QuotedValue.quote(credentials.user())))));
      open.close();
    }
  }

  /** A write that waits for another one keeps no read from its turn. */
  private Tl1Outcome write(InputCommand command) throws InterruptedException {
    writes.lockInterruptibly();
    try {
      return inTurn(command);
    } finally {
      writes.unlock();
    }
  }

  private Tl1Outcome inTurn(InputCommand command) throws InterruptedException {
    outstanding.acquire();
    try {
      return exchange(command);
    } finally {
      outstanding.release();
    }
  }

  private Tl1Outcome exchange(InputCommand command) {
    if (closed) {
      return new NotSent("the session is closed");
    }
    Connection open;
    try {
      open = connected();
    } catch (IOException e) {
      return new NotSent(String.valueOf(e.getMessage()));
    }
    lastUsed = timing.clock().instant();
    var outcome = await(open.send(tagged(command)));
    if (outcome instanceof Denied(var code, var text) && isLoginLost(code, text)) {
      open.close("the login is lost");
    }
    return outcome;
  }

  /** PLNA, or Cisco's DENY without any words: the next command logs in again. */
  private static boolean isLoginLost(String code, String text) {
    return code.equals("PLNA") || (code.isEmpty() && text.isEmpty());
  }

  private InputCommand tagged(InputCommand command) {
    var ctag = ctags.updateAndGet(last -> last >= LAST_CTAG ? 1 : last + 1);
    var addressed = command.tid().isEmpty() ? command.to(endpoint.tid()) : command;
    return addressed.tagged(Integer.toString(ctag));
  }

  private Connection connected() throws IOException {
    var open = connection;
    if (open != null && open.isOpen()) {
      return open;
    }
    connecting.lock();
    try {
      open = connection;
      if (open == null || !open.isOpen()) {
        open = logIn();
        logins.incrementAndGet();
        connection = open;
        keepAliveLater(open);
      }
      return open;
    } finally {
      connecting.unlock();
    }
  }

  private Connection logIn() throws IOException {
    var opened = Connection.open(endpoint, timing, transcript, this::report);
    var login =
        InputCommand.of("ACT-USER")
            .at(QuotedValue.quote(credentials.user()))
            .block(QuotedValue.quote(credentials.password()));
    var outcome = await(opened.send(tagged(login)));
    if (outcome instanceof Completed) {
      return opened;
    }
    opened.close("login failed");
    throw new IOException("login on " + endpoint + ": " + words(outcome));
  }

  private static String words(Tl1Outcome outcome) {
    return switch (outcome) {
      case Completed _ -> "completed";
      case Partial _ -> "completed in part";
      case Denied(var code, var text) -> ("denied " + code + " " + text).strip();
      case NotSent(var reason) -> reason;
      case Unknown(var reason) -> reason;
    };
  }

  private void report(AutonomousMessage message) {
    for (var listener : listeners) {
      try {
        listener.accept(message);
      } catch (RuntimeException e) {
        log.warn("a listener of {} failed on {}", endpoint, message.verb(), e);
      }
    }
  }

  private void keepAliveLater(Connection watched) {
    timing
        .waker()
        .after(timing.keepAlive(), () -> Thread.startVirtualThread(() -> keepAlive(watched)));
  }

  /**
   * An idle connection is asked for its header, so that a dead one is found before it is needed.
   */
  private void keepAlive(Connection watched) {
    if (closed || !watched.isOpen()) {
      return;
    }
    var idleSince = timing.clock().instant().minus(timing.keepAlive());
    if (!lastUsed.isAfter(idleSince)
        && await(watched.send(tagged(InputCommand.of("RTRV-HDR")))) instanceof Unknown) {
      watched.close("no sign of life");
    }
    keepAliveLater(watched);
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
