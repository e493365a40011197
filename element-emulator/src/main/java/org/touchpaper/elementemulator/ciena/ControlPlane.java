package org.touchpaper.elementemulator.ciena;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.state.ChannelListParser;
import org.touchpaper.elementemulator.state.ChannelListParser.Channel;
import org.touchpaper.elementemulator.state.ElementState;

/**
 * The control plane of emulated CoreDirectors (Ciena's OSRP): the links between them, identified by
 * the link termination points in a designated transit list, and the channels that sub-network
 * connections (SNC) occupy on each link. Only the head-end stores an SNC; its state is computed on
 * each read, as if its retry timer had just expired. All members share one lock, so that each may
 * read the others' entities.
 */
public final class ControlPlane {

  public final ReentrantLock lock = new ReentrantLock(true);
  private final List<Link> links;
  private final Map<String, ElementState> members = new LinkedHashMap<>();

  public ControlPlane(List<Link> links) {
    this.links = links.stream().flatMap(link -> Stream.of(link, link.reversed())).toList();
  }

  /** A control plane for an element without links. */
  public static ControlPlane none() {
    return new ControlPlane(List.of());
  }

  /**
   * A link termination point (OSRP LTP).
   *
   * @param node the element's TID
   * @param ltp its number on that element, from 1
   * @param port the line port, such as {@code 1-A-1-1}
   */
  public record Ltp(String node, int ltp, String port) {}

  public record Link(Ltp a, Ltp z) {
    private Link reversed() {
      return new Link(z, a);
    }
  }

