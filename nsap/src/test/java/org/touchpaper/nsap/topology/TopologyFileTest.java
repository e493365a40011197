package org.touchpaper.nsap.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.touchpaper.nsap.path.Graph;

class TopologyFileTest {

  private static final Topology UKLIGHT =
      TopologyFile.read(new ClassPathResource("samples/uklight/wide-area.yaml"));

  private static Topology read(String yaml) {
    return TopologyFile.read(
        new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8), "test.yaml"));
  }

  private static final String SMALL =
      """
      topology:
        network: small
        nodes:
          - { tid: A, dialect: coredirector, site: Here, longitude: 0, latitude: 0 }
          - { tid: B, dialect: coredirector, site: There, longitude: 0, latitude: 0 }
        links:
          - { id: A-B, a: { node: A, port: p1 }, z: { node: B, port: p1 }, capacityMbps: 100, slots: 2, latencyMs: 0.25 }
        attachments:
          - { name: X, node: A, port: p2, capacityMbps: 10, vlans: 7-9, peer: x }
      """;

  @Test
  void readsTheDemonstrationNetwork() {
    assertThat(UKLIGHT.network()).isEqualTo("wan.ukl:2026");
    assertThat(UKLIGHT.nodes()).hasSize(8);
    assertThat(UKLIGHT.link("LONDON-READING").capacityMbps()).isEqualTo(10_000);
    assertThat(UKLIGHT.link("UCL-LONDON").slots()).isEqualTo(21);
    assertThat(UKLIGHT.findAttachment("UCL")).isPresent();
    assertThat(UKLIGHT.findAttachment("NOWHERE")).isEmpty();
  }

  private static Graph wideEnoughFor(int mbps) {
    return UKLIGHT.graphOf(link -> link.largestCircuitMbps() >= mbps);
  }

  @Test
  void goesFromUclToManchesterByReadingInSixPointEightMillisecondsRoundTrip() {
    var paths = wideEnoughFor(300).paths("METRO-UCL", "METRO-MAN", 9);

    assertThat(paths.getFirst().nodes())
        .containsExactly("METRO-UCL", "LONDON", "READING", "WARRINGTON", "METRO-MAN");
    assertThat(2 * paths.getFirst().latencyMicros()).isEqualTo(6_800);
    assertThat(paths).hasSize(2);
  }

  @Test
  void leavesOutLinksWithTooLittleCapacity() {
    assertThat(wideEnoughFor(1_001).paths("METRO-UCL", "METRO-MAN", 9)).isEmpty();
    assertThat(wideEnoughFor(9_216).paths("LONDON", "LEEDS", 9)).hasSize(2);
    assertThat(wideEnoughFor(9_217).paths("LONDON", "LEEDS", 9)).isEmpty();
  }

  /** The testbed of PoS(ESLEA)016, before and after its fifth switch. */
  @Test
  void aSwitchInKansasCityGivesTheEnlightenedTestbedASecondPath() {
    assertThat(pathsFromRaleighToBatonRouge("samples/enlightened.yaml"))
        .containsExactly(List.of("UO2", "UO3"));
    assertThat(pathsFromRaleighToBatonRouge("samples/enlightened-kansas-city.yaml"))
        .containsExactly(List.of("UO2", "UO3"), List.of("UO2", "UO1", "UO5", "UO3"));
  }

  private static List<List<String>> pathsFromRaleighToBatonRouge(String sample) {
    var testbed = TopologyFile.read(new ClassPathResource(sample));
    return testbed
        .graphOf(link -> link.largestCircuitMbps() >= 10_240)
        .paths("UO2", "UO3", 9)
        .stream()
        .limit(2)
        .map(path -> path.nodes())
        .toList();
  }

  @Test
  void readsASmallNetwork() {
    var small = read(SMALL);

    assertThat(small.link("A-B"))
        .isEqualTo(
            new Link("A-B", new Link.Port("A", "p1"), new Link.Port("B", "p1"), 100, 2, 250));
    assertThat(small.link("A-B").largestCircuitMbps()).isEqualTo(96);
  }

  @Test
  void errorsNameFileAndEntry() {
    assertThatThrownBy(() -> read(SMALL.replace("node: B", "node: C")))
        .hasMessageContaining("test.yaml")
        .hasMessageContaining("ends at the unknown node C");
    assertThatThrownBy(() -> read(SMALL.replace("port: p2", "port: p1")))
        .hasMessageContaining("uses a port that is already in use: A p1");
    assertThatThrownBy(() -> read(SMALL.replace("tid: B", "tid: A")))
        .hasMessageContaining("duplicate node: A");
    assertThatThrownBy(() -> read(SMALL.replace("slots", "slotz")))
        .hasMessageContaining("test.yaml");
    assertThatThrownBy(() -> read(SMALL.replace("7-9", "9-7"))).hasMessageContaining("9-7");
    assertThatThrownBy(() -> read("topology: 3")).hasMessageContaining("test.yaml");
  }

  @Test
  void readsOsrpNumbers() {
    var numbered =
        SMALL
            .replace("{ node: A, port: p1 }", "{ node: A, port: p1, osrp: 3 }")
            .replace("{ node: B, port: p1 }", "{ node: B, port: p1, osrp: 1 }");
    assertThat(read(SMALL).link("A-B").osrpAt("A")).isNull();
    assertThat(read(numbered).link("A-B").osrpAt("A")).isEqualTo(3);
    assertThat(read(numbered).link("A-B").osrpAt("B")).isEqualTo(1);
    assertThatThrownBy(() -> read(numbered.replace(", osrp: 1", "")))
        .hasMessageContaining("A-B has an osrp number at one end only");
    assertThatThrownBy(() -> read(numbered.replace("osrp: 1", "osrp: 0")))
        .hasMessageContaining("numbered from 1");
    var second =
        "    - { id: A-B2, a: { node: A, port: p3 }, z: { node: B, port: p3 }, capacityMbps: 1,"
            + " latencyMs: 1 }\n";
    assertThatThrownBy(() -> read(numbered.replace("  attachments:", second + "  attachments:")))
        .hasMessageContaining("only some links of");
  }

  @Test
  void countsSlots() {
    assertThat(Link.slotsFor(1)).isEqualTo(1);
    assertThat(Link.slotsFor(48)).isEqualTo(1);
    assertThat(Link.slotsFor(49)).isEqualTo(2);
    assertThat(Link.slotsFor(300)).isEqualTo(7);
    assertThat(Link.slotsFor(1_000)).isEqualTo(21);
  }
}
