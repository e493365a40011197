package org.touchpaper.harc.rm.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.util.LinkedMultiValueMap;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.segment.connection.Requester.Person;

/** Who wants to know what is free is told by the peer that asks. */
class AskerTest {
  private static final Peer BAR =
      new Peer("bar-ucl", null, null, "secret", Set.of(PeerRole.REQUESTER), Set.of("ucl"));

  @Test
  void aPeerAsksForAPerson() {
    var question =
        Map.of(
            "onBehalfOf", List.of("anne"),
            "homeSite", List.of("ucl"),
            "virtualOrganisation", List.of("spice", "aerospace, wings"),
            "role", List.of("operator"));
    assertThat(Asker.of(BAR, new LinkedMultiValueMap<>(question)))
        .isEqualTo(new Person("anne", "ucl", List.of("spice", "aerospace, wings"), "operator"));
  }

  @Test
  void aPeerThatNamesNobodyAsksForItself() {
    assertThat(Asker.of(BAR, new LinkedMultiValueMap<>()))
        .isEqualTo(new Person("bar-ucl", "bar-ucl", List.of(), "scientist"));
  }

  @Test
  void nobodyIsHalfAPerson() {
    var half = Map.of("onBehalfOf", List.of("anne"), "role", List.of("operator"));
    assertThatThrownBy(() -> Asker.of(BAR, new LinkedMultiValueMap<>(half)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("homeSite");
  }
}