  /** The SNC does not work; the message is the element's FAILURECAUSE. */
  static final class RouteUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    RouteUnavailableException(String cause) {
      super(cause, null, false, false);
    }
  }

  public void register(ElementState member) {
    lock.lock();
    try {
      members.put(member.config.tid(), member);
    } finally {
      lock.unlock();
    }
  }

  private Stream<Snc> allSncs() {
    return members.values().stream()
        .flatMap(headEnd ->
            headEnd.database().list("SNC").stream().map(entity -> new Snc(headEnd, entity)));
  }

  /** The routes of all SNCs in service that are set up, after another attempt for the others. */
  public List<SncRoute> listRoutes() {
    lock.lock();
    try {
      return allSncs().filter(Snc::isInService).flatMap(snc -> findRoute(snc).stream()).toList();
    } finally {
      lock.unlock();
    }
  }

  /** The data plane checks signals itself, at the ports that it passes. */
  private Optional<SncRoute> findRoute(Snc snc) {
    return snc.headEnd()
        .runExclusively(() -> {
          try {
            return Optional.of(SncRoute.of(establish(snc)));
          } catch (RouteUnavailableException e) {
            return Optional.empty();
          }
        });
  }

  List<Snc> listTerminatingAt(String node) {
    return allSncs().filter(snc -> snc.hasRoute() && snc.remoteNode().equals(node)).toList();
  }

  /** The name of the SNC that occupies a channel of a line port, or of a group at which it ends. */
  Optional<String> findHolder(String node, Channel channel) {
    return allSncs()
        .filter(snc -> snc.usesChannel(node, channel))
        .map(snc -> snc.name() + " of " + snc.headEnd().config.tid())
        .findFirst();
  }

  /**
   * The SNC in its present state: on its route while its termination exists, otherwise after
   * another attempt to set up the route of its transit list.
   *
   * @throws RouteUnavailableException if it does not work
   */
  Snc establish(Snc snc) throws RouteUnavailableException {
    if (snc.hasRoute() && hasTermination(snc)) {
      checkSignals(snc.route().toList());
      return snc;
    }
    var unrouted = snc.hasRoute() ? snc.saveRoute(List.of()) : snc;
    checkTermination(unrouted);
    var route = computeRoute(unrouted);
    checkSignals(route);
    return unrouted.saveRoute(route);
  }

  private List<SncSpan> computeRoute(Snc snc) throws RouteUnavailableException {
    var node = snc.headEnd().config.tid();
    var route = new ArrayList<SncSpan>();
    for (var hop : snc.hops()) {
      if (!hop.node().equals(node)) {
        throw new RouteUnavailableException(
            "Route leads to " + node + " and goes on at " + hop.node());
      }
      var link = getLink(hop);
      route.add(SncSpan.onLink(link, freeChannels(link, snc.terminationPoints().size())));
      node = link.z().node();
    }
    if (!node.equals(snc.remoteNode())) {
      throw new RouteUnavailableException("Route ends at " + node);
    }
    return route;
  }

  private Link getLink(Snc.Hop hop) throws RouteUnavailableException {
    return links.stream()
        .filter(link -> link.a().node().equals(hop.node()) && link.a().ltp() == hop.ltp())
        .findFirst()
        .orElseThrow(() ->
            new RouteUnavailableException("Node " + hop.node() + " has no link " + hop.ltp()));
  }

  private void checkSignals(List<SncSpan> route) throws RouteUnavailableException {
    for (var span : route) {
      if (hasLostSignal(span.near()) || hasLostSignal(span.far())) {
        throw new RouteUnavailableException(
            "Link down between " + span.near().node() + " and " + span.far().node());
      }
    }
  }

  private boolean hasLostSignal(SncSpan.LinkEnd end) {
    var member = members.get(end.node());
    return member == null || member.signalAlarms.portsWithoutSignal().contains(end.port());
  }

  private List<Integer> freeChannels(Link link, int width) throws RouteUnavailableException {
    var ends = List.of(link.a(), link.z());
    var occupied =
        Stream.concat(
                ends.stream().flatMap(end -> groupedChannels(end.node()).stream()),
                allSncs()
                    .flatMap(Snc::route)
                    .filter(span -> span.isAt(link.a().node(), link.a().port()))
                    .flatMap(span -> span.channels().stream())
                    .map(number -> new Channel(link.a().port(), number)))
            .toList();
    var free = new ArrayList<Integer>();
    for (var n = 1;
        n <= EmulatedCoreDirector.channelCount(link.a().port()) && free.size() < width;
        n++) {
      var number = n;
      if (ends.stream().noneMatch(end -> occupied.contains(new Channel(end.port(), number)))) {
        free.add(n);
      }
    }
    if (free.size() < width) {
      throw new RouteUnavailableException("Insufficient bandwidth at " + link.a().node());
    }
    return free;
  }

  private Collection<Channel> groupedChannels(String node) {
    return Optional.ofNullable(members.get(node)).stream()
        .flatMap(member -> member.database().list("GTP").stream())
        .flatMap(group -> ChannelListParser.parse(group.get("CTP")).stream())
        .toList();
  }

  private boolean hasTermination(Snc snc) {
    var node = members.get(snc.remoteNode());
    return node != null
        && snc.terminationPoints().stream().allMatch(point -> isGroupMember(node, point));
  }

  private static boolean isGroupMember(ElementState node, Channel point) {
    return node.database()
        .find("VCG", point.parent())
        .filter(
            group -> ChannelListParser.parseNumbers(group.get("GROUPMEM")).contains(point.number()))
        .isPresent();
  }

  private void checkTermination(Snc snc) throws RouteUnavailableException {
    if (!hasTermination(snc)) {
      throw new RouteUnavailableException("Termination does not exist at " + snc.remoteNode());
    }
    var grouped = groupedChannels(snc.remoteNode());
    for (var point : snc.terminationPoints()) {
      if (grouped.contains(point) || findHolder(snc.remoteNode(), point).isPresent()) {
        throw new RouteUnavailableException("Termination is in use at " + snc.remoteNode());
      }
    }
  }

  /** The SNCs across this port; their head-ends report alarms. */
  public List<Snc> listCrossing(String node, String port) {
    lock.lock();
    try {
      return allSncs().filter(snc -> snc.route().anyMatch(span -> span.isAt(node, port))).toList();
    } finally {
      lock.unlock();
    }
  }
}
