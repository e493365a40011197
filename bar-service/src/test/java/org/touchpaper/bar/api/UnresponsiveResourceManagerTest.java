package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.VoteNote;

/**
 * A resource manager that is unreachable, or has no record of a booking, is reported to the user.
 */
class UnresponsiveResourceManagerTest {

  private static final String PATH = "/api/v1/co-allocations";

  private final BarFixture fixture = BarFixture.shared();
  private final ApiClient scientist = fixture.clientFor("scientist");

  @Test
  void anUnreachableResourceManagerIsNamedUntilItIsBack() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.stopAcceptor("rm-newton");
    fixture.clock.set(BarFixture.NOW.plusSeconds(3600));
    for (var time = 0; time < 2; time++) {
      fixture.pollNowAndAfter(Duration.ofSeconds(6));
      var unavailable = scientist.get(place);
      assertThat(unavailable.text("/state")).isEqualTo("COMMITTED");
      assertThat(unavailable.text("/problem"))
          .startsWith("rm-newton does not answer: ")
          .endsWith("; retrying, the status shown is the last one known");
      assertThat(unavailable.text("/compute/0/problem")).isEqualTo(unavailable.text("/problem"));
      assertThat(unavailable.text("/compute/0/state")).isEqualTo("COMMITTED");
      assertThat(unavailable.text("/lightpaths/0/state")).isEqualTo("ACTIVE");
      assertThat(unavailable.json().at("/lightpaths/0/problem").isMissingNode()).isTrue();
    }
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    var page = place.replace(PATH, "/bookings");
    assertThat(browser.get(page).text()).contains("rm-newton does not answer");

    fixture.harc.restart("rm-newton");
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    var back = scientist.get(place);
    assertThat(back.text("/state")).isEqualTo("ACTIVE");
    assertThat(back.json().at("/problem").isMissingNode()).isTrue();
    assertThat(browser.get(page).text()).doesNotContain("rm-newton does not answer");
  }

  /** Newton's nodes may be promised to others; the rest can be cancelled. */
  @Test
  void aForgottenPartIsShownAndTheRestIsCancelledWithoutIt() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    var id = place.replace(PATH + "/", "");
    fixture.harc.loseAllRecords("rm-newton");
    fixture.clock.advance(Duration.ofMinutes(30));
    for (var time = 0; time < 2; time++) {
      fixture.pollNowAndAfter(Duration.ofMinutes(1));
      var withForgottenPart = scientist.get(place);
      assertThat(withForgottenPart.text("/state")).isEqualTo("COMMITTED");
      assertThat(withForgottenPart.text("/problem"))
          .isEqualTo(
              "rm-newton has no record of this part, although it had agreed to it: was its database"
                  + " restored from a backup? Cancel this booking and make a new one");
      assertThat(withForgottenPart.text("/compute/0/problem"))
          .isEqualTo(withForgottenPart.text("/problem"));
    }
    for (var time = 0; time < 2; time++) {
      assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
    }
    assertThat(fixture.harc.request(id + ".2").record().resourceManagers())
        .as("rm-newton has no record to cancel")
        .containsExactly("rm-network");
  }

  @Test
  void aRefusedCancelGivesTheReason() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.refuseAll(
        new VoteNote.Refusal("n", "GIVEN_UP", "newton", "Ident", "no such booking", true, null));
    fixture.pollNowAndAfter(Duration.ofMinutes(30));
    for (var time = 0; time < 2; time++) {
      var refused = scientist.delete(place);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text("/detail"))
          .isEqualTo("not every resource manager agreed to cancel: no such booking. Try again");
      assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
      assertThat(scientist.get(place).json().at("/refusals").isMissingNode()).isTrue();
    }
  }

  /** The segments end a lightpath even if its resource manager forgot it. */
  @Test
  void aLightpathThatItsResourceManagerForgotHasNotFailed() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.loseAllRecords("rm-network");
    fixture.pollNowAndAfter(Duration.ofMinutes(30));
    var withForgottenPart = scientist.get(place);
    assertThat(withForgottenPart.text("/state")).isEqualTo("COMMITTED");
    assertThat(withForgottenPart.text("/problem"))
        .startsWith("rm-network has no record of this part");
    assertThat(withForgottenPart.text("/lightpaths/0/problem"))
        .isEqualTo(withForgottenPart.text("/problem"));
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
  }
}
