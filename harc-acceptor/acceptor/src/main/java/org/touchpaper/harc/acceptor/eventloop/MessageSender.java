package org.touchpaper.harc.acceptor.eventloop;

import java.util.Set;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.journal.JournalPosition;

/** Sends an acceptor's messages. */
@FunctionalInterface
public interface MessageSender {
  void send(String to, Message message);

  /** Flushes queued messages, before the event loop waits for the disk. */
  default void flush() {}

  /** Sends the position of the local journal to the other acceptors. */
  default void publishPosition(JournalPosition position) {}

  /** Closes streams to other acceptors, which would take this acceptor for one that votes. */
  default void disconnectAcceptors() {}

  /** The other acceptors that are alive: they sent something in the last 3 s. */
  default Set<String> listPresentAcceptors() {
    return Set.of();
  }

  /** A message as a failpoint's detail. */
  static String describe(String to, Message message) {
    return message.getClass().getSimpleName() + " to " + to;
  }
}
