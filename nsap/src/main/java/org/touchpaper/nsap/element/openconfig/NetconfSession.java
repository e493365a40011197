package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.SessionState;
import org.touchpaper.tl1.session.Standing;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Transcript;
import org.touchpaper.tl1.session.TranscriptSink;

/**
 * A standing conversation with one element over NETCONF, for any number of threads. It connects
 * when first needed and again after a loss; a request is sent once and never again, and at most
 * seven are outstanding. Locks and what is edited under them last as long as one connection: what
 * belongs together is said {@link #onOne}.
 */
final class NetconfSession implements ElementSession.Wordless {

  private static final int OUTSTANDING = 7;
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final Endpoint endpoint;
  private final Timing timing;
  private final Standing<NetconfConnection> standing;
  private final Semaphore outstanding = new Semaphore(OUTSTANDING, true);
  private final ReentrantLock writes = new ReentrantLock(true);

  NetconfSession(Endpoint endpoint, Timing timing, TranscriptSink sink) {
    this.endpoint = endpoint;
    this.timing = timing;
    var transcript = new Transcript(endpoint.tid(), timing.clock(), sink);
    this.standing =
        new Standing<>(
            endpoint,
            timing,
            () -> NetconfConnection.open(endpoint, timing, transcript),
            NetconfConnection::sayHello);
  }

  /** Things said on one connection and no other. */
  final class Talk {
    private final NetconfConnection connection;

    private Talk(NetconfConnection connection) {
      this.connection = connection;
    }

    Hello peer() {
      return connection.peer();
    }

    NetconfReply ask(String operation) {
      return inTurn(connection, operation);
    }

    /** Ends the connection, and with it every lock held on it (RFC 6241, section 7.5). */
    void end(String reason) {
      connection.close(reason);
    }

    /** False if the session was closed, or the thread interrupted, meanwhile. */
    boolean pause(Duration time) {
      try {
        standing.pause(time);
        return !standing.isClosed();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
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

  /** Sends one operation that changes nothing, and waits for what becomes of it. */
  NetconfReply ask(String operation) {
    try {
      return inTurn(standing.connected(), operation);
    } catch (IOException e) {
      return new NetconfReply.NotSent(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NetconfReply.NotSent("interrupted before it was sent");
    }
  }

  /**
   * Does something on one connection, while nobody else does on this session.
   *
   * @throws IOException if there is no connection, and says why
   */
  <T> T onOne(Function<Talk, T> work) throws IOException {
    try {
      writes.lockInterruptibly();
      try {
        return work.apply(new Talk(standing.connected()));
      } finally {
        writes.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before anything was sent", e);
    }
  }

  private NetconfReply inTurn(NetconfConnection connection, String operation) {
    try {
      outstanding.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NetconfReply.NotSent("interrupted before it was sent");
    }
    try {
      return connection.ask(operation);
    } finally {
      outstanding.release();
    }
  }

  @Override
  public void close() {
    standing.close();
    var open = standing.open();
    if (open != null) {
      var patience = timing.waker().after(FAREWELL, () -> open.close("closed by us"));
      open.ask("<close-session/>");
      patience.cancel();
      open.close("closed by us");
    }
  }
}
