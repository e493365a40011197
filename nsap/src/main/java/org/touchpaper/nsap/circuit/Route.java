package org.touchpaper.nsap.circuit;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Link;
import tools.jackson.databind.json.JsonMapper;

/**
 * The way a circuit was given, in enough detail to configure it: at each element where it comes in
 * and where it goes out.
 *
 * @param signal how the traffic is carried
 * @param hops in order from source to destination
 */
public record Route(Signal signal, List<Hop> hops) {

  /**
   * As many links as a CoreDirector's transit list has places for, each with the element before it:
   * NODENAME1 to NODENAME20 of ENT-DTL.
   */
  static final int LONGEST_SIGNALLED = 20;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** A plan without a signal was made when every circuit was of slots switched one by one. */
  public Route {
    signal = Objects.requireNonNullElse(signal, Signal.VIRTUAL);
    hops = List.copyOf(hops);
  }

  /** One element on the way. */
  public record Hop(String node, End in, End out) {}

  /**
   * Where the circuit enters or leaves an element.
   *
   * @param port the port's AID
   * @param vlan the label on an Ethernet port, 0 on a line port
   * @param slots the STS-1 slots on a line port, none on an Ethernet port; where elements signal to
   *     each other they are so many, and which they are the elements choose
   * @param osrp the number by which signalling elements call the link on a line port, if they do
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

  static Route along(
      Signal signal,
      Path path,
      Ends ends,
      List<Link> links,
      List<List<Integer>> slots,
      int in,
      int out) {
    var hops = new ArrayList<Hop>();
    var enters = End.ethernet(ends.source().attachment().port().aid(), in);
    for (var i = 0; i < links.size(); i++) {
      var node = path.nodes().get(i);
      var next = path.nodes().get(i + 1);
      hops.add(new Hop(node, enters, line(links.get(i), node, slots.get(i))));
      enters = line(links.get(i), next, slots.get(i));
    }
    var leaves = End.ethernet(ends.destination().attachment().port().aid(), out);
    hops.add(new Hop(path.nodes().getLast(), enters, leaves));
    return new Route(signal, hops);
  }

  private static End line(Link link, String node, List<Integer> slots) {
    return new End(link.at(node).aid(), 0, slots, link.osrpAt(node));
  }

  /** True if the elements on the way set it up among themselves, told by the one it begins at. */
  public boolean isSignalled() {
    return hops.size() > 1
        && hops.stream().limit(hops.size() - 1).allMatch(hop -> hop.out.osrp != null);
  }

  /** True if it goes over these nodes and links; between two nodes there may be several links. */
  boolean goes(List<String> nodes, List<Link> links) {
    return hops.stream().map(Hop::node).toList().equals(nodes)
        && IntStream.range(0, links.size()).allMatch(i -> leavesOver(hops.get(i), links.get(i)));
  }

  private static boolean leavesOver(Hop hop, Link link) {
    return link.at(hop.node).equals(new Link.Port(hop.node, hop.out.port));
  }

  int firstLabel() {
    return hops.getFirst().in().vlan();
  }

  int lastLabel() {
    return hops.getLast().out().vlan();
  }

  /** The slots it has on a link, none if it does not go there. */
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

  /** Reads what an admission wrote. */
  public static Route fromJson(String plan) {
    return JSON.readValue(plan, Route.class);
  }
}
