package org.touchpaper.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Who talks with whom in the demo network, and what each is to the other. */
final class Acquaintances {
  static final List<String> ACCEPTORS = List.of("acceptor-1", "acceptor-2", "acceptor-3");

  private static final List<String> RMS = List.of("rm-network", "rm-newton");
  private static final List<String> BARS = List.of("bar-ucl", "bar-manchester");

  private static final String SEGMENT = "segment";
  private static final String HOLDER = "holder,requester";
  private static final String ACCEPTOR = "acceptor";
  private static final String RM = "rm";
  private static final String REQUESTER = "requester";

  private static final List<Pair> PAIRS = pairs();

  private Acquaintances() {}

  /** {@code one} is {@code oneIs} to the other, which is {@code otherIs} to it. */
  private record Pair(String one, String oneIs, String other, String otherIs) {}

  private static List<Pair> pairs() {
    var pairs = new ArrayList<Pair>();
    pairs.add(new Pair("bar-ucl", HOLDER, "lnsap-ucl", SEGMENT));
    pairs.add(new Pair("bar-manchester", HOLDER, "lnsap-manchester", SEGMENT));
    pairs.add(
        new Pair("bar-ucl", SEGMENT + "," + HOLDER, "bar-manchester", SEGMENT + "," + HOLDER));
    pairs.add(new Pair("rm-network", HOLDER + "," + RM, "bar-ucl", SEGMENT + "," + REQUESTER));
    pairs.add(new Pair("rm-network", RM, "bar-manchester", REQUESTER));
    for (var bar : BARS) {
      pairs.add(new Pair(bar, HOLDER, "nsap", SEGMENT));
      pairs.add(new Pair(bar, REQUESTER, "rm-newton", RM));
      ACCEPTORS.forEach(it -> pairs.add(new Pair(bar, REQUESTER, it, ACCEPTOR)));
    }
    for (var acceptor : ACCEPTORS) {
      RMS.forEach(it -> pairs.add(new Pair(it, RM, acceptor, ACCEPTOR)));
      ACCEPTORS.stream()
          .filter(it -> acceptor.compareTo(it) < 0)
          .forEach(it -> pairs.add(new Pair(acceptor, ACCEPTOR, it, ACCEPTOR)));
    }
    return List.copyOf(pairs);
  }

  /** Everybody this one knows, and what each is to it. */
  static Map<String, String> of(String name) {
    var known = new TreeMap<String, String>();
    for (var pair : PAIRS) {
      if (pair.one().equals(name)) {
        known.put(pair.other(), pair.otherIs());
      } else if (pair.other().equals(name)) {
        known.put(pair.one(), pair.oneIs());
      }
    }
    return known;
  }
}
