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
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.kit.LedgerTables;
import org.touchpaper.tl1.element.Fault;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.TranscriptLine.Direction;

/**
 * Elements of four makes brought to what one piece of work wants of them all: CoreDirectors and an
 * ONS 15454 that switch time slots, and Calient and Polatis that switch the light those run on. All
 * of it, or nothing.
 */
class MixedChainTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/all-signals.yaml"));
  private static final LedgerTables LEDGER = LedgerTables.create();
  private static final List<String> CHAIN =
      List.of("CD-1", "ONS-2", "CD-2", "CAL-A", "POL-C", "CAL-B");

  @TempDir Path folder;
  private EmulatedWideArea it;
  private List<Item> items;

  @SuppressWarnings("NullAway.Init") // set before each test
  MixedChainTest() {}

  @BeforeEach
  void start() throws IOException {
    it = new EmulatedWideArea(TOPOLOGY, Makes.of(TOPOLOGY), folder, LEDGER);
    var first = it.items("FA", "FB", 10_000); // takes the direct fibre
    var slots = it.items("V1", "V2", 300);
    var light = it.items("FA2", "FB3", 100);
    items = Stream.concat(slots.stream(), light.stream()).toList();
    assertThat(first).extracting(Item::element).doesNotContain("POL-C");
    assertThat(items.stream().map(Item::element).distinct()).containsExactlyElementsOf(CHAIN);
  }

  @AfterEach
  void stop() {
    it.close();
  }

  @Test
  void isSetUpAndTakenDownWhole() {
    it.up(items);
    assertThat(it.circuits().look(items, Map.of())).hasOnlyElementsOfType(Survey.Intact.class);
    assertThat(CHAIN).allMatch(tid -> !it.at(tid).holds().isEmpty());
    it.down(items);
    assertThat(it.isBare()).isTrue();
  }

  @Test
  void whatTheLastDeniesIsTakenBackFromTheLastToTheFirst() {
    it.at("CAL-B").faults().next("ENT-CRS", new Fault.Deny("SROF", "Laser, Interlocked"));
    assertThat(it.circuits().bring(items, List.of()))
        .isInstanceOfSatisfying(
            Circuits.NotReached.class,
            failed -> assertThat(failed.problem()).contains("CAL-B", "SROF", "Laser, Interlocked"));
    assertThat(it.isBare()).isTrue();
    var undone = List.of("POL-C", "CAL-A", "CD-2", "ONS-2", "CD-1");
    assertThat(undone.stream().sorted(Comparator.comparing(this::firstDeletion)).toList())
        .isEqualTo(undone);
    it.up(items);
  }

  private Instant firstDeletion(String tid) {
    return it.at(tid).transcript().stream()
        .filter(line -> line.direction() == Direction.RECEIVED)
        .filter(line -> line.text().matches("(DLT|CANC-CRS|ED-VCG).*"))
        .map(TranscriptLine::at)
        .findFirst()
        .orElseThrow();
  }

  /** What is over goes wherever it can go, and the rest when its element is back. */
  @Test
  void oneElementThatIsAwayAtTheEndKeepsNoOtherUp() throws IOException {
    it.up(items);
    it.at("ONS-2").crash();
    assertThat(it.circuits().bring(List.of(), items)).isInstanceOf(Circuits.NotReached.class);
    assertThat(CHAIN).filteredOn(tid -> !it.at(tid).holds().isEmpty()).containsExactly("ONS-2");
    it.at("ONS-2").restart();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> it.circuits().bring(List.of(), items) instanceof Circuits.Reached);
    assertThat(it.isBare()).isTrue();
  }
}
