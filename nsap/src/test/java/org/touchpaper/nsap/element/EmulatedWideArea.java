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
import org.touchpaper.nsap.circuit.WideAreaUnderTest;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTables;
import org.touchpaper.segment.kit.OnDemandWaker;
import org.touchpaper.segment.provider.CircuitConfiguration.Circuit;
import org.touchpaper.tl1.element.ControlPlane;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Retry;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/** A topology's elements, emulated, and what books and configures circuits over them. */
final class EmulatedWideArea implements AutoCloseable {

  private final Topology topology;
  private final Makes makes;
  private final Timing timing;
  private final Map<String, EmulatedElement> elements = new LinkedHashMap<>();
  private final ElementSessions sessions;
  private final Circuits circuits;
  private final AdmissionUnderTest admission;

  EmulatedWideArea(Topology topology, Makes makes, Path folder, LedgerTables ledger)
      throws IOException {
    this(topology, makes, folder, ledger, Clock.systemUTC(), Timing.usual(Clock.systemUTC()));
  }

  /** One in which every wait but that for an answer is over at once. */
  static EmulatedWideArea inNoTime(Topology topology, Makes makes, Path folder, LedgerTables ledger)
      throws IOException {
    var timing =
        new Timing(
            Clock.systemUTC(),
            new OnDemandWaker(),
            Duration.ofSeconds(5),
            OnDemandWaker.ANSWER,
            Duration.ofSeconds(60),
            Duration.ofSeconds(1000),
            new Retry(Duration.ofMillis(1), Duration.ofMillis(10), () -> 0));
    return new EmulatedWideArea(topology, makes, folder, ledger, new LeapingClock(), timing);
  }

  private EmulatedWideArea(
      Topology topology, Makes makes, Path folder, LedgerTables ledger, Clock clock, Timing timing)
      throws IOException {
    ledger.empty();
    MakeUnderTest.MARKS.empty();
    this.topology = topology;
    this.makes = makes;
    this.timing = timing;
    this.admission = WideAreaUnderTest.on(topology, ledger);
    var plane =
        new ControlPlane(
            topology.links().stream()
                .filter(link -> link.osrp() != null)
                .map(EmulatedWideArea::signalled)
                .toList());
    for (var node : topology.nodes()) {
      var config = ElementConfig.demo(node.tid(), Dialect.ofLabel(node.dialect()));
      elements.put(node.tid(), EmulatedElement.start(config, folder, clock, plane));
    }
    this.sessions = ElementSessions.open(topology, makes, this::access);
    this.circuits = new Circuits(sessions, Duration.ofSeconds(1));
  }

  private static ControlPlane.Link signalled(Link link) {
    return new ControlPlane.Link(point(link, link.a()), point(link, link.z()));
  }

  private static ControlPlane.Ltp point(Link link, Link.Port port) {
    var number = Objects.requireNonNull(link.osrpAt(port.node()));
    return new ControlPlane.Ltp(port.node(), number, port.aid());
  }

  Access access(String tid) {
    return new Access(
            new Endpoint(tid, "127.0.0.1", at(tid).port()),
            MakeUnderTest.LOGIN,
            timing,
            TranscriptSink.NONE)
        .remembering(MakeUnderTest.MARKS.of(tid));
  }

  EmulatedElement at(String tid) {
    return Objects.requireNonNull(elements.get(tid));
  }

  boolean isBare() {
    return elements.values().stream().allMatch(each -> each.holds().isEmpty());
  }

  ElementSessions sessions() {
    return sessions;
  }

  Circuits circuits() {
    return circuits;
  }

  /** What elements shall hold for a circuit that is booked now. */
  List<Item> items(String from, String to, int mbps) {
    var connection = UUID.randomUUID();
    var criteria = new Criteria(stp(from), stp(to), mbps, minutes(0, 60));
    return new WideAreaConfiguration(makes)
        .itemsOf(
            new Circuit(
                new ConnectionId(connection),
                1,
                criteria,
                held(admission.admit(criteria)),
                CircuitName.of(connection, 1)));
  }

  private Stp stp(String port) {
    return Stp.parse("urn:ogf:network:" + topology.network() + ":" + port);
  }

  void up(List<Item> items) {
    assertThat(circuits.bring(items, List.of())).isInstanceOf(Circuits.Reached.class);
  }

  void down(List<Item> items) {
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
  }

  @Override
  public void close() {
    sessions.close();
    elements.values().forEach(EmulatedElement::close);
  }
}
