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
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.nsap.topology.TopologyFile;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.LedgerTestDatabase;

/** Circuits as admitted are configured on elements of every type, and removed. */
class AllElementTypesTest {

  private static final Topology TOPOLOGY =
      TopologyFile.read(new ClassPathResource("nsap/all-signals.yaml"));
  private static final LedgerTestDatabase LEDGER = LedgerTestDatabase.create();

  @TempDir Path folder;
  private EmulatedWideArea wideArea;

  @SuppressWarnings("NullAway.Init") // set before each test
  AllElementTypesTest() {}

  @BeforeEach
  void start() throws IOException {
    wideArea = new EmulatedWideArea(TOPOLOGY, NodeElementPlugins.of(TOPOLOGY), folder, LEDGER);
  }

  @AfterEach
  void stop() {
    wideArea.close();
  }

  private void bringUpAndDown(List<ConfigItem> items, String... way) {
    wideArea.up(items);
    assertThat(items).extracting(ConfigItem::element).contains(way);
    for (var tid : way) {
      assertThat(wideArea.at(tid).listEntities()).isNotEmpty();
    }
    wideArea.down(items);
    assertThat(wideArea.isBare()).isTrue();
  }

  @Test
  void overPhotonicSwitches() {
    var direct = wideArea.items("FA", "FB", 10_000);
    bringUpAndDown(direct, "CAL-A", "CAL-B");
    bringUpAndDown(wideArea.items("FA2", "FB3", 100), "CAL-A", "POL-C", "CAL-B");
  }

  @Test
  void betweenEthernetCardsOfOnses() {
    bringUpAndDown(wideArea.items("G1", "G3", 1_000), "ONS-1", "ONS-2", "ONS-3");
  }

  @Test
  void fromCoreDirectorToCoreDirectorThroughAnOns() {
    bringUpAndDown(wideArea.items("V1", "V2", 300), "CD-1", "ONS-2", "CD-2");
  }

  /** The circuit that put a port in service leaves it so for another circuit. */
  @Test
  void twoCircuitsShareThePortsOfAnOns() {
    var first = wideArea.items("G1", "G3", 300);
    var second = wideArea.items("G1B", "G3B", 300);
    wideArea.up(first);
    wideArea.up(second);
    wideArea.down(first);
    assertThat(wideArea.circuits().survey(second, Map.of()))
        .allMatch(survey -> survey.toString().startsWith("Intact"));
    wideArea.down(second);
    assertThat(wideArea.isBare()).isTrue();
  }
}
