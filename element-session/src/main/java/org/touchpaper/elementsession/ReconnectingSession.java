package org.touchpaper.elementsession;

import java.io.IOException;
import java.util.function.Consumer;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.ReconnectingConnection;
import org.touchpaper.elementsession.connection.ReconnectingConnection.ElementConnection;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionState;
import org.touchpaper.elementsession.connection.SessionTiming;

/**
 * The part of an {@link ElementSession} that is the same in every protocol: one connection, which
 * is opened when needed and reopened after each loss. A protocol adds how to connect, how to log
 * in, and its requests.
 */
public abstract class ReconnectingSession<C extends ElementConnection> {

  private final ElementEndpoint endpoint;
  private final ReconnectingConnection<C> connectionHolder;

  @SuppressWarnings("this-escape") // the holder connects only after the constructors have returned
  protected ReconnectingSession(ElementEndpoint endpoint, SessionTiming timing) {
    this.endpoint = endpoint;
    this.connectionHolder =
        new ReconnectingConnection<>(endpoint, timing, this::connect, this::logIn);
  }

  /** Opens a connection without logging in. */
  protected abstract C connect() throws IOException;

  /** Logs in; the caller closes the connection if that fails. */
  protected abstract void logIn(C connection) throws IOException, InterruptedException;

  protected final ReconnectingConnection<C> connectionHolder() {
    return connectionHolder;
  }

  public final ElementEndpoint endpoint() {
    return endpoint;
  }

  public final SessionState state() {
    return connectionHolder.state();
  }

  public final int loginCount() {
    return connectionHolder.loginCount();
  }

  public final void addListener(Consumer<SessionEvent> listener) {
    connectionHolder.addListener(listener);
  }

  public final void stayConnected() {
    connectionHolder.stayConnected();
  }

  public final void retryNow() {
    connectionHolder.retryNow();
  }
}
