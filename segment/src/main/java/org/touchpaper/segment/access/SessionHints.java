package org.touchpaper.segment.access;

import java.util.function.Consumer;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.tl1.session.ElementSession;
import org.touchpaper.tl1.session.SessionEvent;

/** What the session of an element that tells nothing unasked still hints at. */
public final class SessionHints {

  private SessionHints() {}

  /** Stays connected, and gives a hint each time the element can be spoken to again. */
  public static void ofConnections(ElementSession session, Consumer<Hint> watcher) {
    session.watch(event -> {
      switch (event) {
        case SessionEvent.Connected _ ->
            watcher.accept(new Hint.Connected(session.endpoint().tid()));
        case SessionEvent.Lost _, SessionEvent.Reported _ -> {}
      }
    });
    session.stayConnected();
  }
}
