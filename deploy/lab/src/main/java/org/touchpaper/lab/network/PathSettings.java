package org.touchpaper.lab.network;

/**
 * What a path does to packets, the same in both directions.
 *
 * @param delayMs one way
 * @param jitterMs standard deviation of a normal distribution about the delay, as NISTNet drew it
 * @param lossPercent of packets, independent of one another
 * @param reorders whether jitter may let a packet overtake another
 * @param mbps the rate of the narrowest link
 * @param queueBytes what waits before it; more is dropped
 */
public record PathSettings(
    double delayMs,
    double jitterMs,
    double lossPercent,
    boolean reorders,
    double mbps,
    int queueBytes) {

  /** The rate of the UKLight circuit and a queue as deep as none of its packets needs. */
  public static PathSettings of(double delayMs, double lossPercent) {
    return new PathSettings(delayMs, 0, lossPercent, false, 300, 1_000_000);
  }

  public PathSettings withJitter(double sigmaMs, boolean mayReorder) {
    return new PathSettings(delayMs, sigmaMs, lossPercent, mayReorder, mbps, queueBytes);
  }
}
