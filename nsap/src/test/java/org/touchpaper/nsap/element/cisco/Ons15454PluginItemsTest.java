package org.touchpaper.nsap.element.cisco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.nsap.element.ElementPluginFixture.elementHop;
import static org.touchpaper.nsap.element.ElementPluginFixture.line;
import static org.touchpaper.nsap.element.ElementPluginFixture.port;

import org.junit.jupiter.api.Test;
import org.touchpaper.nsap.circuit.SignalType;
import org.touchpaper.segment.element.ConfigItem;

/** The items of a circuit on an ONS 15454. */
class Ons15454PluginItemsTest {

  private static final Ons15454Plugin SONET = Ons15454Plugin.sonet();

  @Test
  void switchesEachSlotOfAVirtuallyConcatenatedCircuitSeparately() {
    var items =
        SONET.items(
            elementHop("NE", SignalType.VIRTUAL, 96, line("STS-6", 2, 9), line("STS-16-2", 1, 2)));
    assertThat(items)
        .extracting(ConfigItem::place)
        .extracting(ConfigItem.Key::toString)
        .containsExactly(
            "PORT FAC-6-1 " + items.getFirst().owner(),
            "PORT FAC-16-2 " + items.getFirst().owner(),
            "CRS-STS1 STS-6-2,STS-16-2-1",
            "CRS-STS1 STS-6-9,STS-16-2-2");
  }

  @Test
  void switchesAConcatenatedPathAsOne() {
    assertThat(
            SONET
                .items(
                    elementHop(
                        "NE", SignalType.CONTIGUOUS, 100, port("FAC-1-1"), line("STS-6", 4, 5, 6)))
                .getLast()
                .place())
        .hasToString("CRS-STS3C FAC-1-1,STS-6-4");
    assertThat(
            Ons15454Plugin.sdh()
                .items(
                    elementHop(
                        "NE",
                        SignalType.CONTIGUOUS,
                        100,
                        line("VC4-5-1", 4, 5, 6),
                        line("VC4-6-1", 1, 2, 3)))
                .getLast()
                .place())
        .hasToString("CRS-VC4 VC4-5-1-2,VC4-6-1-1");
  }

  @Test
  void rejectsInvalidPaths() {
    assertThatThrownBy(() ->
            SONET.items(
                elementHop(
                    "NE", SignalType.CONTIGUOUS, 100, port("FAC-1-1"), line("STS-6", 2, 3, 4))))
        .hasMessageContaining("no valid STS3C at STS-6 with the slots [2, 3, 4]");
    assertThatThrownBy(() ->
            SONET.items(
                elementHop(
                    "NE", SignalType.CONTIGUOUS, 100, port("FAC-1-1"), line("STS-6", 1, 2, 4))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() ->
            Ons15454Plugin.sdh()
                .items(
                    elementHop(
                        "NE", SignalType.VIRTUAL, 48, line("VC4-5-1", 1), line("VC4-6-1", 1))))
        .hasMessageContaining("cannot switch separate STS-1s");
  }
}
