package org.touchpaper.lab.network;

import java.util.Map;
import java.util.TreeMap;

/** How TCP behaves at both ends, as settings of Linux. */
public enum TcpSettings {
  /** As hosts of 2005: Reno, and a send window of at most 131072 bytes (Table V of the paper). */
  RENO_2005("Reno, window 131,072 bytes"),
  /**
   * Also without selective acknowledgments, and with a fixed limit of three duplicates: reordering
   * looks like loss.
   */
  RENO_WITHOUT_SACK("Reno, window 131,072 bytes, no SACK, three duplicate ACKs"),
  /** Buffers as large as bandwidth and delay need. */
  TUNED("Reno, window up to 4 MB");

  private static final Map<String, String> COMMON =
      Map.of(
          "tcp_congestion_control", "reno",
          "tcp_wmem", "4096 16384 131072",
          "tcp_rmem", "4096 87380 174760",
          "tcp_no_metrics_save", "1",
          "tcp_sack", "1",
          "tcp_timestamps", "1",
          "tcp_dsack", "1",
          "tcp_recovery", "1",
          "tcp_reordering", "3",
          "tcp_max_reordering", "300");

  /** The largest send window of the settings of 2005, in bytes. */
  public static final int WINDOW_2005 = 131_072;

  private final String description;

  TcpSettings(String description) {
    this.description = description;
  }

  public String description() {
    return description;
  }

  /**
   * Names below {@code net.ipv4}, and their values: all of them, so that each setting follows any
   * other.
   */
  public Map<String, String> sysctls() {
    var all = new TreeMap<>(COMMON);
    all.putAll(differences());
    return all;
  }

  private Map<String, String> differences() {
    return switch (this) {
      case RENO_2005 -> Map.of();
      case RENO_WITHOUT_SACK ->
          Map.of(
              "tcp_sack", "0",
              "tcp_timestamps", "0",
              "tcp_dsack", "0",
              "tcp_recovery", "0",
              "tcp_max_reordering", "3");
      case TUNED -> Map.of("tcp_wmem", "4096 1048576 4194304", "tcp_rmem", "4096 1048576 6291456");
    };
  }
}
