package org.touchpaper.bar.web.network;

/**
 * How much of a link is booked at a moment, in Mbit/s.
 *
 * @param capacityMbps what lightpaths can have together
 */
public record LinkLoad(long capacityMbps, long bookedMbps) {

  static LinkLoad ofFree(long capacityMbps, long freeMbps) {
    return new LinkLoad(capacityMbps, Math.clamp(capacityMbps - freeMbps, 0, capacityMbps));
  }

  public long freeMbps() {
    return capacityMbps - bookedMbps;
  }

  /** From 0 to 1. */
  double share() {
    return capacityMbps == 0 ? 0 : (double) bookedMbps / capacityMbps;
  }

  /** Something is more than 0%, and nearly all is not 100%. */
  public String percent() {
    if (bookedMbps == 0 || bookedMbps == capacityMbps) {
      return bookedMbps == 0 ? "0%" : "100%";
    }
    return Math.clamp(Math.round(100 * share()), 1, 99) + "%";
  }

  /** A word for the style: idle, low, high or full. */
  public String grade() {
    if (bookedMbps == 0) {
      return "idle";
    }
    if (bookedMbps == capacityMbps) {
      return "full";
    }
    return share() < .7 ? "low" : "high";
  }
}
