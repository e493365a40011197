package org.touchpaper.nsap.element.cisco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.nsap.element.MakeUnderTest.crossing;
import static org.touchpaper.nsap.element.MakeUnderTest.line;
import static org.touchpaper.nsap.element.MakeUnderTest.port;

import org.junit.jupiter.api.Test;
import org.touchpaper.nsap.circuit.Signal;
import org.touchpaper.segment.element.Item;

/** What a circuit is on an ONS 15454, and what never reaches one. */
class Ons15454ItemsTest {

  private static final Ons15454 SONET = Ons15454.sonet();

  @Test
  void switchesEachSlotOfAVirtuallyConcatenatedCircuit() {
    var items =
        SONET.items(
            crossing("NE", Signal.VIRTUAL, 96, line("STS-6", 2, 9), line("STS-16-2", 1, 2)));
    assertThat(items)
        .extracting(Item::place)
        .extracting(Item.Key::toString)
        .containsExactly(
            "PORT FAC-6-1 " + items.getFirst().owner(),
            "PORT FAC-16-2 " + items.getFirst().owner(),
            "CRS-STS1 STS-6-2,STS-16-2-1",
            "CRS-STS1 STS-6-9,STS-16-2-2");
  }

  @Test
  void switchesAConcatenatedPathAsAWhole() {
    assertThat(
            SONET
                .items(
                    crossing("NE", Signal.CONTIGUOUS, 100, port("FAC-1-1"), line("STS-6", 4, 5, 6)))
                .getLast()
                .place())
        .hasToString("CRS-STS3C FAC-1-1,STS-6-4");
    assertThat(
            Ons15454.sdh()
                .items(
                    crossing(
                        "NE",
                        Signal.CONTIGUOUS,
                        100,
                        line("VC4-5-1", 4, 5, 6),
                        line("VC4-6-1", 1, 2, 3)))
                .getLast()
                .place())
        .hasToString("CRS-VC4 VC4-5-1-2,VC4-6-1-1");
  }

  @Test
  void neverAsksForAPathThatCannotBe() {
    assertThatThrownBy(() ->
            SONET.items(
                crossing("NE", Signal.CONTIGUOUS, 100, port("FAC-1-1"), line("STS-6", 2, 3, 4))))
        .hasMessageContaining("no STS3C begins at STS-6 with the slots [2, 3, 4]");
    assertThatThrownBy(() ->
            SONET.items(
                crossing("NE", Signal.CONTIGUOUS, 100, port("FAC-1-1"), line("STS-6", 1, 2, 4))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() ->
            Ons15454.sdh()
                .items(crossing("NE", Signal.VIRTUAL, 48, line("VC4-5-1", 1), line("VC4-6-1", 1))))
        .hasMessageContaining("no STS-1 can be switched one by one");
  }
}
