package org.touchpaper.elementsession;

import java.util.function.Consumer;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionState;

/** A persistent session with one element, in any management protocol, as operators see it. */
public sealed interface ElementSession extends AutoCloseable
    permits Tl1Session, CliSession, ElementSession.NonInteractive {

  /** A session in a protocol without commands that an operator could enter, such as NETCONF. */
  non-sealed interface NonInteractive extends ElementSession {}

  ElementEndpoint endpoint();

  SessionState state();

  /**
   * The number of logins so far. While it does not change, the element has not restarted, since a
   * restart breaks every connection.
   */
  int loginCount();

  /**
   * Adds a listener for all further events, in order. It is called on the session's threads: it
   * must return quickly and must not send commands. An exception is logged.
   */
  void addListener(Consumer<SessionEvent> listener);

  /**
   * Connects now, and again after each loss, so that unsolicited messages are received. Without
   * this, the session connects when a command is sent.
   */
  void stayConnected();

  /** Makes the next connection attempt due now, however long it was postponed. */
  void retryNow();

  /** Logs out, within two seconds, and closes the session; nothing is sent afterwards. */
  @Override
  void close();
}
