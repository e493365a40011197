package org.touchpaper.platform.peers;

import java.util.concurrent.Callable;

/** The one door through which a service's messages to its peers go; tests put a switch in it. */
public interface Outbound {

  /** Lets everything through. */
  Outbound OPEN =
      new Outbound() {
        @Override
        public <T> T send(String message, Callable<T> exchange) throws Exception {
          return exchange.call();
        }
      };

  /**
   * Sends a message and waits for its answer.
   *
   * @param message what it is, for people: {@code nsap reserve}
   * @param exchange sends and receives
   */
  <T> T send(String message, Callable<T> exchange) throws Exception;
}
