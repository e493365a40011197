package org.touchpaper.segment.operator;

import java.util.function.Consumer;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.SessionEvent;
import org.touchpaper.tl1.session.SessionState;

/** A session in a language without commands, which nobody has needed so far. */
class IdleSession implements ElementSession.Wordless {

  @Override
  public Endpoint endpoint() {
    return new Endpoint("RTR", "192.0.2.2", 830);
  }

  @Override
  public SessionState state() {
    return new SessionState.Idle("not needed so far");
  }

  @Override
  public int logins() {
    return 0;
  }

  @Override
  public void watch(Consumer<SessionEvent> watcher) {}

  @Override
  public void stayConnected() {}

  @Override
  public void retryNow() {}

  @Override
  public void close() {}
}
