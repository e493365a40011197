package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.circuit.AdmissionLimits;
import org.touchpaper.nsap.circuit.WideAreaAdmission;
import org.touchpaper.nsap.element.ciena.CoreDirector;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.kit.AdmissionUnderTest;
import org.touchpaper.segment.kit.LedgerTables;
import org.touchpaper.segment.provider.CircuitConfiguration.Circuit;
import org.touchpaper.tl1.element.ControlPlane;
import org.touchpaper.tl1.element.Dialect;
import org.touchpaper.tl1.element.ElementConfig;
import org.touchpaper.tl1.element.EmulatedElement;
import org.touchpaper.tl1.element.Entity;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Tl1Session;
import org.touchpaper.tl1.session.TranscriptSink;

/**
 * A circuit over four CoreDirectors that set it up among themselves: told which way by the first,
 * with the ends before what joins them, and gone in reverse.
 */
class SignalledChainTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/signalled.yaml"));
  private static final LedgerTables LEDGER = LedgerTables.create();

  @TempDir Path folder;
  private final Makes makes =
      Makes.of(TOPOLOGY, List.of(new CoreDirector(new Patience(100, Duration.ofMillis(20)))));
  private final Map<String, EmulatedElement> elements = new LinkedHashMap<>();
  private ElementSessions sessions;
  private Circuits circuits;
  private AdmissionUnderTest admission;

  @SuppressWarnings("NullAway.Init") // set before each test
  SignalledChainTest() {}

  @BeforeEach
  void start() throws IOException {
    LEDGER.empty();
    admission =
        new AdmissionUnderTest(
            WideAreaAdmission.on(TOPOLOGY, makes, AdmissionLimits.USUAL, LEDGER.jdbc()), LEDGER);
    var plane =
        new ControlPlane(TOPOLOGY.links().stream().map(SignalledChainTest::signalled).toList());
    for (var node : TOPOLOGY.nodes()) {
      var config = ElementConfig.demo(node.tid(), Dialect.CORE_DIRECTOR);
      elements.put(node.tid(), EmulatedElement.start(config, folder, Clock.systemUTC(), plane));
    }
    sessions = ElementSessions.open(TOPOLOGY, makes, this::access);
    circuits = new Circuits(sessions);
  }

  private static ControlPlane.Link signalled(Link link) {
    return new ControlPlane.Link(point(link, link.a()), point(link, link.z()));
  }

  private static ControlPlane.Ltp point(Link link, Link.Port port) {
    var number = Objects.requireNonNull(link.osrpAt(port.node()));
    return new ControlPlane.Ltp(port.node(), number, port.aid());
  }

  private Access access(String tid) {
    return new Access(
        new Endpoint(tid, "127.0.0.1", at(tid).port()),
        MakeUnderTest.LOGIN,
        Timing.usual(Clock.systemUTC()),
        TranscriptSink.NONE);
  }

  @AfterEach
  void stop() {
    sessions.close();
    elements.values().forEach(EmulatedElement::close);
  }

  private EmulatedElement at(String tid) {
    return Objects.requireNonNull(elements.get(tid));
  }

  private List<Item> items(String from, String to) {
    var connection = UUID.randomUUID();
    var criteria = new Criteria(stp(from), stp(to), 300, minutes(0, 60));
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

  private void up(List<Item> items) {
    assertThat(circuits.bring(items, List.of())).isInstanceOf(Circuits.Reached.class);
  }

  private void down(List<Item> items) {
    assertThat(circuits.bring(List.of(), items)).isInstanceOf(Circuits.Reached.class);
  }

  private String kinds(String tid) {
    return at(tid).holds().stream().map(Entity::kind).collect(Collectors.joining(" "));
  }

  @Test
  void theFirstElementIsGivenTheWayAndThoseInTheMiddleNothing() {
    var items = items("A", "D");
    up(items);
    assertThat(kinds("ONE")).isEqualTo("DTL DTL-SET EFLOW EFLOW GTP SNC VCG");
    assertThat(kinds("TWO")).isEmpty();
    assertThat(kinds("THREE")).isEmpty();
    assertThat(kinds("FOUR")).isEqualTo("EFLOW EFLOW VCG");
    assertThat(
            at("ONE").holds().stream()
                .filter(held -> held.kind().equals("DTL"))
                .findFirst()
                .orElseThrow()
                .attributes())
        .containsEntry("NODENAME1", "ONE")
        .containsEntry("OSRPLTPID1", "9")
        .containsEntry("NODENAME3", "THREE")
        .containsEntry("OSRPLTPID3", "9")
        .containsEntry("TERMNODENAME", "FOUR")
        .doesNotContainKey("NODENAME4");
    down(items);
    assertThat(elements.values()).allMatch(each -> each.holds().isEmpty());
  }

  private record Slow(String element, String command, BooleanSupplier until) {}

  private boolean heard(String tid, String command) {
    return at(tid).transcript().stream().anyMatch(line -> line.text().startsWith(command));
  }

  /** An SNC waits for the group it ends in, and that for the SNC. */
  @Test
  void whicheverEndIsTheSlowerItComesUpAndGoesDown() {
    for (var slow :
        List.of(
            new Slow("ONE", "ENT-GTP", () -> kinds("FOUR").equals("EFLOW EFLOW VCG")),
            new Slow("FOUR", "ENT-VCG", () -> heard("ONE", "RTRV-SNC-DIAG")),
            new Slow("ONE", "ED-SNC-STSPC", () -> heard("FOUR", "RTRV-SNC-STSPC")),
            new Slow("FOUR", "DLT-EFLOW", () -> kinds("ONE").isEmpty()))) {
      var items = items("A", "D");
      var latch = new CountDownLatch(1);
      at(slow.element()).faults().next(slow.command(), new Fault.Slow(latch));
      Thread.startVirtualThread(() -> {
        await().pollInterval(Duration.ofMillis(5)).until(at(slow.element()).faults()::areSpent);
        await().pollInterval(Duration.ofMillis(5)).until(slow.until()::getAsBoolean);
        latch.countDown();
      });
      up(items);
      down(items);
      assertThat(elements.values()).as(slow.command()).allMatch(each -> each.holds().isEmpty());
    }
  }

  @Test
  void twoCircuitsHaveChannelsOfTheirOwnAndOneGoesWithoutTheOther() {
    var far = items("A", "D");
    var near = items("B", "D");
    up(far);
    up(near);
    assertThat(circuits.look(far, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    down(far);
    assertThat(circuits.look(near, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    down(near);
    assertThat(elements.values()).allMatch(each -> each.holds().isEmpty());
  }

  /** What does not come up is told in the element's words, and taken back at both ends. */
  @Test
  void withoutALightedLinkNothingIsLeftBehind() {
    at("TWO").loseSignal("1-A-2-1");
    var items = items("A", "D");
    assertThat(circuits.bring(items, List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            failed ->
                assertThat(failed.problem()).contains("NOT UP", "Link down between TWO and THREE"));
    assertThat(elements.values()).allMatch(each -> each.holds().isEmpty());
    at("TWO").restoreSignal("1-A-2-1");
    up(items);
  }

  /** A link that fails under a circuit takes nothing away: the circuit is in trouble. */
  @Test
  void aLinkThatFailsInTheMiddleIsATroubleToldByTheFirstElement() {
    var items = items("A", "D");
    up(items);
    var hints = new CopyOnWriteArrayList<Hint>();
    sessions.named("ONE").watch(hints::add);
    at("THREE").loseSignal("1-A-1-1");
    await().until(() -> hints.contains(new Hint.Told("ONE", "REPT ALM SNC")));
    assertThat(circuits.look(items, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    assertThat(sessions.named("ONE").alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.words()).contains("does not work", "STARTING");
          assertThat(items).anyMatch(alarm::concerns);
        });
    at("THREE").restoreSignal("1-A-1-1");
    assertThat(sessions.named("ONE").alarms()).isEmpty();
  }

  @Test
  void anSncThatSomebodyTookOutOfServiceIsTaken() {
    var items = items("A", "D");
    up(items);
    var snc = items.getLast().key();
    try (var somebody =
        Tl1Session.open(
            access("ONE").endpoint(),
            MakeUnderTest.LOGIN,
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      somebody.send(InputCommand.of("ED-SNC-STSPC").at(snc).block("PST=OOS"));
    }
    assertThat(circuits.look(items, Map.of())).hasAtLeastOneElementOfType(Survey.Taken.class);
  }
}
