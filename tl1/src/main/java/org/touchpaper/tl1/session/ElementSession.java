package org.touchpaper.tl1.session;

import java.util.function.Consumer;

/** A standing conversation with one element, whatever the language, as operators see it. */
public sealed interface ElementSession extends AutoCloseable
    permits Tl1Session, CliSession, ElementSession.Wordless {

  /** One in whose language there are no commands that an operator would type, such as NETCONF. */
  non-sealed interface Wordless extends ElementSession {}

  Endpoint endpoint();

  /** How it stands now. */
  SessionState state();

  /**
   * How often it has logged in. While this stays the same, the element has not restarted: that
   * breaks every connection.
   */
  int logins();

  /**
   * Tells this watcher of every event from now on, in their order. It is called on the session's
   * own threads, so it must return quickly and send nothing itself; what it throws is logged.
   */
  void watch(Consumer<SessionEvent> watcher);

  /**
   * Connects now, and again after each loss, so that what the element says unasked is heard. A
   * session of which this is not asked connects when something is to be sent.
   */
  void stayConnected();

  /**
   * Somebody has a reason to try again at once: whoever needs the connection next does not wait for
   * the next attempt, however long that was put off.
   */
  void retryNow();

  /** Logs out, within two seconds, and closes; nothing is sent any more. */
  @Override
  void close();
}
