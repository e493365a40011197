package org.touchpaper.lnsap.campus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
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
    var ucl = CampusFile.read(new ClassPathResource("lnsap/ucl.yaml")).campus();
    var manchester = CampusFile.read(new ClassPathResource("lnsap/manchester.yaml")).campus();

    assertThat(ucl.findHost("vis")).get().returns("vis.ucl", Host::host);
    assertThat(manchester.findHost("newton")).get().returns("newton.manchester", Host::host);
    assertThat(manchester.isBorder("border")).isTrue();
  }

  @Test
  void takesHostsToBeSharedAndAllowedUnlessSaidOtherwise() {
    var small = read(SMALL);

    assertThat(small.campus().hosts().get(0))
        .isEqualTo(new Host("h", "h.x", "Gi3/1", 10, Host.Use.SHARED, true));
    assertThat(small.campus().hosts().get(1))
        .isEqualTo(new Host("i", "i.x", "Gi3/2", 10, Host.Use.EXCLUSIVE, false));
    assertThat(small.policy().longest()).hasHours(2);
    assertThat(small.policy().roles()).contains("scientist");
  }

  @Test
  void namesFileAndMistake() {
    assertThatThrownBy(() -> read(SMALL.replace("Gi3/2", "Gi3/1")))
        .hasMessageContaining("test.yaml")
        .hasMessageContaining("in use already: Gi3/1");
    assertThatThrownBy(() -> read(SMALL.replace("name: i", "name: h")))
        .hasMessageContaining("two of the name h");
    assertThatThrownBy(() -> read(SMALL.replace("lightpaths", "lightpath")))
        .hasMessageContaining("test.yaml");
  }
}
