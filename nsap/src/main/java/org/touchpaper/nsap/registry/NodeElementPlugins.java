package org.touchpaper.nsap.registry;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.touchpaper.nsap.circuit.NodeSignalLookup;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.nsap.element.ElementPlugin;
import org.touchpaper.nsap.element.calient.CalientPlugin;
import org.touchpaper.nsap.element.ciena.CoreDirectorPlugin;
import org.touchpaper.nsap.element.cisco.Ons15454Plugin;
import org.touchpaper.nsap.element.openconfig.OpenConfigPlugin;
import org.touchpaper.nsap.element.polatis.PolatisPlugin;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.Topology;

/** The plugin for the element of each node of a topology. Add a new type to {@code ALL}. */
public final class NodeElementPlugins implements NodeSignalLookup {

  private static final List<ElementPlugin> ALL =
      List.of(
          new CoreDirectorPlugin(),
          Ons15454Plugin.sonet(),
          Ons15454Plugin.sdh(),
          new CalientPlugin(),
          new PolatisPlugin(),
          OpenConfigPlugin.plain(),
          OpenConfigPlugin.policing());

  private final Map<String, ElementPlugin> byTid;

  private NodeElementPlugins(Map<String, ElementPlugin> byTid) {
    this.byTid = byTid;
  }

  /**
   * The element types of a topology.
   *
   * @throws IllegalArgumentException if no driver supports a type, or if a link has OSRP numbers
   *     and its elements do not signal
   */
  public static NodeElementPlugins of(Topology topology) {
    return of(topology, ALL);
  }

  public static NodeElementPlugins of(Topology topology, List<ElementPlugin> known) {
    var types =
        new NodeElementPlugins(
            topology.nodes().stream()
                .collect(Collectors.toMap(Node::tid, node -> typeOf(node, known))));
    topology.links().stream().filter(link -> link.osrp() != null).forEach(types::requireSignalling);
    return types;
  }

  private void requireSignalling(Link link) {
    for (var end : List.of(link.a(), link.z())) {
      if (!of(end.node()).canSignal()) {
        throw new IllegalArgumentException(
            "link %s has osrp numbers, but %s does not support signalling"
                .formatted(link.id(), end.node()));
      }
    }
  }

  private static ElementPlugin typeOf(Node node, List<ElementPlugin> known) {
    return known.stream()
        .filter(type -> type.name().equals(node.type()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "unknown element type %s of node %s; known types: %s"
                    .formatted(
                        node.type(),
                        node.tid(),
                        known.stream().map(ElementPlugin::name).collect(joining(", ")))));
  }

  @Override
  public Set<SignalType> terminatedSignals(String node) {
    return of(node).terminatedSignals();
  }

  @Override
  public Set<SignalType> transitSignals(String node) {
    return of(node).transitSignals();
  }

  /** The type of an element, which must be in the topology. */
  ElementPlugin of(String tid) {
    return Optional.ofNullable(byTid.get(tid))
        .orElseThrow(() -> new IllegalArgumentException("the topology has no element " + tid));
  }
}
