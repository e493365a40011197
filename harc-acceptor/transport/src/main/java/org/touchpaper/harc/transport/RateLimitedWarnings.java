package org.touchpaper.harc.transport;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * One {@link RateLimitedWarning} for each configured peer and one for all unauthenticated peers, so
 * that a flood from unknown hosts does not suppress warnings about configured peers.
 */
public final class RateLimitedWarnings {
  private final Consumer<String> log;
  private final RateLimitedWarning unauthenticatedPeers;
  private final Map<String, RateLimitedWarning> byPeer = new ConcurrentHashMap<>();

  /**
   * Creates warnings that log at once.
   *
   * @param log writes a line
   */
  public RateLimitedWarnings(Consumer<String> log) {
    this.log = log;
    this.unauthenticatedPeers = new RateLimitedWarning(log);
  }

  /** The warning of a configured peer; other names would grow the map without bound. */
  public RateLimitedWarning forPeer(String peer) {
    return byPeer.computeIfAbsent(peer, _ -> new RateLimitedWarning(log));
  }

  RateLimitedWarning forUnauthenticatedPeers() {
    return unauthenticatedPeers;
  }
}
