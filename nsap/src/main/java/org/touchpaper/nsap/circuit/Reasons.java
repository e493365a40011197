package org.touchpaper.nsap.circuit;

import java.util.ArrayList;
import java.util.List;
import org.touchpaper.nsap.path.Path;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.ledger.Shortage;

/**
 * What the wide area says to people: why something does not fit now, and the way a circuit goes.
 */
final class Reasons {

  private Reasons() {}

  static Refusal busy(Shortage shortage) {
    var claim = shortage.claim();
    var isSlots = Capacities.isSlots(claim.resource());
    var place = Capacities.place(claim.resource());
    return new Refusal(
        Refusal.Code.CAPACITY_BUSY,
        place,
        "bandwidthMbps",
        shortage.words(place, isSlots ? "STS-1 slots" : "Mbit/s"),
        null);
  }

  static Refusal slotsBusy(Link link, int slots) {
    return new Refusal(
        Refusal.Code.CAPACITY_BUSY,
        link.id(),
        "bandwidthMbps",
        "%s has no %d STS-1 slots that stay free for the whole time".formatted(link.id(), slots),
        null);
  }

  static Refusal labelBusy(Ends.End end, String field) {
    return new Refusal(
        Refusal.Code.LABEL_BUSY,
        end.attachment().name(),
        field,
        "every VLAN of %s at %s is in use at that time"
            .formatted(end.labels(), end.attachment().name()),
        null);
  }

  static Refusal noCommonLabel(Ends ends) {
    return new Refusal(
        Refusal.Code.LABEL_NOT_ALLOWED,
        ends.destination().attachment().name(),
        "destination",
        "frames leave with the VLAN with which they came, and %s at %s and %s at %s have none in common"
            .formatted(
                ends.source().labels(),
                ends.source().attachment().name(),
                ends.destination().labels(),
                ends.destination().attachment().name()),
        null);
  }

  static Refusal tooLong(String network, Path shortest, String between) {
    return new Refusal(
        Refusal.Code.NO_PATH,
        network,
        "destination",
        "the shortest way between %s crosses %d links, and elements that signal (OSRP) set up %d at most"
            .formatted(between, shortest.edges().size(), Route.LONGEST_SIGNALLED),
        null);
  }

  static Refusal tooWide(String network, int mbps) {
    return new Refusal(
        Refusal.Code.ABOVE_CAPACITY,
        network,
        "bandwidthMbps",
        "one circuit has %d groups of %d STS-1 at most, which carry %d Mbit/s, not %d: book several circuits"
            .formatted(Signal.MOST_GROUPS, Signal.MOST_MEMBERS, Signal.MOST_VIRTUAL_MBPS, mbps),
        null);
  }

  /** Elements and links in turn. */
  static List<String> path(Path path) {
    var crossed = new ArrayList<String>();
    crossed.add(path.nodes().getFirst());
    for (var i = 0; i < path.edges().size(); i++) {
      crossed.add(path.edges().get(i).id());
      crossed.add(path.nodes().get(i + 1));
    }
    return crossed;
  }
}
