package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.segment.kit.AdmissionUnderTest.held;
import static org.touchpaper.segment.kit.AdmissionUnderTest.minutes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.circuit.AdmissionLimits;
import org.touchpaper.nsap.circuit.WideAreaAdmission;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTables;
import org.touchpaper.segment.provider.CircuitConfiguration.Circuit;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptSink;

/**
 * What an admission holds is what elements of every make on the way are brought to, and cleared of.
 */
class AllMakesTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/all-signals.yaml"));
  private static final LedgerTables LEDGER = LedgerTables.create();

  @TempDir Path folder;
  private final Makes makes = Makes.of(TOPOLOGY);
  private final Map<String, EmulatedElement> elements = new LinkedHashMap<>();
  private ElementSessions sessions;
  private Circuits circuits;
  private AdmissionUnderTest admission;

  @SuppressWarnings("NullAway.Init") // set before each test
  AllMakesTest() {}

  @BeforeEach
  void start() throws IOException {
    LEDGER.empty();
    admission =
        new AdmissionUnderTest(
            WideAreaAdmission.on(TOPOLOGY, makes, AdmissionLimits.USUAL, LEDGER.jdbc()), LEDGER);
    for (var node : TOPOLOGY.nodes()) {
      var config = ElementConfig.demo(node.tid(), Dialect.ofLabel(node.dialect()));
      elements.put(node.tid(), EmulatedElement.start(config, folder));
    }
    sessions = ElementSessions.open(TOPOLOGY, makes, this::access);
    circuits = new Circuits(sessions);
  }

  private Access access(String tid) {
    var port = Objects.requireNonNull(elements.get(tid)).port();
    return new Access(
        new Endpoint(tid, "127.0.0.1", port),
        MakeUnderTest.LOGIN,
        Timing.usual(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @AfterEach
  void stop() {
    sessions.close();
    elements.values().forEach(EmulatedElement::close);
  }

  private List<Item> items(UUID connection, String from, String to, int mbps) {
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

  private static Stp stp(String port) {
    return Stp.parse("urn:ogf:network:wan.test:2026:" + port);
  }

  private void bringUpAndDown(List<Item> items, String... way) {
    assertThat(circuits.bring(items, List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(items).extracting(Item::element).contains(way);
    for (var tid : way) {
      assertThat(Objects.requireNonNull(elements.get(tid)).holds()).isNotEmpty();
    }
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
    assertThat(elements.values()).allMatch(each -> each.holds().isEmpty());
  }

  @Test
  void overPhotonicSwitches() {
    var direct = items(UUID.randomUUID(), "FA", "FB", 10_000);
    bringUpAndDown(direct, "CAL-A", "CAL-B");
    bringUpAndDown(items(UUID.randomUUID(), "FA2", "FB3", 100), "CAL-A", "POL-C", "CAL-B");
  }

  @Test
  void betweenEthernetCardsOfOnses() {
    bringUpAndDown(items(UUID.randomUUID(), "G1", "G3", 1_000), "ONS-1", "ONS-2", "ONS-3");
  }

  @Test
  void fromCoreDirectorToCoreDirectorThroughAnOns() {
    bringUpAndDown(items(UUID.randomUUID(), "V1", "V2", 300), "CD-1", "ONS-2", "CD-2");
  }

  /** Who puts a port in service leaves it so while another circuit is on it. */
  @Test
  void twoCircuitsShareThePortsOfAnOns() {
    var first = items(UUID.randomUUID(), "G1", "G3", 300);
    var second = items(UUID.randomUUID(), "G1B", "G3B", 300);
    assertThat(circuits.bring(first, List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(circuits.bring(second, List.of())).isInstanceOf(Circuits.Reached.class);
    assertThat(circuits.bring(List.of(), first)).isInstanceOf(Circuits.Reached.class);
    assertThat(circuits.look(second, Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));
    assertThat(circuits.bring(List.of(), second)).isInstanceOf(Circuits.Reached.class);
    assertThat(elements.values()).allMatch(each -> each.holds().isEmpty());
  }
}
