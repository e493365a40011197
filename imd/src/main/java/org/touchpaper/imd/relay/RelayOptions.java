package org.touchpaper.imd.relay;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Where a relay stands and how it treats its viewers.
 *
 * @param engine where the engine listens, or will
 * @param listen where viewers connect; port 0 takes a free one
 * @param pausesWhenAlone whether the simulation stands still while nobody watches
 * @param engineWait how long a viewer is kept waiting for an engine that does not listen yet
 * @param stallLimit how long a viewer may accept no byte before it is taken for dead. Longer than a
 *     circuit's repair: TCP needed 7 s to go on after a cut of 4 s.
 */
public record RelayOptions(
    InetSocketAddress engine,
    InetSocketAddress listen,
    SteeringRuleKind rule,
    boolean pausesWhenAlone,
    Duration engineWait,
    Duration stallLimit) {

  public static RelayOptions of(InetSocketAddress engine, InetSocketAddress listen) {
    return new RelayOptions(
        engine,
        listen,
        SteeringRuleKind.FIRST_TO_STEER,
        false,
        Duration.ofSeconds(30),
        Duration.ofSeconds(30));
  }
}
