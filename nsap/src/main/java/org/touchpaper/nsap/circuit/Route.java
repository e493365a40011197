package org.touchpaper.nsap.circuit;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import tools.jackson.databind.json.JsonMapper;

/**
 * The path of a circuit in enough detail to configure it: where it enters and leaves each element.
 *
 * @param signal how the traffic is carried
 * @param hops in order from source to destination
 */
public record Route(SignalType signal, List<Hop> hops) {

  /** The most links in a CoreDirector's transit list: NODENAME1 to NODENAME20 of ENT-DTL. */
  static final int MAX_SIGNALLED_LINKS = 20;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  public Route {
    hops = List.copyOf(hops);
  }

  /** One element of the path. */
  public record Hop(String node, End in, End out) {}

  /**
   * Where the circuit enters or leaves an element.
   *
   * @param port the port's AID
   * @param vlan the label on an Ethernet port, 0 on a line port
   * @param slots the STS-1 slots on a line port, none on an Ethernet port; if the elements signal,
   *     only their number counts, and the elements choose the slots
   * @param osrp the OSRP number of the link on a line port, if it has one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record End(String port, int vlan, List<Integer> slots, @Nullable Integer osrp) {
    public End {
      slots = List.copyOf(slots);
    }

    public End(String port, int vlan, List<Integer> slots) {
      this(port, vlan, slots, null);
    }

    static End ethernet(String port, int vlan) {
      return new End(port, vlan, List.of());
    }

    static End line(String port, List<Integer> slots) {
      return new End(port, 0, slots);
    }

    public boolean onEthernet() {
      return slots.isEmpty();
    }
  }

  static Route of(
      SignalType signal,
      Path path,
      CircuitEnds ends,
      List<Link> links,
      List<List<Integer>> slots,
      int ingressLabel,
      int egressLabel) {
    var hops = new ArrayList<Hop>();
    var ingress = End.ethernet(ends.source().attachment().port().aid(), ingressLabel);
    for (var i = 0; i < links.size(); i++) {
      var node = path.nodes().get(i);
      var next = path.nodes().get(i + 1);
      hops.add(new Hop(node, ingress, line(links.get(i), node, slots.get(i))));
      ingress = line(links.get(i), next, slots.get(i));
    }
    var egress = End.ethernet(ends.destination().attachment().port().aid(), egressLabel);
    hops.add(new Hop(path.nodes().getLast(), ingress, egress));
    return new Route(signal, hops);
  }

  private static End line(Link link, String node, List<Integer> slots) {
    return new End(link.portAt(node).aid(), 0, slots, link.osrpAt(node));
  }

  /** True if the first element sets the circuit up by signalling. */
  public boolean isSignalled() {
    return hops.size() > 1
        && hops.stream().limit(hops.size() - 1).allMatch(hop -> hop.out.osrp != null);
  }

  /** True if it uses these nodes and links; two nodes may have several links. */
  boolean follows(List<String> nodes, List<Link> links) {
    return hops.stream().map(Hop::node).toList().equals(nodes)
        && IntStream.range(0, links.size()).allMatch(i -> leavesOver(hops.get(i), links.get(i)));
  }

  private static boolean leavesOver(Hop hop, Link link) {
    return link.portAt(hop.node).equals(new Link.Port(hop.node, hop.out.port));
  }

  /** Its links, in order. */
  List<Link> linksIn(Topology topology) {
    return hops.stream()
        .flatMap(hop -> topology.links().stream().filter(link -> leavesOver(hop, link)))
        .toList();
  }

  int ingressLabel() {
    return hops.getFirst().in().vlan();
  }

  int egressLabel() {
    return hops.getLast().out().vlan();
  }

  /** Its slots on a link; none if it does not use the link. */
  List<Integer> slotsOn(Link link) {
    return hops.stream()
        .filter(hop -> leavesOver(hop, link))
        .map(hop -> hop.out.slots)
        .findFirst()
        .orElse(List.of());
  }

  String toJson() {
    return JSON.writeValueAsString(this);
  }

  /** Parses {@link #toJson}. */
  public static Route fromJson(String plan) {
    return JSON.readValue(plan, Route.class);
  }
}
