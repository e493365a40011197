package org.touchpaper.elementemulator.dataplane;

/**
 * Where a host is connected.
 *
 * @param host its name, such as {@code vis.ucl}
 * @param node the element's TID
 * @param rate bit/s
 * @param mtu the longest IP packet, in bytes
 */
public record HostPort(String host, String node, String port, long rate, int mtu) {}
