package org.touchpaper.bar.web.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.traffic.LightpathTrafficSample;
import org.touchpaper.bar.traffic.LightpathTrafficSample.Rates;

class LinkTrafficTest {

  private static final WideAreaTopology TOPOLOGY =
      new WideAreaTopology(
          null,
          List.of(
              new WideAreaTopology.WideAreaLink("L-R", "LONDON", "READING", 1000, null, null, null),
              new WideAreaTopology.WideAreaLink("R-W", "READING", "WARR", 1000, null, null, null)),
          null);

  private static LightpathTrafficSample lightpath(@Nullable Rates rates, String... path) {
    return new LightpathTrafficSample(UUID.randomUUID(), List.of(path), rates);
  }

  @Test
  void sumsEachDirectionOfALink() {
    var there = lightpath(new Rates(100, 3), "LONDON", "L-R", "READING", "R-W", "WARR");
    var back = lightpath(new Rates(20, .5), "READING", "L-R", "LONDON");
    var traffic = LinkTraffic.of(TOPOLOGY, List.of(there, back));
    assertThat(traffic.get("L-R"))
        .extracting(LinkTraffic::text, LinkTraffic::shortText, LinkTraffic::coverage)
        .containsExactly("101 to READING, 23 to LONDON", "101 M measured", "2 of 2 bookings");
    assertThat(Objects.requireNonNull(traffic.get("L-R")).textOf(back.connectionId()))
        .isEqualTo("0.5 to READING, 20 to LONDON");
    assertThat(traffic.get("R-W"))
        .extracting(LinkTraffic::text, LinkTraffic::coverage)
        .containsExactly("100 to WARR, 3.0 to READING", "1 of 1 booking");
  }

  @Test
  void saysHowManyBookingsWereMeasured() {
    var measured = lightpath(new Rates(.2, 0), "LONDON", "L-R", "READING");
    var other = lightpath(null, "LONDON", "L-R", "READING", "R-W", "WARR");
    var traffic = LinkTraffic.of(TOPOLOGY, List.of(measured, other));
    assertThat(traffic).containsOnlyKeys("L-R");
    assertThat(traffic.get("L-R"))
        .extracting(LinkTraffic::text, LinkTraffic::shortText, LinkTraffic::coverage)
        .containsExactly("0.2 to READING, 0 to LONDON", "<1 M measured", "1 of 2 bookings");
    assertThat(Objects.requireNonNull(traffic.get("L-R")).textOf(other.connectionId()))
        .isEqualTo("no value");
  }
}
