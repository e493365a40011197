package org.touchpaper.nsap.circuit;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.segment.capacity.CapacityShortage;
import org.touchpaper.segment.connection.Refusal;

/** Builds the wide area's refusals, and describes a circuit's path, for people. */
final class WideAreaRefusals {

  private WideAreaRefusals() {}

  static Refusal capacityBusy(CapacityShortage shortage) {
    var claim = shortage.claim();
    var isSlots = CapacityResourceNames.isSlots(claim.resource());
    var location = CapacityResourceNames.displayName(claim.resource());
    return new Refusal(
        Refusal.Code.CAPACITY_BUSY,
        location,
        "bandwidthMbps",
        shortage.describe(location, isSlots ? "STS-1 slots" : "Mbit/s"),
        null);
  }

  static Refusal slotsBusy(Link link, int slots) {
    return new Refusal(
        Refusal.Code.CAPACITY_BUSY,
        link.id(),
        "bandwidthMbps",
        "%s has no %d STS-1 slots that are free for the whole time".formatted(link.id(), slots),
        null);
  }

  static Refusal labelBusy(CircuitEnds.End end, String field) {
    return new Refusal(
        Refusal.Code.LABEL_BUSY,
        end.attachment().name(),
        field,
        "all VLANs of %s at %s are in use at that time"
            .formatted(end.labels(), end.attachment().name()),
        null);
  }

  static Refusal noCommonLabel(CircuitEnds ends) {
    return new Refusal(
        Refusal.Code.LABEL_NOT_ALLOWED,
        ends.destination().attachment().name(),
        "destination",
        "frames keep their VLAN on this path, and %s at %s and %s at %s have no VLAN in common"
            .formatted(
                ends.source().labels(),
                ends.source().attachment().name(),
                ends.destination().labels(),
                ends.destination().attachment().name()),
        null);
  }

  static Refusal pathTooLong(String network, Path shortest, String between) {
    return new Refusal(
        Refusal.Code.NO_PATH,
        network,
        "destination",
        "the shortest path between %s has %d links; signalling (OSRP) supports at most %d"
            .formatted(between, shortest.edges().size(), Route.MAX_SIGNALLED_LINKS),
        null);
  }

  static Refusal bandwidthTooLarge(String network, int mbps) {
    return new Refusal(
        Refusal.Code.ABOVE_CAPACITY,
        network,
        "bandwidthMbps",
        "one circuit has at most %d groups of %d STS-1, which carry %d Mbit/s; %d requested: book several circuits"
            .formatted(
                SignalType.MAX_GROUPS, SignalType.MAX_MEMBERS, SignalType.MAX_VIRTUAL_MBPS, mbps),
        null);
  }

  /** The elements and links of a path in order. */
  static List<String> crossedElements(Path path) {
    var crossed = new ArrayList<String>();
    crossed.add(path.nodes().getFirst());
    for (var i = 0; i < path.edges().size(); i++) {
      crossed.add(path.edges().get(i).id());
      crossed.add(path.nodes().get(i + 1));
    }
    return crossed;
  }
}
