package org.touchpaper.lnsap.campus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;

class CampusFileTest {

  private static final String SMALL =
      """
      campus:
        name: x
        title: X
        network: x:2026
        edge: EDGE-X
        border: { name: border, port: Te1/1, capacityMbps: 10, vlans: 7-9, peer: y }
        hosts:
          - { name: h, host: h.x, port: Gi3/1, capacityMbps: 10 }
          - { name: i, host: i.x, port: Gi3/2, capacityMbps: 10, use: exclusive, lightpaths: false }
        policy: { longest: 2h }
      """;

  private static CampusFile read(String yaml) {
    return CampusFile.read(
        new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8), "test.yaml"));
  }

  @Test
  void readsTheDemonstrationCampuses() {
    var ucl = CampusFile.read(new ClassPathResource("samples/uklight/campus-ucl.yaml")).campus();
    var manchester =
        CampusFile.read(new ClassPathResource("samples/uklight/campus-manchester.yaml")).campus();

    assertThat(ucl.findHost("vis")).get().returns("vis.ucl", Host::host);
    assertThat(manchester.findHost("newton")).get().returns("newton.manchester", Host::host);
    assertThat(manchester.isBorder("border")).isTrue();
  }

  @Test
  void hostsAreSharedAndPermittedByDefault() {
    var small = read(SMALL);

    assertThat(small.campus().hosts().get(0))
        .isEqualTo(new Host("h", "h.x", "GigabitEthernet3/1", 10, Host.Use.SHARED, true, 1500));
    assertThat(small.campus().hosts().get(1))
        .isEqualTo(new Host("i", "i.x", "GigabitEthernet3/2", 10, Host.Use.EXCLUSIVE, false, 1500));
    assertThat(small.policy().longest()).hasHours(2);
    assertThat(small.policy().roles()).contains("scientist");
  }

  @Test
  void errorsNameFileAndEntry() {
    assertThatThrownBy(() -> read(SMALL.replace("Gi3/2", "Gi3/1")))
        .hasMessageContaining("test.yaml")
        .hasMessageContaining("already in use: GigabitEthernet3/1");
    assertThatThrownBy(() -> read(SMALL.replace("name: i", "name: h")))
        .hasMessageContaining("duplicate name h");
    assertThatThrownBy(() -> read(SMALL.replace("lightpaths", "lightpath")))
        .hasMessageContaining("test.yaml");
    assertThatThrownBy(() -> read(SMALL.replace("2h", "0s")))
        .hasMessageContaining("test.yaml")
        .hasMessageContaining("longest of the policy is 0s; set it to a value from 1m to 3660d");
  }

  /** An element lists port states under full names. */
  @Test
  void normalisesPortNames() {
    assertThat(InterfaceNameNormalizer.full("te 1/1")).isEqualTo("TenGigabitEthernet1/1");
    assertThat(InterfaceNameNormalizer.full("GigabitEthernet3/1")).isEqualTo("GigabitEthernet3/1");
    assertThat(InterfaceNameNormalizer.full("Po1")).isEqualTo("Port-channel1");
    assertThatThrownBy(() -> read(SMALL.replace("Gi3/2", "gigabitethernet 3/1")))
        .hasMessageContaining("already in use: GigabitEthernet3/1");
  }

  @Test
  void errorsNameMissingEntries() {
    assertThatThrownBy(() -> read(SMALL.replace("  edge: EDGE-X\n", "")))
        .hasMessageContaining("test.yaml")
        .hasMessageContaining("the edge is missing");
    assertThatThrownBy(() -> read(SMALL.replace(", peer: y", "")))
        .hasMessageContaining("the border's peer is missing");
    assertThatThrownBy(() -> read(SMALL.replace(", port: Gi3/2", "")))
        .hasMessageContaining("the port of i is missing");
    assertThat(read(SMALL.replace("  policy: { longest: 2h }\n", "")).policy().longest())
        .hasDays(30);
  }

  @Test
  void rejectsVlansReservedByIos() {
    for (var vlans : List.of("1-9", "1000-1002", "1005", "900-1100")) {
      assertThatThrownBy(() -> read(SMALL.replace("vlans: 7-9", "vlans: " + vlans)))
          .hasMessageContaining("VLAN 1 or 1002-1005, which IOS reserves");
    }
  }

  private static final String PORT = "port: Te1/1, capacityMbps: 10, vlans: 7-9";

  private static String leaving(String how) {
    return SMALL.replace(PORT, "capacityMbps: 10, vlans: 7-9, " + how);
  }

  @Test
  void readsABorderOfPseudowires() {
    var small = read(leaving("pseudowires: { to: 192.0.2.9, vcIds: 5007-5009 }"));

    assertThat(small.campus().border().uplink())
        .isEqualTo(new Border.Pseudowires("192.0.2.9", 5007));
  }

  @Test
  void rejectsInvalidBorders() {
    assertThatThrownBy(
            () -> read(leaving("port: Te1/1, pseudowires: { to: 192.0.2.9, vcIds: 7-9 }")))
        .hasMessageContaining("test.yaml")
        .hasMessageContaining("the border must have either a port or pseudowires");
    assertThatThrownBy(() -> read(SMALL.replace(PORT, "capacityMbps: 10, vlans: 7-9")))
        .hasMessageContaining("the border must have either a port or pseudowires");
    assertThatThrownBy(() -> read(leaving("pseudowires: { to: 192.0.2.9, vcIds: 5007-5010 }")))
        .hasMessageContaining("vcIds must be 5007-5009, not 5007-5010");
    assertThatThrownBy(() -> read(leaving("pseudowires: { to: 192.0.2.900, vcIds: 5007-5009 }")))
        .hasMessageContaining("an LDP router id such as 192.0.2.9; it is 192.0.2.900");
    assertThatThrownBy(() -> read(leaving("pseudowires: { vcIds: 5007-5009 }")))
        .hasMessageContaining("the address of the far edge (to of pseudowires) is missing");
    assertThatThrownBy(() -> read(leaving("pseudowires: { to: 192.0.2.9, vcIds: 0-2 }")))
        .hasMessageContaining("within 1-4294967295: 0-2");
  }
}
