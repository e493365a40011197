package org.touchpaper.demo.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Peers of each process of the demo network, with their roles. */
public final class DemoPeerRoles {
  public static final List<String> ACCEPTORS = List.of("acceptor-1", "acceptor-2", "acceptor-3");

  /** The network RM in the process of each BAR; it is a peer of the acceptors only. */
  private static final Map<String, String> NETWORK_RMS =
      Map.of(
          "bar-ucl",
          "rm-network",
          "bar-manchester",
          "rm-network-manchester",
          "bar-enlightened",
          "rm-network-enlightened");

  private static final String SEGMENT = "segment";
  private static final String HOLDER = "holder,requester";
  private static final String OPERATOR = HOLDER + ",operator";
  private static final String CAMPUS_BAR = OPERATOR + ",officer";
  private static final String ACCEPTOR = "acceptor";
  private static final String RM = "rm";
  private static final String REQUESTER = "requester";
  private static final String OBSERVER = REQUESTER + ",observer";

  private static final Map<DemoNetworkVariant, List<PeerPair>> PAIRS =
      Map.of(DemoNetworkVariant.UKLIGHT, uklight(), DemoNetworkVariant.ENLIGHTENED, enlightened());

  private DemoPeerRoles() {}

  /** Two peers: the first has {@code firstRoles} at the second, and vice versa. */
  private record PeerPair(String first, String firstRoles, String second, String secondRoles) {}

  private static List<PeerPair> enlightened() {
    var bar = DemoNetworkVariant.ENLIGHTENED.bars().getFirst();
    var pairs = new ArrayList<PeerPair>();
    pairs.add(new PeerPair(bar, OPERATOR, "nsap-enlightened", SEGMENT));
    pairs.add(new PeerPair(bar, REQUESTER, "rm-mcnc", RM));
    ACCEPTORS.forEach(peer -> pairs.add(new PeerPair(bar, OBSERVER, peer, ACCEPTOR)));
    addAcceptors(pairs, DemoNetworkVariant.ENLIGHTENED);
    return List.copyOf(pairs);
  }

  private static List<PeerPair> uklight() {
    var pairs = new ArrayList<PeerPair>();
    pairs.add(new PeerPair("bar-ucl", CAMPUS_BAR, "lnsap-ucl", SEGMENT));
    pairs.add(new PeerPair("bar-manchester", CAMPUS_BAR, "lnsap-manchester", SEGMENT));
    pairs.add(
        new PeerPair("bar-ucl", SEGMENT + "," + HOLDER, "bar-manchester", SEGMENT + "," + HOLDER));
    for (var bar : DemoNetworkVariant.UKLIGHT.bars()) {
      pairs.add(new PeerPair(bar, OPERATOR, "nsap", SEGMENT));
      pairs.add(new PeerPair(bar, REQUESTER, "rm-newton", RM));
      ACCEPTORS.forEach(peer -> pairs.add(new PeerPair(bar, OBSERVER, peer, ACCEPTOR)));
    }
    addAcceptors(pairs, DemoNetworkVariant.UKLIGHT);
    return List.copyOf(pairs);
  }

  private static void addAcceptors(List<PeerPair> pairs, DemoNetworkVariant network) {
    for (var acceptor : ACCEPTORS) {
      network.rms().forEach(peer -> pairs.add(new PeerPair(peer, RM, acceptor, ACCEPTOR)));
      ACCEPTORS.stream()
          .filter(peer -> acceptor.compareTo(peer) < 0)
          .forEach(peer -> pairs.add(new PeerPair(acceptor, ACCEPTOR, peer, ACCEPTOR)));
    }
  }

  /** The network RM that runs in the process of a BAR. */
  public static String networkRmIn(String bar) {
    return Objects.requireNonNull(NETWORK_RMS.get(bar));
  }

  /** Returns the BAR in whose process a network RM runs; empty for any other process. */
  public static Optional<String> barWithNetworkRm(String name) {
    return NETWORK_RMS.keySet().stream().filter(bar -> networkRmIn(bar).equals(name)).findFirst();
  }

  /** Returns the peers of a process of the network and their roles there. */
  public static Map<String, String> of(DemoNetworkVariant network, String name) {
    var roles = new TreeMap<String, String>();
    for (var pair : PAIRS.getOrDefault(network, List.of())) {
      if (pair.first().equals(name)) {
        roles.put(pair.second(), pair.secondRoles());
      } else if (pair.second().equals(name)) {
        roles.put(pair.first(), pair.firstRoles());
      }
    }
    return roles;
  }
}
