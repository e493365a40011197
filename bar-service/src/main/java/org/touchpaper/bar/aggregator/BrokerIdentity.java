package org.touchpaper.bar.aggregator;

import java.net.URI;

/**
 * This broker's identity for its peers.
 *
 * @param name its peer name
 * @param url where segments query uncertain outcomes
 * @param site the id of its campus, which vouches for its users
 */
public record BrokerIdentity(String name, URI url, String site) {}
