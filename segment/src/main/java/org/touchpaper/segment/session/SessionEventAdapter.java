package org.touchpaper.segment.session;

import java.util.function.Consumer;
import org.touchpaper.elementsession.ElementSession;
import org.touchpaper.elementsession.connection.SessionEvent;
import org.touchpaper.segment.element.ElementEvent;

/** Adapts session events for drivers of elements that send no autonomous messages. */
public final class SessionEventAdapter {

  private SessionEventAdapter() {}

  /** Stays connected, and passes an event for each new connection. */
  public static void watchConnections(ElementSession session, Consumer<ElementEvent> watcher) {
    session.addListener(event -> {
      switch (event) {
        case SessionEvent.Connected _ ->
            watcher.accept(new ElementEvent.Connected(session.endpoint().tid()));
        case SessionEvent.Disconnected _, SessionEvent.ReportReceived _ -> {}
      }
    });
    session.stayConnected();
  }
}
