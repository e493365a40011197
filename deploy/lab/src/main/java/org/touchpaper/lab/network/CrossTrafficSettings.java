package org.touchpaper.lab.network;

/**
 * What other users of a path do.
 *
 * @param streams bulk transfers over TCP
 * @param bursts whether somebody also sends bursts of UDP
 */
public record CrossTrafficSettings(int streams, boolean bursts) {

  public static CrossTrafficSettings streams(int count) {
    return new CrossTrafficSettings(count, false);
  }

  /** In words. */
  public String label() {
    if (streams == 0) {
      return "no other users";
    }
    return streams + " TCP streams" + (bursts ? " and UDP bursts" : "");
  }
}
