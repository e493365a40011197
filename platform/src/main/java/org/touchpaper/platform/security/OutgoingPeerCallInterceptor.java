package org.touchpaper.platform.security;

import java.util.concurrent.Callable;

/** Intercepts every message that a service sends to a peer; tests inject faults here. */
public interface OutgoingPeerCallInterceptor {

  /** Sends everything. */
  OutgoingPeerCallInterceptor PASS_THROUGH =
      new OutgoingPeerCallInterceptor() {
        @Override
        public <T> T send(String message, Callable<T> exchange) throws Exception {
          return exchange.call();
        }
      };

  /**
   * Sends a message and waits for its response.
   *
   * @param message a description for logs: {@code nsap reserve}
   * @param exchange sends and receives
   */
  <T> T send(String message, Callable<T> exchange) throws Exception;
}
