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
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptSink;
import org.touchpaper.nsap.element.ciena.CoreDirectorPlugin;
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ElementEvent;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.element.PollPolicy;
import org.touchpaper.segment.kit.LedgerTestDatabase;
import org.touchpaper.tl1.message.InputCommand;

/**
 * A circuit over four CoreDirectors, set up by signalling from the first: ends first, then the
 * connection; removed in reverse.
 */
class SignalledChainTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/signalled.yaml"));
  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();

  @TempDir Path folder;
  private EmulatedWideArea wideArea;

  @SuppressWarnings("NullAway.Init") // set before each test
  SignalledChainTest() {}

  @BeforeEach
  void start() throws IOException {
    var soon = new PollPolicy(500, Duration.ofMillis(20));
    var makes = NodeElementPlugins.of(TOPOLOGY, List.of(new CoreDirectorPlugin(soon)));
    wideArea = new EmulatedWideArea(TOPOLOGY, makes, folder, LEDGER);
  }

  @AfterEach
  void stop() {
    wideArea.close();
  }

  private String kinds(String tid) {
    return wideArea.at(tid).listEntities().stream()
        .map(ManagedEntity::kind)
        .collect(Collectors.joining(" "));
  }

  /** A group has at most 48 members; each group has its own connection. */
  @Test
  void aWideCircuitIsSeveralConnectionsOnOnePath() {
    var items = wideArea.items("A", "D", 50 * 48);
    wideArea.up(items);
    assertThat(kinds("ONE")).isEqualTo("DTL DTL-SET EFLOW EFLOW GTP GTP SNC SNC VCG");
    wideArea.down(items);
    assertThat(wideArea.isBare()).isTrue();
  }

  @Test
  void onlyTheFirstElementGetsThePath() {
    var items = wideArea.items("A", "D", 300);
    wideArea.up(items);
    assertThat(kinds("ONE")).isEqualTo("DTL DTL-SET EFLOW EFLOW GTP SNC VCG");
    assertThat(kinds("TWO")).isEmpty();
    assertThat(kinds("THREE")).isEmpty();
    assertThat(kinds("FOUR")).isEqualTo("EFLOW EFLOW VCG");
    assertThat(
            wideArea.at("ONE").listEntities().stream()
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
    wideArea.down(items);
    assertThat(wideArea.isBare()).isTrue();
  }

  private record SlowCommand(String element, String command, BooleanSupplier until) {}

  private boolean hasReceived(String tid, String command) {
    return wideArea.at(tid).transcript().stream().anyMatch(line -> line.text().startsWith(command));
  }

  /** An SNC waits for the group it ends in, and the group's deletion for the SNC's. */
  @Test
  void comesUpAndGoesDownWhicheverEndIsSlower() {
    for (var slow :
        List.of(
            new SlowCommand("ONE", "ENT-GTP", () -> kinds("FOUR").equals("EFLOW EFLOW VCG")),
            new SlowCommand("FOUR", "ENT-VCG", () -> hasReceived("ONE", "RTRV-SNC-DIAG")),
            new SlowCommand("ONE", "ED-SNC-STSPC", () -> hasReceived("FOUR", "RTRV-SNC-STSPC")),
            new SlowCommand("FOUR", "DLT-EFLOW", () -> kinds("ONE").isEmpty()))) {
      var items = wideArea.items("A", "D", 300);
      var latch = new CountDownLatch(1);
      wideArea
          .at(slow.element())
          .faults()
          .injectOnce(slow.command(), new InjectedFault.SlowResponse(latch));
      Thread.startVirtualThread(() -> {
        await()
            .atMost(Duration.ofMinutes(1))
            .pollInterval(Duration.ofMillis(5))
            .until(wideArea.at(slow.element()).faults()::isExhausted);
        await()
            .atMost(Duration.ofMinutes(1))
            .pollInterval(Duration.ofMillis(5))
            .until(slow.until()::getAsBoolean);
        latch.countDown();
      });
      wideArea.up(items);
      wideArea.down(items);
      assertThat(wideArea.isBare()).as(slow.command()).isTrue();
    }
  }

  @Test
  void twoCircuitsAreIndependent() {
    var far = wideArea.items("A", "D", 300);
    var near = wideArea.items("B", "D", 300);
    wideArea.up(far);
    wideArea.up(near);
    assertThat(wideArea.circuits().survey(far, Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    wideArea.down(far);
    assertThat(wideArea.circuits().survey(near, Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    wideArea.down(near);
    assertThat(wideArea.isBare()).isTrue();
  }

  /** A failed set-up is reported in the element's wording and undone at both ends. */
  @Test
  void withoutLightTheSetUpIsUndone() {
    wideArea.at("TWO").loseSignal("1-A-2-1");
    var items = wideArea.items("A", "D", 300);
    assertThat(wideArea.circuits().apply(items, List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            failed ->
                assertThat(failed.problem()).contains("NOT UP", "Link down between TWO and THREE"));
    assertThat(wideArea.isBare()).isTrue();
    wideArea.at("TWO").restoreSignal("1-A-2-1");
    wideArea.up(items);
  }

  /** A failed link removes nothing; the circuit is impaired. */
  @Test
  void aFailedLinkInTheMiddleIsAnAlarmOfTheFirstElement() {
    var items = wideArea.items("A", "D", 300);
    wideArea.up(items);
    var hints = new CopyOnWriteArrayList<ElementEvent>();
    wideArea.sessions().driverFor("ONE").watch(hints::add);
    wideArea.at("THREE").loseSignal("1-A-1-1");
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> hints.contains(new ElementEvent.Reported("ONE", "REPT ALM SNC")));
    assertThat(wideArea.circuits().survey(items, Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    assertThat(wideArea.sessions().driverFor("ONE").alarms())
        .singleElement()
        .satisfies(alarm -> {
          assertThat(alarm.description()).contains("is not working", "STARTING");
          assertThat(items).anyMatch(alarm::concerns);
        });
    wideArea.at("THREE").restoreSignal("1-A-1-1");
    assertThat(wideArea.sessions().driverFor("ONE").alarms()).isEmpty();
  }

  @Test
  void anSncTakenOutOfServiceCountsAsRemoved() {
    var items = wideArea.items("A", "D", 300);
    wideArea.up(items);
    var snc = items.getLast().key();
    try (var somebody =
        Tl1Session.open(
            wideArea.access("ONE").endpoint(),
            ElementPluginFixture.LOGIN,
            SessionTiming.defaults(Clock.systemUTC()),
            TranscriptSink.NONE)) {
      somebody.send(InputCommand.of("ED-SNC-STSPC").withAid(snc).withBlock("PST=OOS"));
    }
    assertThat(wideArea.circuits().survey(items, Map.of()))
        .hasAtLeastOneElementOfType(ItemSurveyResult.Removed.class);
  }
}
