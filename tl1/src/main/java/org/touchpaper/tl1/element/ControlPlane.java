package org.touchpaper.tl1.element;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.touchpaper.tl1.element.Channels.Channel;

/**
 * What emulated CoreDirectors signal to each other (Ciena's OSRP): the links between them, by the
 * link termination points that a designated transit list names, and the channels that sub-network
 * connections (SNC) have on each. An SNC is kept by its head-end alone; whether it works is found
 * out whenever anybody looks, as if its timer had just run out. All members share one lock, so that
 * each may look at what the others hold.
 */
public final class ControlPlane {

  final ReentrantLock lock = new ReentrantLock(true);
  private final List<Link> links;
  private final Map<String, Shelf> members = new LinkedHashMap<>();

  /** Of elements that signal over these links. */
  public ControlPlane(List<Link> links) {
    this.links = links.stream().flatMap(each -> Stream.of(each, each.turned())).toList();
  }

  /** Of an element that signals to no other. */
  static ControlPlane none() {
    return new ControlPlane(List.of());
  }

  /**
   * A link termination point (OSRP LTP).
   *
   * @param node the element's TID
   * @param ltp its number there, from 1
   * @param port the line port, such as {@code 1-A-1-1}
   */
  public record Ltp(String node, int ltp, String port) {}

  /** A link between two elements. */
  public record Link(Ltp a, Ltp z) {
    private Link turned() {
      return new Link(z, a);
    }
  }

  /** Why an SNC does not work; the words are the element's FAILURECAUSE. */
  static final class NoWay extends Exception {
    private static final long serialVersionUID = 1L;

    NoWay(String cause) {
      super(cause, null, false, false);
    }
  }

  void join(Shelf member) {
    lock.lock();
    try {
      members.put(member.config.tid(), member);
    } finally {
      lock.unlock();
    }
  }

  private Stream<Snc> sncs() {
    return members.values().stream()
        .flatMap(head -> head.database().list("SNC").stream().map(it -> new Snc(head, it)));
  }

  /** The SNCs that end at this element. */
  List<Snc> endingAt(String node) {
    return sncs().filter(snc -> snc.stands() && snc.remote().equals(node)).toList();
  }

  /** The SNC that has this channel, of a line port or of a group at which it ends. */
  Optional<String> holder(String node, Channel channel) {
    return sncs()
        .filter(snc -> snc.takes(node, channel))
        .map(snc -> snc.name() + " of " + snc.head().config.tid())
        .findFirst();
  }

  /**
   * The SNC as it is now: on the way that it has if its end is still there, else after another try
   * of the way that its list tells.
   *
   * @throws NoWay if it does not work
   */
  Snc signalled(Snc snc) throws NoWay {
    if (snc.stands() && isThere(snc)) {
      checkSignals(snc.route().toList());
      return snc;
    }
    var fallen = snc.stands() ? snc.on(List.of()) : snc;
    checkEnd(fallen);
    var way = way(fallen);
    checkSignals(way);
    return fallen.on(way);
  }

  private List<Stretch> way(Snc snc) throws NoWay {
    var node = snc.head().config.tid();
    var way = new ArrayList<Stretch>();
    for (var hop : snc.hops()) {
      if (!hop.node().equals(node)) {
        throw new NoWay("Route leads to " + node + " and goes on at " + hop.node());
      }
      var link = link(hop);
      way.add(Stretch.over(link, freeChannels(link, snc.points().size())));
      node = link.z().node();
    }
    if (!node.equals(snc.remote())) {
      throw new NoWay("Route ends at " + node);
    }
    return way;
  }

  private Link link(Snc.Hop hop) throws NoWay {
    return links.stream()
        .filter(each -> each.a().node().equals(hop.node()) && each.a().ltp() == hop.ltp())
        .findFirst()
        .orElseThrow(() -> new NoWay("Node " + hop.node() + " has no link " + hop.ltp()));
  }

  private void checkSignals(List<Stretch> way) throws NoWay {
    for (var stretch : way) {
      if (isDark(stretch.near()) || isDark(stretch.far())) {
        throw new NoWay(
            "Link down between " + stretch.near().node() + " and " + stretch.far().node());
      }
    }
  }

  private boolean isDark(Stretch.End end) {
    var member = members.get(end.node());
    return member == null || member.signals.lostPorts().contains(end.port());
  }

  private List<Integer> freeChannels(Link link, int width) throws NoWay {
    var ends = List.of(link.a(), link.z());
    var taken =
        Stream.concat(
                ends.stream().flatMap(end -> grouped(end.node()).stream()),
                sncs()
                    .flatMap(Snc::route)
                    .filter(each -> each.isAt(link.a().node(), link.a().port()))
                    .flatMap(each -> each.channels().stream())
                    .map(number -> new Channel(link.a().port(), number)))
            .toList();
    var free = new ArrayList<Integer>();
    for (var n = 1; n <= CoreDirector.width(link.a().port()) && free.size() < width; n++) {
      var number = n;
      if (ends.stream().noneMatch(end -> taken.contains(new Channel(end.port(), number)))) {
        free.add(n);
      }
    }
    if (free.size() < width) {
      throw new NoWay("Insufficient bandwidth at " + link.a().node());
    }
    return free;
  }

  /** The channels that are in somebody's groups. */
  private Collection<Channel> grouped(String node) {
    return Optional.ofNullable(members.get(node)).stream()
        .flatMap(member -> member.database().list("GTP").stream())
        .flatMap(group -> Channels.parse(group.get("CTP")).stream())
        .toList();
  }

  private boolean isThere(Snc snc) {
    var node = members.get(snc.remote());
    return node != null && snc.points().stream().allMatch(point -> isMember(node, point));
  }

  private static boolean isMember(Shelf node, Channel point) {
    return node.database()
        .find("VCG", point.parent())
        .filter(group -> Channels.numbers(group.get("GROUPMEM")).contains(point.number()))
        .isPresent();
  }

  private void checkEnd(Snc snc) throws NoWay {
    if (!isThere(snc)) {
      throw new NoWay("Termination does not exist at " + snc.remote());
    }
    var taken = grouped(snc.remote());
    for (var point : snc.points()) {
      if (taken.contains(point) || holder(snc.remote(), point).isPresent()) {
        throw new NoWay("Termination is in use at " + snc.remote());
      }
    }
  }

  /** The SNCs over this port; their head-ends have something to report. */
  List<Snc> over(String node, String port) {
    lock.lock();
    try {
      return sncs()
          .filter(snc -> snc.route().anyMatch(stretch -> stretch.isAt(node, port)))
          .toList();
    } finally {
      lock.unlock();
    }
  }
}
