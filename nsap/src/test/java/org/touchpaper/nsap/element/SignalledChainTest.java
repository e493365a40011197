package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.element.ciena.CoreDirector;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Patience;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.kit.LedgerTables;
import org.touchpaper.tl1.element.Entity;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.message.InputCommand;
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
  private EmulatedWideArea it;

  @SuppressWarnings("NullAway.Init") // set before each test
  SignalledChainTest() {}

  @BeforeEach
  void start() throws IOException {
    var soon = new Patience(500, Duration.ofMillis(20));
    var makes = Makes.of(TOPOLOGY, List.of(new CoreDirector(soon)));
    it = new EmulatedWideArea(TOPOLOGY, makes, folder, LEDGER);
  }

  @AfterEach
  void stop() {
    it.close();
  }

  private String kinds(String tid) {
    return it.at(tid).holds().stream().map(Entity::kind).collect(Collectors.joining(" "));
  }

  /** A group has 48 members at most, and each has a connection of its own. */
  @Test
  void aWideCircuitIsSeveralConnectionsOnOneWay() {
    var items = it.items("A", "D", 50 * 48);
    it.up(items);
    assertThat(kinds("ONE")).isEqualTo("DTL DTL-SET EFLOW EFLOW GTP GTP SNC SNC VCG");
    it.down(items);
    assertThat(it.isBare()).isTrue();
  }

  @Test
  void theFirstElementIsGivenTheWayAndThoseInTheMiddleNothing() {
    var items = it.items("A", "D", 300);
    it.up(items);
    assertThat(kinds("ONE")).isEqualTo("DTL DTL-SET EFLOW EFLOW GTP SNC VCG");
    assertThat(kinds("TWO")).isEmpty();
    assertThat(kinds("THREE")).isEmpty();
    assertThat(kinds("FOUR")).isEqualTo("EFLOW EFLOW VCG");
    assertThat(
            it.at("ONE").holds().stream()
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
    it.down(items);
    assertThat(it.isBare()).isTrue();
  }

  private record Slow(String element, String command, BooleanSupplier until) {}

  private boolean heard(String tid, String command) {
    return it.at(tid).transcript().stream().anyMatch(line -> line.text().startsWith(command));
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
      var items = it.items("A", "D", 300);
      var latch = new CountDownLatch(1);
      it.at(slow.element()).faults().next(slow.command(), new Fault.Slow(latch));
      Thread.startVirtualThread(() -> {
        await()
            .atMost(Duration.ofMinutes(1))
            .pollInterval(Duration.ofMillis(5))
            .until(it.at(slow.element()).faults()::areSpent);
        await()
            .atMost(Duration.ofMinutes(1))
            .pollInterval(Duration.ofMillis(5))
            .until(slow.until()::getAsBoolean);
        latch.countDown();
      });
      it.up(items);
      it.down(items);
      assertThat(it.isBare()).as(slow.command()).isTrue();
    }
  }

  @Test
  void twoCircuitsHaveChannelsOfTheirOwnAndOneGoesWithoutTheOther() {
    var far = it.items("A", "D", 300);
    var near = it.items("B", "D", 300);
    it.up(far);
    it.up(near);
    assertThat(it.circuits().look(far, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    it.down(far);
    assertThat(it.circuits().look(near, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    it.down(near);
    assertThat(it.isBare()).isTrue();
  }

  /** What does not come up is told in the element's words, and taken back at both ends. */
  @Test
  void withoutALightedLinkNothingIsLeftBehind() {
    it.at("TWO").loseSignal("1-A-2-1");
    var items = it.items("A", "D", 300);
    assertThat(it.circuits().bring(items, List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            failed ->
                assertThat(failed.problem()).contains("NOT UP", "Link down between TWO and THREE"));
    assertThat(it.isBare()).isTrue();
    it.at("TWO").restoreSignal("1-A-2-1");
    it.up(items);
  }

  /** A link that fails under a circuit takes nothing away: the circuit is in trouble. */
  @Test
  void aLinkThatFailsInTheMiddleIsATroubleToldByTheFirstElement() {
    var items = it.items("A", "D", 300);
    it.up(items);
    var hints = new CopyOnWriteArrayList<Hint>();
    it.sessions().named("ONE").watch(hints::add);
    it.at("THREE").loseSignal("1-A-1-1");
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> hints.contains(new Hint.Told("ONE", "REPT ALM SNC")));
    assertThat(it.circuits().look(items, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    assertThat(it.sessions().named("ONE").alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.words()).contains("does not work", "STARTING");
          assertThat(items).anyMatch(alarm::concerns);
        });
    it.at("THREE").restoreSignal("1-A-1-1");
    assertThat(it.sessions().named("ONE").alarms()).isEmpty();
  }

  @Test
  void anSncThatSomebodyTookOutOfServiceIsTaken() {
    var items = it.items("A", "D", 300);
    it.up(items);
    var snc = items.getLast().key();
    try (var somebody =
        Tl1Session.open(
            it.access("ONE").endpoint(),
            MakeUnderTest.LOGIN,
            Timing.usual(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      somebody.send(InputCommand.of("ED-SNC-STSPC").at(snc).block("PST=OOS"));
    }
    assertThat(it.circuits().look(items, Map.of())).hasAtLeastOneElementOfType(Survey.Taken.class);
  }
}
