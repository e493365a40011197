package org.touchpaper.harc.acceptor;

import java.util.Set;
import org.touchpaper.harc.commit.Extent;
import org.touchpaper.harc.commit.Message;

/** Where an acceptor's messages go. */
@FunctionalInterface
interface Sender {
  void send(String to, Message message);

  /** Lets all that was handed over go, before the disk is waited for. */
  default void flush() {}

  /** Tells the other acceptors how far our memory has come. */
  default void reached(Extent extent) {}

  /** Speaks with other acceptors no more: to whom we are there may take us for one that votes. */
  default void hangUp() {}

  /** The other acceptors that were heard a moment ago, and so are there. */
  default Set<String> present() {
    return Set.of();
  }
}
