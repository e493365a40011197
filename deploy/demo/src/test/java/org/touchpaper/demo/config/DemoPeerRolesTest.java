package org.touchpaper.demo.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.demo.config.DemoNetworkVariant.UKLIGHT;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.demo.DemoNetworkSupervisor;

class DemoPeerRolesTest {

  @Test
  void knowEachOther() {
    for (var name : DemoNetworkSupervisor.parts(UKLIGHT)) {
      assertThat(DemoPeerRoles.of(UKLIGHT, name).keySet())
          .allSatisfy(peer -> assertThat(DemoPeerRoles.of(UKLIGHT, peer)).containsKey(name));
    }
  }

  @Test
  void neverConnectACampusToTheLNsapOfAnother() {
    assertThat(DemoPeerRoles.of(UKLIGHT, "lnsap-manchester"))
        .isEqualTo(Map.of("bar-manchester", "holder,requester,operator,officer"));
    assertThat(DemoPeerRoles.of(UKLIGHT, "lnsap-ucl"))
        .isEqualTo(Map.of("bar-ucl", "holder,requester,operator,officer"));
  }

  @Test
  void containNoHarcProcessForSegments() {
    assertThat(DemoPeerRoles.of(UKLIGHT, "nsap").keySet())
        .containsExactly("bar-manchester", "bar-ucl");
  }

  @Test
  void letTheNetworkRmInEachBarKnowTheAcceptorsOnly() {
    for (var bar : List.of("bar-ucl", "bar-manchester")) {
      var networkRm = DemoPeerRoles.networkRmIn(bar);
      assertThat(DemoPeerRoles.of(UKLIGHT, networkRm).keySet())
          .containsExactlyElementsOf(DemoPeerRoles.ACCEPTORS);
      assertThat(DemoPeerRoles.of(UKLIGHT, bar)).doesNotContainKey(networkRm);
    }
    assertThat(DemoPeerRoles.of(UKLIGHT, "bar-ucl"))
        .containsEntry("rm-newton", "rm")
        .containsEntry("acceptor-2", "acceptor")
        .containsEntry("nsap", "segment")
        .containsEntry("bar-manchester", "segment,holder,requester");
  }

  @Test
  void containEveryParticipantForAcceptors() {
    assertThat(DemoPeerRoles.of(UKLIGHT, "acceptor-2"))
        .isEqualTo(
            Map.of(
                "acceptor-1", "acceptor",
                "acceptor-3", "acceptor",
                "bar-ucl", "requester,observer",
                "bar-manchester", "requester,observer",
                "rm-network", "rm",
                "rm-network-manchester", "rm",
                "rm-newton", "rm"));
  }
}
