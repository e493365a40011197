package org.touchpaper.elementemulator.dataplane;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.touchpaper.elementemulator.ciena.CoreDirectorForwarding;
import org.touchpaper.elementemulator.ciena.SncRoute;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.dataplane.NetworkMap.PortId;
import org.touchpaper.elementemulator.dataplane.PathResult.CountingSwitch;
import org.touchpaper.elementemulator.dataplane.PathResult.ForwardingPath;
import org.touchpaper.elementemulator.dataplane.PathResult.NoPath;
import org.touchpaper.elementemulator.forwarding.ForwardingResult;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Blocked;
import org.touchpaper.elementemulator.forwarding.ForwardingResult.Forwarded;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation;
import org.touchpaper.elementemulator.forwarding.PacketEncapsulation.Ethernet;
import org.touchpaper.elementemulator.forwarding.PolicerSettings;
import org.touchpaper.elementemulator.ios.IosForwarding;
import org.touchpaper.elementemulator.state.DataPlaneSnapshot;
import org.touchpaper.elementemulator.tl1.OnsForwarding;
import org.touchpaper.elementemulator.tl1.PhotonicForwarding;

/**
 * Follows a packet from a host through the elements, as each is configured at one moment.
 *
 * @param elements by TID
 * @param routes of the sub-network connections
 */
record PathTracer(NetworkMap map, Map<String, DataPlaneSnapshot> elements, List<SncRoute> routes) {

  /** More elements than any path has: the packet goes round in circles. */
  private static final int MAX_HOPS = 64;

  /** The VLANs that a host can use at present; 0 for untagged packets. */
  Set<Integer> vlansAt(HostPort host) {
    var element = elements.get(host.node());
    if (element == null) {
      return Set.of();
    }
    return switch (element.model()) {
      case IOS_7600 -> ios(element).vlansAt(host.port());
      case CORE_DIRECTOR -> new CoreDirectorForwarding(element, routes).vlansAt(host.port());
      case ONS_15454, ONS_15454_SDH, CALIENT, POLATIS -> Set.of(PacketEncapsulation.UNTAGGED);
    };
  }

  /** Where a packet with this tag goes. */
  PathResult from(HostPort host, int vlan) {
    var at = new PortId(host.node(), host.port());
    PacketEncapsulation encapsulation = new Ethernet(vlan);
    var delay = 0L;
    var rate = host.rate();
    var policers = new ArrayList<PolicerSettings>();
    var circuits = new ArrayList<String>();
    var switches = new ArrayList<CountingSwitch>();
    for (var hops = 0; hops < MAX_HOPS; hops++) {
      var element = elements.get(at.node());
      if (element == null) {
        return new NoPath("no element " + at.node() + " is emulated");
      }
      switch (forward(element, at.port(), encapsulation)) {
        case Blocked(var reason) -> {
          return new NoPath(reason);
        }
        case Forwarded(var port, var next, var circuit, var passed) -> {
          policers.addAll(passed);
          circuits.add(circuit);
          if (element.model() == ElementModel.IOS_7600) {
            switches.add(new CountingSwitch(at.node(), at.port(), port, circuit, passed));
          }
          rate = Math.min(rate, next.rate());
          encapsulation = next;
          at = new PortId(at.node(), port);
        }
      }
      var reached = map.findHost(at);
      if (reached.isPresent()) {
        return new ForwardingPath(
            reached.get(),
            encapsulation.packetVlan(),
            delay,
            Math.min(rate, reached.get().rate()),
            policers,
            circuits,
            switches);
      }
      var link = map.findLink(at);
      if (link.isEmpty()) {
        return new NoPath(at + " leads nowhere");
      }
      delay += link.get().latencyNanos();
      rate = Math.min(rate, link.get().rate());
      at = link.get().z();
    }
    return new NoPath("the path goes round in circles at " + at);
  }

  private ForwardingResult forward(
      DataPlaneSnapshot element, String port, PacketEncapsulation encapsulation) {
    return switch (element.model()) {
      case IOS_7600 -> ios(element).forward(port, encapsulation);
      case CORE_DIRECTOR ->
          new CoreDirectorForwarding(element, routes).forward(port, encapsulation);
      case ONS_15454, ONS_15454_SDH -> new OnsForwarding(element).forward(port, encapsulation);
      case CALIENT, POLATIS -> new PhotonicForwarding(element).forward(port, encapsulation);
    };
  }

  private IosForwarding ios(DataPlaneSnapshot element) {
    return new IosForwarding(element, port -> map.isConnected(new PortId(element.tid(), port)));
  }
}
