package org.touchpaper.nsap.circuit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;

/**
 * The names of the wide area's resources in the capacity ledger: the Mbit/s of each link and
 * attachment, and the number of STS-1 slots of each link.
 */
final class CapacityResourceNames {

  private CapacityResourceNames() {}

  /** An amount of one resource. */
  record Demand(String resource, long amount) {}

  static String of(Link link) {
    return link.id();
  }

  static String slotsOf(Link link) {
    return link.id() + "/sts1";
  }

  static String of(Attachment attachment) {
    return attachment.name();
  }

  static String labelsOf(Attachment attachment) {
    return attachment.name() + "/vlan";
  }

  static boolean isSlots(String resource) {
    return resource.endsWith("/sts1");
  }

  /** The link or attachment of a resource, for people. */
  static String displayName(String resource) {
    var slash = resource.indexOf('/');
    return slash < 0 ? resource : resource.substring(0, slash);
  }

  static Map<String, Long> capacities(Topology topology) {
    var capacities = new HashMap<String, Long>();
    for (var link : topology.links()) {
      capacities.put(of(link), (long) link.capacityMbps());
      capacities.put(slotsOf(link), (long) link.slots());
    }
    for (var attachment : topology.attachments()) {
      capacities.put(of(attachment), (long) attachment.capacityMbps());
    }
    return capacities;
  }

  /** The demands of a circuit on a path between two attachments. */
  static List<Demand> demandsOf(
      Topology topology,
      SignalType signal,
      Attachment source,
      Path path,
      Attachment destination,
      int mbps) {
    var demands = new ArrayList<Demand>();
    demands.add(new Demand(of(source), signal.mbpsOccupied(source, mbps)));
    for (var id : path.linkIds()) {
      demands.addAll(demandsOn(topology.link(id), signal, mbps));
    }
    demands.add(new Demand(of(destination), signal.mbpsOccupied(destination, mbps)));
    return demands;
  }

  /** The demands of a circuit on one link. */
  static List<Demand> demandsOn(Link link, SignalType signal, int mbps) {
    return List.of(
        new Demand(of(link), signal.mbpsOccupied(link, mbps)),
        new Demand(slotsOf(link), signal.slotsNeeded(link, mbps)));
  }
}
