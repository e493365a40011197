package org.touchpaper.elementemulator.state;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.tl1.message.AutonomousMessage.AlarmCode;
import org.touchpaper.tl1.message.InputCommand;

/** Sends autonomous messages to all logged-in sessions of an element. */
public final class AutonomousBroadcaster {

  /** The author of a change that no session made. */
  public static final Subscriber NO_AUTHOR = (_, _, _) -> {};

  private final Set<Subscriber> subscribers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger changes = new AtomicInteger();

  /** A logged-in session; must not throw if its connection is broken. */
  @FunctionalInterface
  public interface Subscriber {
    void onReport(AlarmCode code, String verb, List<String> rows);

    /** True if the session receives change reports. */
    default boolean wantsChanges() {
      return true;
    }
  }

  public void subscribe(Subscriber subscriber) {
    subscribers.add(subscriber);
  }

  public void unsubscribe(Subscriber subscriber) {
    subscribers.remove(subscriber);
  }

  public void broadcast(String verb, SignalAlarms.AlarmReport report) {
    subscribers.forEach(
        subscriber -> subscriber.onReport(report.code(), verb, List.of(report.row())));
  }

  /** Reports a change to all sessions that receive change reports, except its author. */
  public void broadcastChange(InputCommand command, String user, Subscriber author) {
    var sequenceNumber = changes.incrementAndGet();
    var recipients =
        subscribers.stream()
            .filter(Subscriber::wantsChanges)
            .filter(subscriber -> !subscriber.equals(author))
            .toList();
    if (recipients.isEmpty()) {
      return;
    }
    var row =
        "DBCHGSEQ=%d,USERID=%s,SOURCE=%s,PRIORITY=GEN_TL1_CMD:%s:%s:%s"
            .formatted(
                sequenceNumber,
                user,
                command.ctag(),
                command.code(),
                command.aid(),
                String.join(":", command.blocks()))
            .replace("\"", "\\\"");
    recipients.forEach(
        subscriber -> subscriber.onReport(AlarmCode.NONE, "REPT DBCHG", List.of(row)));
  }
}
