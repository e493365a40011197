package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.AdmissionUnderTest.held;
import static org.touchpaper.segment.kit.AdmissionUnderTest.minutes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.ReconnectBackoff;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.nsap.circuit.WideAreaCapacityAllocatorFixture;
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.registry.WideAreaDriverRegistry;
import org.touchpaper.nsap.registry.WideAreaItemPlanner;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTestDatabase;
import org.touchpaper.segment.kit.OnDemandWaker;
import org.touchpaper.segment.provisioning.CircuitItemPlanner.Circuit;

/** Emulated elements of a topology, with an admission and a circuit executor. */
final class EmulatedWideArea implements AutoCloseable {

  private final Topology topology;
  private final NodeElementPlugins types;
  private final SessionTiming timing;
  private final Map<String, EmulatedElement> elements = new LinkedHashMap<>();
  private final WideAreaDriverRegistry sessions;
  private final CircuitExecutor circuits;
  private final AdmissionUnderTest admission;

  EmulatedWideArea(
      Topology topology, NodeElementPlugins elementTypes, Path folder, LedgerTestDatabase ledger)
      throws IOException {
    this(
        topology,
        elementTypes,
        folder,
        ledger,
        Clock.systemUTC(),
        SessionTiming.defaults(Clock.systemUTC()));
  }

  /** Without delays, except the wait for a response. */
  static EmulatedWideArea withoutDelays(
      Topology topology, NodeElementPlugins elementTypes, Path folder, LedgerTestDatabase ledger)
      throws IOException {
    var timing =
        new SessionTiming(
            Clock.systemUTC(),
            new OnDemandWaker(),
            Duration.ofSeconds(5),
            OnDemandWaker.ANSWER,
            Duration.ofSeconds(60),
            Duration.ofSeconds(1000),
            new ReconnectBackoff(Duration.ofMillis(1), Duration.ofMillis(10), () -> 0));
    return new EmulatedWideArea(topology, elementTypes, folder, ledger, new LeapingClock(), timing);
  }

  private EmulatedWideArea(
      Topology topology,
      NodeElementPlugins elementTypes,
      Path folder,
      LedgerTestDatabase ledger,
      Clock clock,
      SessionTiming timing)
      throws IOException {
    ledger.empty();
    ElementPluginFixture.NOTES.empty();
    this.topology = topology;
    this.types = elementTypes;
    this.timing = timing;
    this.admission = WideAreaCapacityAllocatorFixture.create(topology, ledger);
    var plane =
        new ControlPlane(
            topology.links().stream()
                .filter(link -> link.osrp() != null)
                .map(EmulatedWideArea::signalled)
                .toList());
    for (var node : topology.nodes()) {
      var config = ElementConfig.demo(node.tid(), ElementModel.ofLabel(node.type()));
      elements.put(node.tid(), EmulatedElement.start(config, folder, clock, plane));
    }
    this.sessions = WideAreaDriverRegistry.open(topology, elementTypes, this::access);
    this.circuits = new CircuitExecutor(sessions, Duration.ofSeconds(1));
  }

  private static ControlPlane.Link signalled(Link link) {
    return new ControlPlane.Link(point(link, link.a()), point(link, link.z()));
  }

  private static ControlPlane.Ltp point(Link link, Link.Port port) {
    var number = Objects.requireNonNull(link.osrpAt(port.node()));
    return new ControlPlane.Ltp(port.node(), number, port.aid());
  }

  ElementSettings access(String tid) {
    return ElementPluginFixture.settings(
        new ElementEndpoint(tid, "127.0.0.1", at(tid).port()), timing, topology.ports(tid));
  }

  EmulatedElement at(String tid) {
    return Objects.requireNonNull(elements.get(tid));
  }

  boolean isBare() {
    return elements.values().stream().allMatch(element -> element.listEntities().isEmpty());
  }

  WideAreaDriverRegistry sessions() {
    return sessions;
  }

  CircuitExecutor circuits() {
    return circuits;
  }

  /** The items of a circuit that is booked now. */
  List<ConfigItem> items(String from, String to, int mbps) {
    var connection = UUID.randomUUID();
    var criteria = new Criteria(stp(from), stp(to), mbps, minutes(0, 60));
    return new WideAreaItemPlanner(types)
        .itemsOf(
            new Circuit(
                new ConnectionId(connection),
                1,
                criteria,
                held(admission.admit(criteria)),
                CircuitNameFormat.of(connection, 1)));
  }

  private Stp stp(String port) {
    return Stp.parse("urn:ogf:network:" + topology.network() + ":" + port);
  }

  void up(List<ConfigItem> items) {
    assertThat(circuits.apply(items, List.of())).isInstanceOf(CircuitExecutor.Applied.class);
  }

  void down(List<ConfigItem> items) {
    assertThat(circuits.apply(List.of(), items)).isInstanceOf(CircuitExecutor.Applied.class);
  }

  @Override
  public void close() {
    sessions.close();
    elements.values().forEach(EmulatedElement::close);
  }
}
