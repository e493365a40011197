package org.touchpaper.bar.web.bookings;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;

/** What the drawing of a path says about a link. */
class LinkCapacityAndDelayCacheTest {

  private static String describe(int mbps, @Nullable String latencyMs) {
    return LinkCapacityAndDelayCache.describe(
        new WideAreaLink(
            "L-R", "L", "R", mbps, 48, latencyMs == null ? null : new BigDecimal(latencyMs)));
  }

  @Test
  void aLinkHasACapacityAndADelay() {
    assertThat(describe(10_000, "1.0")).isEqualTo("10 Gbit/s, 1 ms");
    assertThat(describe(622, "0.25")).isEqualTo("622 Mbit/s, 0.25 ms");
  }

  @Test
  void theDelayMayNotBeKnown() {
    assertThat(describe(10_000, null)).isEqualTo("10 Gbit/s");
  }
}
