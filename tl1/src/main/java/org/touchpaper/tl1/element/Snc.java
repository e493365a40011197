package org.touchpaper.tl1.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.tl1.element.Channels.Channel;

/** A sub-network connection, as the element keeps it at which it begins. */
record Snc(Shelf head, Entity entity) {

  /** The links it has got, a hidden attribute of it; none while it does not stand. */
  static final String ROUTE = "ROUTE";

  /** Whether it is to be in service, a hidden attribute of it. */
  static final String ADMIN = "ADMIN";

  /** What a transit list (DTL) says of one element: by which link termination point to leave it. */
  record Hop(String node, int ltp) {}

  String name() {
    return entity.name();
  }

  /** Where it ends. */
  String remote() {
    return entity.get("RMNODE");
  }

  /** The points there. */
  Set<Channel> points() {
    return Channels.parse(entity.get("TOENDPOINT"));
  }

  boolean isInService() {
    return entity.get(ADMIN).equals("IS");
  }

  boolean stands() {
    return !entity.get(ROUTE).isEmpty();
  }

  Stream<Stretch> route() {
    return Stream.of(entity.get(ROUTE).split(";", -1))
        .filter(each -> !each.isEmpty())
        .map(Stretch::parse);
  }

  boolean takes(String node, Channel channel) {
    return route().anyMatch(stretch -> stretch.takes(node, channel))
        || (stands() && remote().equals(node) && points().contains(channel));
  }

  /** The way it is told to take. */
  List<Hop> hops() {
    var set = head.database().find("DTL-SET", entity.get("DTLSN"));
    var list = set.flatMap(it -> head.database().find("DTL", it.get("WRKNM")));
    var hops = new ArrayList<Hop>();
    for (var n = 1; list.isPresent() && !list.get().get("NODENAME" + n).isEmpty(); n++) {
      var ltp = Integer.parseInt(list.get().get("OSRPLTPID" + n));
      hops.add(new Hop(list.get().get("NODENAME" + n), ltp));
    }
    return hops;
  }

  /** The same with another route, or none; kept at once. */
  Snc on(List<Stretch> route) {
    var text = String.join(";", route.stream().map(Stretch::toString).toList());
    var changed = entity.with(ROUTE, text);
    head.database().put(changed);
    return new Snc(head, changed);
  }
}
