package org.touchpaper.elementemulator.ciena;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.state.ChannelListParser;
import org.touchpaper.elementemulator.state.ChannelListParser.Channel;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;

/** A sub-network connection, as stored at its head-end. */
record Snc(ElementState headEnd, ManagedEntity entity) {

  /** Hidden attribute: the links of its route; empty while it does not work. */
  static final String ROUTE = "ROUTE";

  /** Hidden attribute: whether it is to be in service. */
  static final String ADMIN = "ADMIN";

  /** An entry of a transit list (DTL): the link termination point by which to leave an element. */
  record Hop(String node, int ltp) {}

  String name() {
    return entity.name();
  }

  /** The element at which it ends. */
  String remoteNode() {
    return entity.get("RMNODE");
  }

  /** Its termination points there. */
  Set<Channel> terminationPoints() {
    return ChannelListParser.parse(entity.get("TOENDPOINT"));
  }

  boolean isInService() {
    return entity.get(ADMIN).equals("IS");
  }

  boolean hasRoute() {
    return !entity.get(ROUTE).isEmpty();
  }

  Stream<SncSpan> route() {
    return Stream.of(entity.get(ROUTE).split(";", -1))
        .filter(spanText -> !spanText.isEmpty())
        .map(SncSpan::parse);
  }

  boolean usesChannel(String node, Channel channel) {
    return route().anyMatch(span -> span.usesChannel(node, channel))
        || (hasRoute() && remoteNode().equals(node) && terminationPoints().contains(channel));
  }

  /** The requested route. */
  List<Hop> hops() {
    var set = headEnd.database().find("DTL-SET", entity.get("DTLSN"));
    var list = set.flatMap(dtlSet -> headEnd.database().find("DTL", dtlSet.get("WRKNM")));
    var hops = new ArrayList<Hop>();
    for (var n = 1; list.isPresent() && !list.get().get("NODENAME" + n).isEmpty(); n++) {
      var ltp = Integer.parseInt(list.get().get("OSRPLTPID" + n));
      hops.add(new Hop(list.get().get("NODENAME" + n), ltp));
    }
    return hops;
  }

  /** Stores a route, or none, and returns the changed SNC. */
  Snc saveRoute(List<SncSpan> route) {
    var text = String.join(";", route.stream().map(SncSpan::toString).toList());
    var changed = entity.with(ROUTE, text);
    headEnd.database().put(changed);
    return new Snc(headEnd, changed);
  }
}
