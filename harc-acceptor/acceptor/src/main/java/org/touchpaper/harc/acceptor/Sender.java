package org.touchpaper.harc.acceptor;

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

  /** True if the other acceptors are met over streams, where each reminds the other. */
  default boolean meetsOthers() {
    return false;
  }
}
