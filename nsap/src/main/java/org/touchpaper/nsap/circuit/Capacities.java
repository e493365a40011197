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
 * The names under which the ledger keeps what the wide area has: the Mbit/s of each link and
 * attachment, the number of STS-1 slots of each link.
 */
final class Capacities {

  private Capacities() {}

  /** So much of one of them. */
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

  /** What a link or attachment is called to people, given a name in the ledger. */
  static String place(String resource) {
    var slash = resource.indexOf('/');
    return slash < 0 ? resource : resource.substring(0, slash);
  }

  static Map<String, Long> all(Topology topology) {
    var all = new HashMap<String, Long>();
    for (var link : topology.links()) {
      all.put(of(link), (long) link.capacityMbps());
      all.put(slotsOf(link), (long) link.slots());
    }
    for (var attachment : topology.attachments()) {
      all.put(of(attachment), (long) attachment.capacityMbps());
    }
    return all;
  }

  /** What a circuit of so many Mbit/s needs on a path between two attachments. */
  static List<Demand> needed(
      Topology topology,
      Signal signal,
      Attachment source,
      Path path,
      Attachment destination,
      int mbps) {
    var needed = new ArrayList<Demand>();
    needed.add(new Demand(of(source), signal.mbps(source, mbps)));
    for (var id : path.linkIds()) {
      var link = topology.link(id);
      needed.add(new Demand(of(link), signal.mbps(link, mbps)));
      needed.add(new Demand(slotsOf(link), signal.slots(link, mbps)));
    }
    needed.add(new Demand(of(destination), signal.mbps(destination, mbps)));
    return needed;
  }
}
