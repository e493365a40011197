package org.touchpaper.elementemulator.ciena;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.touchpaper.elementemulator.forwarding.ForwardingResult;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Blocked;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Forwarded;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.Ethernet;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.Pseudowire;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.TimeSlots;
import org.touchpaper.elementemulator.state.ChannelListParser;
import org.touchpaper.elementemulator.state.ChannelListParser.Channel;
import org.touchpaper.elementemulator.state.DataPlaneSnapshot;
import org.touchpaper.elementemulator.state.ManagedEntity;

/**
 * How a CoreDirector forwards: a flow maps a VLAN of an Ethernet port to a group (VCG) and back,
 * and a cross-connect or a sub-network connection carries the group's channels. Forwarding goes on
 * while the controller restarts.
 *
 * @param routes of the sub-network connections of all elements
 */
public record CoreDirectorForwarding(DataPlaneSnapshot element, List<SncRoute> routes) {

  private static final String VLANS = "OUTERVLANIDRANGE";

  /** More VLANs in a flow are not a circuit's. */
  private static final int MAX_VLANS = 16;

  /** The VLANs that a host at this Ethernet port can use. */
  public Set<Integer> vlansAt(String port) {
    return element.list("EFLOW").stream()
        .filter(flow -> flow.get("INGRESSPORTNAME").equals(port) && !flow.get(VLANS).isEmpty())
        .map(flow -> ChannelListParser.parseNumbers(flow.get(VLANS)))
        .filter(vlans -> vlans.size() <= MAX_VLANS)
        .flatMap(Set::stream)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  public ForwardingResult forward(String port, PacketEncapsulation encapsulation) {
    if (!element.hasSignal(port)) {
      return blocked(port + " has no signal");
    }
    return switch (encapsulation) {
      case Ethernet(var vlan) -> fromEthernet(port, vlan);
      case TimeSlots(var slots, var vlan) -> fromLine(port, slots, vlan);
      case Pseudowire _ -> blocked("does not know pseudowires");
    };
  }

  private ForwardingResult fromEthernet(String port, int vlan) {
    var tunnel =
        element.list("VCG").stream()
            .filter(group -> group.get("TUNNELPEERNAME").equals(port))
            .findFirst();
    if (tunnel.isPresent()) {
      return intoGroup(tunnel.get().name(), vlan);
    }
    var flow = findFlow(port, vlan);
    if (flow.isEmpty()) {
      return blocked(port + " has no flow for " + describe(vlan));
    }
    var egress = flow.get().get("EGRESSPORTNAME");
    return element.find("VCG", egress).isPresent()
        ? intoGroup(egress, vlan)
        : leave(egress, new Ethernet(vlan), flow.get().name());
  }

  private ForwardingResult intoGroup(String group, int vlan) {
    if (isOutOfService(group)) {
      return blocked("has group " + group + " out of service");
    }
    var terminated =
        routes.stream()
            .filter(route ->
                route.remoteNode().equals(element.tid()) && route.remoteGroups().contains(group))
            .findFirst();
    if (terminated.isPresent()) {
      var last = terminated.get().spans().getLast();
      return leave(
          last.far().port(), new TimeSlots(last.channels(), vlan), terminated.get().name());
    }
    return element.list("GTP").stream()
        .filter(channels -> parents(channels).contains(group))
        .findFirst()
        .map(channels -> through(channels, vlan))
        .orElseGet(() -> blocked("has no group of channels (GTP) on " + group));
  }

  private ForwardingResult fromLine(String port, Set<Integer> slots, int vlan) {
    for (var route : routes) {
      var onward = onRoute(route, port, slots, vlan);
      if (onward.isPresent()) {
        return onward.get();
      }
    }
    return element.list("GTP").stream()
        .filter(channels -> parents(channels).equals(Set.of(port)))
        .filter(channels -> numbers(channels).equals(slots))
        .findFirst()
        .map(channels -> through(channels, vlan))
        .orElseGet(() ->
            blocked(
                "has no group of channels (GTP) for the %d STS-1s that arrive at %s"
                    .formatted(slots.size(), port)));
  }

  /** The next span of a connection by which the channels arrive, or its end here. */
  private Optional<ForwardingResult> onRoute(
      SncRoute route, String port, Set<Integer> slots, int vlan) {
    var spans = route.spans();
    var here = new SncSpan.LinkEnd(element.tid(), port);
    for (var i = 0; i < spans.size(); i++) {
      if (!spans.get(i).channels().equals(slots)) {
        continue;
      }
      if (spans.get(i).far().equals(here)) {
        return Optional.of(
            i + 1 < spans.size()
                ? onSpan(route, spans.get(i + 1), spans.get(i + 1).near().port(), vlan)
                : outOfGroup(route.remoteGroups().iterator().next(), vlan, route.name()));
      }
      if (spans.get(i).near().equals(here)) {
        return Optional.of(
            i > 0
                ? onSpan(route, spans.get(i - 1), spans.get(i - 1).far().port(), vlan)
                : element
                    .find("GTP", route.group())
                    .map(channels -> out(channels, vlan, route.name()))
                    .orElseGet(() -> blocked("has no group of channels " + route.group())));
      }
    }
    return Optional.empty();
  }

  private ForwardingResult onSpan(SncRoute route, SncSpan span, String port, int vlan) {
    return leave(port, new TimeSlots(span.channels(), vlan), route.name());
  }

  private ForwardingResult through(ManagedEntity channels, int vlan) {
    for (var route : routes) {
      if (route.headEnd().equals(element.tid()) && route.group().equals(channels.name())) {
        var first = route.spans().getFirst();
        return onSpan(route, first, first.near().port(), vlan);
      }
    }
    for (var crossConnect : element.list("CRS")) {
      var from = crossConnect.get("FROMENDPOINT");
      var to = crossConnect.get("TOENDPOINT");
      if (from.equals(channels.name()) || to.equals(channels.name())) {
        return element
            .find("GTP", from.equals(channels.name()) ? to : from)
            .map(other -> out(other, vlan, crossConnect.name()))
            .orElseGet(() -> blocked("has cross-connect " + crossConnect.name() + " to nothing"));
      }
    }
    return blocked("has no cross-connect for " + channels.name());
  }

  private ForwardingResult out(ManagedEntity channels, int vlan, String circuit) {
    var parents = parents(channels);
    if (parents.size() != 1) {
      return blocked("has channels of several ports in " + channels.name());
    }
    var parent = parents.iterator().next();
    return element.find("VCG", parent).isPresent()
        ? outOfGroup(parent, vlan, circuit)
        : leave(parent, new TimeSlots(numbers(channels), vlan), circuit);
  }

  /** A flow with one VLAN changes the tag to it: the ends of a circuit choose theirs separately. */
  private ForwardingResult outOfGroup(String group, int vlan, String circuit) {
    var found = element.find("VCG", group);
    if (found.isEmpty() || isOutOfService(group)) {
      return blocked("has no group " + group + " in service");
    }
    var tunnel = found.get().get("TUNNELPEERNAME");
    if (!tunnel.isEmpty()) {
      return leave(tunnel, new Ethernet(vlan), circuit);
    }
    var flow =
        element.list("EFLOW").stream()
            .filter(candidate -> candidate.get("INGRESSPORTNAME").equals(group))
            .findFirst();
    if (flow.isEmpty()) {
      return blocked("has no flow out of group " + group);
    }
    var range = flow.get().get(VLANS);
    var isSingle = range.matches("\\d+");
    if (!range.isEmpty() && !isSingle && !ChannelListParser.parseNumbers(range).contains(vlan)) {
      return blocked("has no flow for " + describe(vlan) + " out of group " + group);
    }
    return leave(
        flow.get().get("EGRESSPORTNAME"),
        new Ethernet(isSingle ? Integer.parseInt(range) : vlan),
        circuit);
  }

  private ForwardingResult leave(String port, PacketEncapsulation encapsulation, String circuit) {
    return element.hasSignal(port)
        ? new Forwarded(port, encapsulation, circuit)
        : blocked(port + " has no signal");
  }

  private Optional<ManagedEntity> findFlow(String port, int vlan) {
    return element.list("EFLOW").stream()
        .filter(flow -> flow.get("INGRESSPORTNAME").equals(port))
        .filter(flow ->
            flow.get(VLANS).isEmpty()
                || ChannelListParser.parseNumbers(flow.get(VLANS)).contains(vlan))
        .findFirst();
  }

  private boolean isOutOfService(String group) {
    return element
        .find("VCG", group)
        .filter(found -> found.get("PST").startsWith("OOS"))
        .isPresent();
  }

  private Blocked blocked(String what) {
    return new Blocked(element.tid() + " " + what);
  }

  private static String describe(int vlan) {
    return vlan == PacketEncapsulation.UNTAGGED ? "untagged packets" : "VLAN " + vlan;
  }

  private static Set<String> parents(ManagedEntity channels) {
    return ChannelListParser.parse(channels.get("CTP")).stream()
        .map(Channel::parent)
        .collect(Collectors.toSet());
  }

  private static Set<Integer> numbers(ManagedEntity channels) {
    return ChannelListParser.parse(channels.get("CTP")).stream()
        .map(Channel::number)
        .collect(Collectors.toSet());
  }
}
