package org.touchpaper.lab.network;

/**
 * What other users of a path do.
 *
 * @param streams bulk transfers over TCP
 * @param bursts whether somebody also sends bursts of UDP
 */
public record TrafficLoad(int streams, boolean bursts) {

  public static TrafficLoad streams(int count) {
    return new TrafficLoad(count, false);
  }

  /** In words. */
  public String label() {
    if (streams == 0) {
      return "no other users";
    }
    return streams + " TCP streams" + (bursts ? " and UDP bursts" : "");
  }
}
