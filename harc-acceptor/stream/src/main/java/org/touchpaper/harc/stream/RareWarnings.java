package org.touchpaper.harc.stream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * One {@link RareWarning} for each of those that we know, and one for all others: however much
 * noise strangers make, what is wrong with a peer of ours is told.
 */
public final class RareWarnings {
  private final Consumer<String> log;
  private final RareWarning ofStrangers;
  private final Map<String, RareWarning> ofPeers = new ConcurrentHashMap<>();

  /**
   * None is told yet.
   *
   * @param log writes a line
   */
  public RareWarnings(Consumer<String> log) {
    this.log = log;
    this.ofStrangers = new RareWarning(log);
  }

  /** About a peer that is in our configuration: there is room for no others. */
  public RareWarning of(String peer) {
    return ofPeers.computeIfAbsent(peer, _ -> new RareWarning(log));
  }

  RareWarning ofStrangers() {
    return ofStrangers;
  }
}
