package org.touchpaper.demo;

import java.util.Map;
import java.util.TreeMap;

/** The two ends of every segment of the demo's circuit. */
final class Segments {

  private static final String URN = "urn:ogf:network:";

  static final Map<String, Ends> ENDS =
      new TreeMap<>(
          Map.of(
              "lnsap-ucl", ends("ucl.ukl:2026:vis", "ucl.ukl:2026:border"),
              "nsap", ends("wan.ukl:2026:UCL", "wan.ukl:2026:MAN"),
              "lnsap-manchester", ends("manchester.ukl:2026:border", "manchester.ukl:2026:newton"),
              "bar-manchester", ends("manchester.ukl:2026:border", "manchester.ukl:2026:newton"),
              "bar-ucl", ends("ucl.ukl:2026:vis", "manchester.ukl:2026:newton")));

  private Segments() {}

  record Ends(String source, String destination) {}

  private static Ends ends(String source, String destination) {
    return new Ends(URN + source, URN + destination);
  }
}
