package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Browser;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Visitor;

/** A resource manager is away when its part is to come up, and whoever looks is told so. */
class SilentManagerTest {

  private static final String PLACE = "/api/v1/co-allocations";

  private final Desk desk = Desk.fresh();
  private final Visitor scientist = desk.as("scientist");

  @Test
  void whoIsAwayIsNamedUntilItIsBack() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.harc.kill("rm-newton");
    desk.clock.set(Desk.NOW.plusSeconds(3600));
    for (var time = 0; time < 2; time++) {
      desk.lookAfter(Duration.ofSeconds(6));
      var away = scientist.get(place);
      assertThat(away.text("/state")).isEqualTo("COMMITTED");
      assertThat(away.text("/problem"))
          .startsWith("rm-newton does not answer: ")
          .endsWith("; it is asked again, and until then this is what was known last");
      assertThat(away.text("/compute/0/problem")).isEqualTo(away.text("/problem"));
      assertThat(away.text("/compute/0/state")).isEqualTo("COMMITTED");
      assertThat(away.text("/lightpaths/0/state")).isEqualTo("ACTIVE");
      assertThat(away.json().at("/lightpaths/0/problem").isMissingNode()).isTrue();
    }
    var browser = new Browser(desk.url());
    browser.logIn("scientist", "scientist");
    var page = place.replace(PLACE, "/bookings");
    assertThat(browser.get(page).text()).contains("rm-newton does not answer");

    desk.harc.revive("rm-newton");
    desk.lookAfter(Duration.ofSeconds(6));
    var back = scientist.get(place);
    assertThat(back.text("/state")).isEqualTo("ACTIVE");
    assertThat(back.json().at("/problem").isMissingNode()).isTrue();
    assertThat(browser.get(page).text()).doesNotContain("rm-newton does not answer");
  }
}
