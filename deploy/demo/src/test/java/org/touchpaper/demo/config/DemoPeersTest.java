package org.touchpaper.demo.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.demo.RunningNetwork;

class DemoPeersTest {

  @Test
  void knowEachOther() {
    for (var name : RunningNetwork.parts()) {
      assertThat(DemoPeers.of(name).keySet())
          .allSatisfy(peer -> assertThat(DemoPeers.of(peer)).containsKey(name));
    }
  }

  @Test
  void neverConnectACampusToTheLNsapOfAnother() {
    assertThat(DemoPeers.of("lnsap-manchester"))
        .isEqualTo(Map.of("bar-manchester", "holder,requester"));
    assertThat(DemoPeers.of("lnsap-ucl")).isEqualTo(Map.of("bar-ucl", "holder,requester"));
  }

  @Test
  void containNoHarcProcessForSegments() {
    assertThat(DemoPeers.of("nsap").keySet()).containsExactly("bar-manchester", "bar-ucl");
  }

  @Test
  void letTheNetworkRmInEachBarKnowTheAcceptorsOnly() {
    for (var bar : List.of("bar-ucl", "bar-manchester")) {
      var networkRm = DemoPeers.networkRmIn(bar);
      assertThat(DemoPeers.of(networkRm).keySet()).containsExactlyElementsOf(DemoPeers.ACCEPTORS);
      assertThat(DemoPeers.of(bar)).doesNotContainKey(networkRm);
    }
    assertThat(DemoPeers.of("bar-ucl"))
        .containsEntry("rm-newton", "rm")
        .containsEntry("acceptor-2", "acceptor")
        .containsEntry("nsap", "segment")
        .containsEntry("bar-manchester", "segment,holder,requester");
  }

  @Test
  void containEveryParticipantForAcceptors() {
    assertThat(DemoPeers.of("acceptor-2"))
        .isEqualTo(
            Map.of(
                "acceptor-1", "acceptor",
                "acceptor-3", "acceptor",
                "bar-ucl", "requester",
                "bar-manchester", "requester",
                "rm-network", "rm",
                "rm-network-manchester", "rm",
                "rm-newton", "rm"));
  }
}
