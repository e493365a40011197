package org.touchpaper.demo.probe;

import java.util.Map;
import java.util.TreeMap;

/** The two STPs of every segment of the demo's lightpath. */
final class SegmentEndpoints {

  private static final String URN = "urn:ogf:network:";

  static final Map<String, Ends> BY_SERVICE =
      new TreeMap<>(
          Map.of(
              "lnsap-ucl", ends("ucl.ukl:2026:vis", "ucl.ukl:2026:border"),
              "nsap", ends("wan.ukl:2026:UCL", "wan.ukl:2026:MAN"),
              "lnsap-manchester", ends("manchester.ukl:2026:border", "manchester.ukl:2026:newton"),
              "bar-manchester", ends("manchester.ukl:2026:border", "manchester.ukl:2026:newton"),
              "bar-ucl", ends("ucl.ukl:2026:vis", "manchester.ukl:2026:newton")));

  private SegmentEndpoints() {}

  record Ends(String source, String destination) {}

  private static Ends ends(String source, String destination) {
    return new Ends(URN + source, URN + destination);
  }
}
