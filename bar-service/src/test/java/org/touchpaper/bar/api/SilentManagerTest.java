package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Browser;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Visitor;
import org.touchpaper.harc.client.Note;

/** A resource manager is away, or knows nothing of a booking, and whoever looks is told so. */
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

  /** Newton's nodes may be somebody else's by now; what is left of it can be let go of. */
  @Test
  void whatItsResourceManagerForgotHasFailedAndTheRestIsCancelledWithoutIt() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    var id = place.replace(PLACE + "/", "");
    desk.harc.forgetsEverything("rm-newton");
    desk.clock.advance(Duration.ofMinutes(30));
    desk.lookAfter(Duration.ofSeconds(6));
    assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
    assertThat(scientist.get(place).text("/problem")).startsWith("rm-newton knows nothing of it");
    for (var time = 0; time < 2; time++) {
      desk.lookAfter(Duration.ofMinutes(1));
      var failed = scientist.get(place);
      assertThat(failed.text("/state")).isEqualTo("FAILED");
      assertThat(failed.text("/reason"))
          .isEqualTo(
              "rm-newton knows nothing of it, though it had agreed to it: was its database put back"
                  + " from a copy? Cancel what is left of this booking, and book it anew");
      assertThat(failed.text("/compute/0/state")).isEqualTo("FAILED");
      assertThat(failed.text("/compute/0/problem")).isEqualTo(failed.text("/reason"));
      assertThat(failed.text("/lightpaths/0/state")).isEqualTo("COMMITTED");
    }
    for (var time = 0; time < 2; time++) {
      assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
    }
    assertThat(desk.harc.request(id + ".2").record().resourceManagers())
        .as("rm-newton could not agree to cancel what it does not know")
        .containsExactly("rm-network");
  }

  /** Within the minute in which that may be a slip, its nodes are named in a cancel. */
  @Test
  void whyItIsNotCancelledIsSaid() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.harc.forgetsEverything("rm-newton");
    desk.harc.refusesAll(
        new Note.Refusal("n", "GIVEN_UP", "newton", "Ident", "no such booking", true, null));
    desk.lookAfter(Duration.ofMinutes(30));
    for (var time = 0; time < 2; time++) {
      var refused = scientist.delete(place);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text("/detail"))
          .isEqualTo("not everybody agreed to cancel it: no such booking. Ask again");
      assertThat(scientist.get(place).text("/state")).isEqualTo("COMMITTED");
      assertThat(scientist.get(place).json().at("/refusals").isMissingNode()).isTrue();
    }
  }

  /** Or the nodes would be busy to their end, of a booking that is shown as cancelled. */
  @Test
  void whatWasNotCancelledWithTheRestIsShownAndCancelledOnceItIsKnownAgain() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    var id = place.replace(PLACE + "/", "");
    desk.harc.forgetsEverything("rm-newton");
    desk.clock.advance(Duration.ofMinutes(30));
    desk.lookAfter(Duration.ofMinutes(1));
    for (var time = 0; time < 2; time++) {
      assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
      desk.lookAfter(Duration.ofMinutes(2));
    }
    assertThat(scientist.get(place).text("/compute/0/state")).isEqualTo("FAILED");

    desk.harc.knowsAgain("rm-newton");
    for (var time = 0; time < 2; time++) {
      desk.lookAfter(Duration.ofMinutes(5));
      var left = scientist.get(place);
      assertThat(left.text("/state")).isEqualTo("FAILED");
      assertThat(left.text("/reason"))
          .isEqualTo(
              "not cancelled with the rest, for whoever has it knew nothing of it, or of a change of"
                  + " it, then: 4 nodes of newton by rm-newton. Cancel this booking once more");
      assertThat(left.text("/compute/0/state")).isEqualTo("COMMITTED");
      assertThat(left.text("/lightpaths/0/state")).isEqualTo("CANCELLED");
    }
    for (var time = 0; time < 2; time++) {
      var cancelled = scientist.delete(place);
      assertThat(cancelled.text("/state")).isEqualTo("CANCELLED");
      assertThat(cancelled.json().at("/reason").isMissingNode()).isTrue();
      assertThat(cancelled.text("/compute/0/state")).isEqualTo("CANCELLED");
      desk.lookAfter(Duration.ofMinutes(1));
    }
    assertThat(desk.harc.request(id + ".3").record().resourceManagers())
        .as("nothing of the lightpath is left")
        .containsExactly("rm-newton");
  }

  /** Its end is the segments' to see to, whoever has forgotten it. */
  @Test
  void aLightpathThatItsResourceManagerForgotHasNotFailed() {
    var place = scientist.post(PLACE, Bodies.BOTH).header("Location");
    desk.harc.forgetsEverything("rm-network");
    desk.lookAfter(Duration.ofMinutes(30));
    var doubtful = scientist.get(place);
    assertThat(doubtful.text("/state")).isEqualTo("COMMITTED");
    assertThat(doubtful.text("/problem")).startsWith("rm-network knows nothing of it");
    assertThat(doubtful.text("/lightpaths/0/problem")).isEqualTo(doubtful.text("/problem"));
    assertThat(scientist.delete(place).text("/state")).isEqualTo("CANCELLED");
  }
}
