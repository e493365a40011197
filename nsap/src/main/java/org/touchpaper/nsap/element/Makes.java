package org.touchpaper.nsap.element;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.nsap.circuit.Carriage;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.nsap.element.calient.Calient;
import org.touchpaper.nsap.element.ciena.CoreDirector;
import org.touchpaper.nsap.element.cisco.Ons15454;
import org.touchpaper.nsap.element.openconfig.OpenConfig;
import org.touchpaper.nsap.element.polatis.Polatis;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.Topology;

/** The make of each element of a topology. A new make is one line here. */
public final class Makes implements Carriage {

  private static final List<Make> ALL =
      List.of(
          new CoreDirector(),
          Ons15454.sonet(),
          Ons15454.sdh(),
          new Calient(),
          new Polatis(),
          OpenConfig.plain(),
          OpenConfig.policing());

  private final Map<String, Make> byTid;

  private Makes(Map<String, Make> byTid) {
    this.byTid = byTid;
  }

  /**
   * The makes a topology names.
   *
   * @throws IllegalArgumentException if it names one that no driver speaks to, or has a link whose
   *     elements cannot signal as it says
   */
  public static Makes of(Topology topology) {
    return of(topology, ALL);
  }

  static Makes of(Topology topology, List<Make> known) {
    var makes =
        new Makes(
            topology.nodes().stream()
                .collect(Collectors.toMap(Node::tid, node -> make(node, known))));
    topology.links().stream().filter(link -> link.osrp() != null).forEach(makes::checkSignals);
    return makes;
  }

  private void checkSignals(Link link) {
    for (var end : List.of(link.a(), link.z())) {
      if (!of(end.node()).signals()) {
        throw new IllegalArgumentException(
            "link %s has osrp numbers, and %s does not signal".formatted(link.id(), end.node()));
      }
    }
  }

  private static Make make(Node node, List<Make> known) {
    return known.stream()
        .filter(make -> make.dialect().equals(node.dialect()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no driver speaks %s, which %s does; known: %s"
                    .formatted(
                        node.dialect(),
                        node.tid(),
                        known.stream().map(Make::dialect).collect(joining(", ")))));
  }

  @Override
  public Set<Signal> ended(String node) {
    return of(node).ended();
  }

  @Override
  public Set<Signal> passed(String node) {
    return of(node).passed();
  }

  /** The make of an element, which must be in the topology. */
  Make of(String tid) {
    return Optional.ofNullable(byTid.get(tid))
        .orElseThrow(() -> new IllegalArgumentException("the topology has no element " + tid));
  }
}
