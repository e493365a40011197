package org.touchpaper.bar.endhost;

import java.time.Duration;

/**
 * What TCP needs on a path, and what a lost packet costs, by the equations of PoS(ESLEA)002
 * ("TCPDelay: Constant bit-rate data transfer over TCP"). PoS(ESLEA)006 and 013 tuned the buffers
 * of end hosts on UKLight by the same product.
 *
 * @param bandwidthDelayBytes the data in flight at the full rate (equation 2.1)
 * @param bufferBytes the socket buffer that holds such a window. Linux keeps up to half of a buffer
 *     for its own records (tcp(7), tcp_adv_win_scale; a quarter at the time of PoS(ESLEA)006).
 * @param recovery how long TCP (NewReno) takes to regain the full rate after one loss (equation
 *     2.2). The receiver acknowledges every second segment (RFC 1122 section 4.2.3.2), which
 *     doubles it.
 * @param delayedBytes the data that a source at constant rate has to send later because of that
 *     loss (equation 2.3); a send buffer of this size lets it catch up
 */
public record TcpAdvice(
    long bandwidthDelayBytes, long bufferBytes, Duration recovery, long delayedBytes) {

  /** Bytes of an IPv4 header, a TCP header and its time stamps (RFC 7323). */
  public static final int IPV4_HEADERS = 20 + 20 + 12;

  /** Bytes of an IPv6 header, a TCP header and its time stamps (RFC 7323). */
  public static final int IPV6_HEADERS = 40 + 20 + 12;

  private static final int SEGMENTS_PER_ACKNOWLEDGEMENT = 2;
  private static final int BUFFER_PER_WINDOW = 2;

  /**
   * Computes the advice for a path.
   *
   * @param rateMbps Mbit/s, at least 1
   * @param roundTrip the round-trip time, not negative
   * @param maxSegmentBytes the data of one packet, at least 1
   */
  public static TcpAdvice of(int rateMbps, Duration roundTrip, int maxSegmentBytes) {
    var bytesPerSecond = rateMbps * 1e6 / Byte.SIZE;
    var seconds = roundTrip.toNanos() / 1e9;
    var product = bytesPerSecond * seconds;
    var recovery =
        SEGMENTS_PER_ACKNOWLEDGEMENT * bytesPerSecond * seconds * seconds / (2 * maxSegmentBytes);
    var bandwidthDelay = (long) Math.ceil(product);
    return new TcpAdvice(
        bandwidthDelay,
        BUFFER_PER_WINDOW * bandwidthDelay,
        Duration.ofNanos(Math.round(recovery * 1e9)),
        Math.round(bytesPerSecond * recovery / 4));
  }
}
