package org.touchpaper.segment.operator;

import java.util.function.Consumer;
import org.touchpaper.elementsession.ElementSession;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.elementsession.connection.SessionState;

/** A session without commands that has not been used. */
class IdleSession implements ElementSession.NonInteractive {

  @Override
  public ElementEndpoint endpoint() {
    return new ElementEndpoint("RTR", "192.0.2.2", 830);
  }

  @Override
  public SessionState state() {
    return new SessionState.Idle("not used yet");
  }

  @Override
  public int loginCount() {
    return 0;
  }

  @Override
  public void addListener(Consumer<SessionEvent> watcher) {}

  @Override
  public void stayConnected() {}

  @Override
  public void retryNow() {}

  @Override
  public void close() {}
}
