package org.touchpaper.nsap.element;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.LedgerTables;

/**
 * What an admission holds is what elements of every make on the way are brought to, and cleared of.
 */
class AllMakesTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/all-signals.yaml"));
  private static final LedgerTables LEDGER = LedgerTables.create();

  @TempDir Path folder;
  private EmulatedWideArea it;

  @SuppressWarnings("NullAway.Init") // set before each test
  AllMakesTest() {}

  @BeforeEach
  void start() throws IOException {
    it = new EmulatedWideArea(TOPOLOGY, Makes.of(TOPOLOGY), folder, LEDGER);
  }

  @AfterEach
  void stop() {
    it.close();
  }

  private void bringUpAndDown(List<Item> items, String... way) {
    it.up(items);
    assertThat(items).extracting(Item::element).contains(way);
    for (var tid : way) {
      assertThat(it.at(tid).holds()).isNotEmpty();
    }
    it.down(items);
    assertThat(it.isBare()).isTrue();
  }

  @Test
  void overPhotonicSwitches() {
    var direct = it.items("FA", "FB", 10_000);
    bringUpAndDown(direct, "CAL-A", "CAL-B");
    bringUpAndDown(it.items("FA2", "FB3", 100), "CAL-A", "POL-C", "CAL-B");
  }

  @Test
  void betweenEthernetCardsOfOnses() {
    bringUpAndDown(it.items("G1", "G3", 1_000), "ONS-1", "ONS-2", "ONS-3");
  }

  @Test
  void fromCoreDirectorToCoreDirectorThroughAnOns() {
    bringUpAndDown(it.items("V1", "V2", 300), "CD-1", "ONS-2", "CD-2");
  }

  /** Who puts a port in service leaves it so while another circuit is on it. */
  @Test
  void twoCircuitsShareThePortsOfAnOns() {
    var first = it.items("G1", "G3", 300);
    var second = it.items("G1B", "G3B", 300);
    it.up(first);
    it.up(second);
    it.down(first);
    assertThat(it.circuits().look(second, Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));
    it.down(second);
    assertThat(it.isBare()).isTrue();
  }
}
