package org.touchpaper.bar.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;

/** What is free, beside the booking form. */
class AvailabilityPageTest {

  private final BarFixture fixture = BarFixture.shared();
  private final PageBrowser browser = new PageBrowser(fixture.url());

  @BeforeEach
  void logIn() {
    browser.logIn("scientist", "scientist");
  }

  @Test
  void threeOfAHundredAndTwentyEightNodesAreDrawnLowAndRed() {
    var evening = BarFixture.NOW.plus(Duration.ofHours(1));
    fixture.harc.setFree("rm-newton", evening, evening.plus(Duration.ofDays(90)), 3);
    assertThat(browser.get("/book?cluster=newton&nodes=4&minutes=60").text())
        .contains("class=\"short\"", "height=\"2.3%\"")
        .contains("Nodes of newton", "3 to 128 of 128 nodes free", "4 nodes requested")
        .contains("Less than 4 nodes free: Tue 1 Dec 21:00–22:00.");
  }

  @Test
  void allOfALongBookingIsDrawn() {
    var later = BarFixture.NOW.plus(Duration.ofDays(39));
    fixture.harc.setFree("rm-newton", later, later.plus(Duration.ofHours(6)), 3);
    assertThat(
            browser
                .get("/book?cluster=newton&nodes=4&minutes=57600&start=2026-12-02T00:00:00")
                .text())
        .contains("Less than 4 nodes free: Sat 9 Jan 20:00 – Sun 10 Jan 02:00.");
  }

  @Test
  void theCapacityOfALightpathIsThatOfItsNetwork() {
    assertThat(
            browser
                .get("/book?source=vis.ucl&destination=newton.manchester&bandwidthMbps=300")
                .text())
        .contains("1000 of 10000 Mbit/s free", "300 Mbit/s free throughout.");
  }

  @Test
  void aResourceManagerThatDoesNotAnswerIsSaidToBeUnknown() {
    fixture.harc.stopAcceptor("rm-newton");
    assertThat(browser.get("/book?cluster=newton").text())
        .contains("availability unknown: the resource manager does not answer");
  }
}
