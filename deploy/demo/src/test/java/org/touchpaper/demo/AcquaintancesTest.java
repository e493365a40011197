package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AcquaintancesTest {

  @Test
  void areMutual() {
    for (var name : RunningNetwork.parts()) {
      assertThat(Acquaintances.of(name).keySet())
          .allSatisfy(peer -> assertThat(Acquaintances.of(peer)).containsKey(name));
    }
  }

  @Test
  void neverLeadFromACampusToAnotherCampusesLNsap() {
    assertThat(Acquaintances.of("lnsap-manchester"))
        .isEqualTo(Map.of("bar-manchester", "holder,requester"));
    assertThat(Acquaintances.of("lnsap-ucl")).isEqualTo(Map.of("bar-ucl", "holder,requester"));
  }

  @Test
  void keepTheSegmentsIgnorantOfHarc() {
    assertThat(Acquaintances.of("nsap").keySet()).containsExactly("bar-manchester", "bar-ucl");
  }

  @Test
  void makeTheNetworkRmAClientOfItsBar() {
    assertThat(Acquaintances.of("rm-network")).containsEntry("bar-ucl", "segment,requester");
    assertThat(Acquaintances.of("bar-ucl"))
        .containsEntry("rm-network", "holder,requester,rm")
        .containsEntry("rm-newton", "rm")
        .containsEntry("acceptor-2", "acceptor")
        .containsEntry("nsap", "segment")
        .containsEntry("bar-manchester", "segment,holder,requester");
  }

  @Test
  void letAcceptorsHearEverybodyWhoTakesPart() {
    assertThat(Acquaintances.of("acceptor-2"))
        .isEqualTo(
            Map.of(
                "acceptor-1", "acceptor",
                "acceptor-3", "acceptor",
                "bar-ucl", "requester",
                "bar-manchester", "requester",
                "rm-network", "rm",
                "rm-newton", "rm"));
  }
}
