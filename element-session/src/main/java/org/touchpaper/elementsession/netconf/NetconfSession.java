package org.touchpaper.elementsession.netconf;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.touchpaper.elementsession.ElementSession;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.ReconnectingSession;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.SessionTranscriptRecorder;
import org.touchpaper.elementsession.transcript.TranscriptSink;

/**
 * A reconnecting NETCONF session with one element; thread-safe. It connects when first needed and
 * again after a loss. A request is sent once and never repeated; at most seven are outstanding.
 * Locks and edits under them last as long as one connection: use {@link #onOneConnection} for
 * operations that belong together.
 */
public final class NetconfSession extends ReconnectingSession<NetconfConnection>
    implements ElementSession.NonInteractive {

  private static final int MAX_OUTSTANDING = 7;

  private final Semaphore outstanding = new Semaphore(MAX_OUTSTANDING, true);
  private final ReentrantLock writeLock = new ReentrantLock(true);

  public NetconfSession(ElementEndpoint endpoint, SessionTiming timing, TranscriptSink sink) {
    super(endpoint, timing, new SessionTranscriptRecorder(endpoint.tid(), timing.clock(), sink));
  }

  @Override
  protected NetconfConnection connect() throws IOException {
    return NetconfConnection.open(endpoint(), timing, transcript);
  }

  @Override
  protected void logIn(NetconfConnection connection) throws IOException, InterruptedException {
    connection.exchangeHello();
  }

  public final class ExclusiveConnection {
    private final NetconfConnection connection;

    private ExclusiveConnection(NetconfConnection connection) {
      this.connection = connection;
    }

    public NetconfHello serverHello() {
      return connection.serverHello();
    }

    public NetconfOutcome call(String operation) {
      return callWithinLimit(connection, operation);
    }

    /** Closes the connection, which releases its locks (RFC 6241, section 7.5). */
    public void close(String reason) {
      connection.close(reason);
    }

    /** Waits; returns false if the session was closed or the thread interrupted. */
    public boolean pause(Duration time) {
      try {
        NetconfSession.this.pause(time);
        return !isClosed();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  public NetconfOutcome call(String operation) {
    try {
      return callWithinLimit(getOrConnect(), operation);
    } catch (IOException e) {
      return new NetconfOutcome.NotSent(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NetconfOutcome.NotSent("interrupted before it was sent");
    }
  }

  /**
   * Runs work on one connection, exclusively on this session.
   *
   * @throws IOException with the reason if there is no connection
   */
  public <T> T onOneConnection(Function<ExclusiveConnection, T> work) throws IOException {
    try {
      writeLock.lockInterruptibly();
      try {
        return work.apply(new ExclusiveConnection(getOrConnect()));
      } finally {
        writeLock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before anything was sent", e);
    }
  }

  private NetconfOutcome callWithinLimit(NetconfConnection connection, String operation) {
    try {
      outstanding.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NetconfOutcome.NotSent("interrupted before it was sent");
    }
    try {
      return connection.call(operation);
    } finally {
      outstanding.release();
    }
  }

  @Override
  protected void logOut(NetconfConnection connection) {
    connection.call("<close-session/>");
  }
}
