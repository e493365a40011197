package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.elementemulator.fault.InjectedFault;
import org.touchpaper.elementsession.transcript.TranscriptLine;
import org.touchpaper.elementsession.transcript.TranscriptLine.Direction;
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.element.CircuitExecutor;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.element.ItemSurveyResult;
import org.touchpaper.segment.kit.LedgerTestDatabase;

/**
 * A circuit over elements of four types, all or nothing: CoreDirectors and an ONS 15454 that switch
 * time slots, and Calient and Polatis that switch the light below.
 */
class MixedChainTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/all-signals.yaml"));
  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();
  private static final List<String> CHAIN =
      List.of("CD-1", "ONS-2", "CD-2", "CAL-A", "POL-C", "CAL-B");

  @TempDir Path folder;
  private EmulatedWideArea wideArea;
  private List<ConfigItem> items;

  @SuppressWarnings("NullAway.Init") // set before each test
  MixedChainTest() {}

  @BeforeEach
  void start() throws IOException {
    wideArea = new EmulatedWideArea(TOPOLOGY, NodeElementPlugins.of(TOPOLOGY), folder, LEDGER);
    var first = wideArea.items("FA", "FB", 10_000); // occupies the direct fibre
    var slots = wideArea.items("V1", "V2", 300);
    var light = wideArea.items("FA2", "FB3", 100);
    items = Stream.concat(slots.stream(), light.stream()).toList();
    assertThat(first).extracting(ConfigItem::element).doesNotContain("POL-C");
    assertThat(items.stream().map(ConfigItem::element).distinct()).containsExactlyElementsOf(CHAIN);
  }

  @AfterEach
  void stop() {
    wideArea.close();
  }

  @Test
  void isSetUpAndRemovedCompletely() {
    wideArea.up(items);
    assertThat(wideArea.circuits().survey(items, Map.of()))
        .hasOnlyElementsOfType(ItemSurveyResult.Intact.class);
    assertThat(CHAIN).allMatch(tid -> !wideArea.at(tid).listEntities().isEmpty());
    wideArea.down(items);
    assertThat(wideArea.isBare()).isTrue();
  }

  @Test
  void aDenialByTheLastElementUndoesTheOthersInReverse() {
    wideArea
        .at("CAL-B")
        .faults()
        .injectOnce("ENT-CRS", new InjectedFault.Deny("SROF", "Laser, Interlocked"));
    assertThat(wideArea.circuits().apply(items, List.of()))
        .isInstanceOfSatisfying(
            CircuitExecutor.NotApplied.class,
            failed -> assertThat(failed.problem()).contains("CAL-B", "SROF", "Laser, Interlocked"));
    assertThat(wideArea.isBare()).isTrue();
    var undone = List.of("POL-C", "CAL-A", "CD-2", "ONS-2", "CD-1");
    assertThat(undone.stream().sorted(Comparator.comparing(this::firstDeletion)).toList())
        .isEqualTo(undone);
    wideArea.up(items);
  }

  private Instant firstDeletion(String tid) {
    return wideArea.at(tid).transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .filter(line -> line.text().matches("(DLT|CANC-CRS|ED-VCG).*"))
        .map(TranscriptLine::at)
        .findFirst()
        .orElseThrow();
  }

  /** An ended circuit is removed wherever possible, and elsewhere when the element is back. */
  @Test
  void anUnreachableElementDoesNotDelayRemovalElsewhere() throws IOException {
    wideArea.up(items);
    wideArea.at("ONS-2").crash();
    assertThat(wideArea.circuits().apply(List.of(), items))
        .isInstanceOf(CircuitExecutor.NotApplied.class);
    assertThat(CHAIN)
        .filteredOn(tid -> !wideArea.at(tid).listEntities().isEmpty())
        .containsExactly("ONS-2");
    wideArea.at("ONS-2").restart();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> wideArea.circuits().apply(List.of(), items) instanceof CircuitExecutor.Applied);
    assertThat(wideArea.isBare()).isTrue();
  }
}
