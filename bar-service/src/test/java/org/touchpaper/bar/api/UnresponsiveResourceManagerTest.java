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
  void aForgottenPartFailsAndTheRestIsCancelledWithoutIt() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    var id = place.replace(PATH + "/", "");
    fixture.harc.loseAllRecords("rm-newton");
    fixture.clock.advance(Duration.ofMinutes(30));
    fixture.pollNowAndAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
    assertThat(scientist.get(place).text("/problem"))
        .startsWith("rm-newton has no record of this part");
    for (var time = 0; time < 2; time++) {
      fixture.pollNowAndAfter(Duration.ofMinutes(1));
      var failed = scientist.get(place);
      assertThat(failed.text("/state")).isEqualTo("FAILED");
      assertThat(failed.text("/reason"))
          .isEqualTo(
              "rm-newton has no record of this part, although it had agreed to it: was its database"
                  + " restored from a backup? Cancel this booking and make a new one");
      assertThat(failed.text("/compute/0/state")).isEqualTo("FAILED");
      assertThat(failed.text("/compute/0/problem")).isEqualTo(failed.text("/reason"));
      assertThat(failed.text("/lightpaths/0/state")).isEqualTo("COMMITTED");
    }
    for (var time = 0; time < 2; time++) {
      assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
    }
    assertThat(fixture.harc.request(id + ".2").record().resourceManagers())
        .as("rm-newton has no record to cancel")
        .containsExactly("rm-network");
  }

  /** During the grace period forgotten nodes are still named in a cancellation. */
  @Test
  void aRefusedCancelGivesTheReason() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.loseAllRecords("rm-newton");
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

  /** Otherwise the nodes would stay busy for a booking that is shown as cancelled. */
  @Test
  void aPartReportedAgainAfterACancelIsShownAndCancelled() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    var id = place.replace(PATH + "/", "");
    fixture.harc.loseAllRecords("rm-newton");
    fixture.clock.advance(Duration.ofMinutes(30));
    fixture.pollNowAndAfter(Duration.ofMinutes(1));
    for (var time = 0; time < 2; time++) {
      assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
      fixture.pollNowAndAfter(Duration.ofMinutes(2));
    }
    assertThat(scientist.get(place).text("/compute/0/state")).isEqualTo("FAILED");

    fixture.harc.restoreRecords("rm-newton");
    for (var time = 0; time < 2; time++) {
      fixture.pollNowAndAfter(Duration.ofMinutes(5));
      var remaining = scientist.get(place);
      assertThat(remaining.text("/state")).isEqualTo("FAILED");
      assertThat(remaining.text("/reason"))
          .isEqualTo(
              "not cancelled with the rest, because its resource manager had no record of it, or of a"
                  + " change of it, at that time: 4 nodes of newton by rm-newton. Cancel this booking"
                  + " again");
      assertThat(remaining.text("/compute/0/state")).isEqualTo("COMMITTED");
      assertThat(remaining.text("/lightpaths/0/state")).isEqualTo("CANCELLED");
    }
    for (var time = 0; time < 2; time++) {
      var cancelled = scientist.delete(place);
      assertThat(cancelled.text("/state")).isEqualTo("CANCELLED");
      assertThat(cancelled.json().at("/reason").isMissingNode()).isTrue();
      assertThat(cancelled.text("/compute/0/state")).isEqualTo("CANCELLED");
      fixture.pollNowAndAfter(Duration.ofMinutes(1));
    }
    assertThat(fixture.harc.request(id + ".3").record().resourceManagers())
        .as("the lightpath is already cancelled")
        .containsExactly("rm-newton");
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
