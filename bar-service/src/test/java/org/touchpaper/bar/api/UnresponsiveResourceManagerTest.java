package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
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

  private static final VoteNote.Refusal NO_VOTE =
      new VoteNote.Refusal("n", "UNREACHABLE", "rm-newton", "", "rm-newton is down", false, null);

  /** Nobody refused, so the call does not say that something does not fit. */
  @Test
  void aBookingWithoutAVoteIs503AndTheSameKeyRetries() {
    fixture.harc.refuseFirst(2, NO_VOTE, () -> {});
    for (var time = 1; time <= 2; time++) {
      var unanswered = scientist.post(PATH, RequestBodies.BOTH, "k-1");
      assertThat(unanswered.status()).isEqualTo(503);
      assertThat(unanswered.header("Retry-After")).isNotBlank();
      assertThat(unanswered.text("/detail"))
          .startsWith("rm-newton is down. Nothing was booked or changed. Send the request again");
    }
    var booked = scientist.post(PATH, RequestBodies.BOTH, "k-1");
    assertThat(booked.status()).isEqualTo(201);
    assertThat(fixture.harc.outcomes()).containsKey(booked.text("/id") + ".3").hasSize(3);
  }

  @Test
  void aChangeWithoutAVoteIs503AndTheSameKeyRetries() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.refuseFirst(1, NO_VOTE, () -> {});
    var change = "{\"compute\":[{\"resource\":\"newton\",\"nodes\":8}]}";
    assertThat(patch(place, change, "c-1").status()).isEqualTo(503);
    assertThat(scientist.get(place).text("/compute/0/nodes")).isEqualTo("4");
    assertThat(patch(place, change, "c-1").status()).isEqualTo(200);
    assertThat(scientist.get(place).text("/compute/0/nodes")).isEqualTo("8");
  }

  private ApiReply patch(String place, String body, String key) {
    return scientist.send(
        scientist
            .requestTo(place)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .method("PATCH", HttpRequest.BodyPublishers.ofString(body)));
  }

  /** The order stays, and is carried out when the resource manager votes again. */
  @Test
  void aCancelWithoutAVoteIsRepeatedUntilThereIsOne() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.refuseFirst(2, NO_VOTE, () -> {});
    var ordered = scientist.delete(place);
    assertThat(ordered.status()).isEqualTo(202);
    assertThat(ordered.text("/state")).isEqualTo("COMMITTED");
    assertThat(ordered.json().at("/releasing").asBoolean()).isTrue();
    var change = "{\"compute\":[{\"resource\":\"newton\",\"nodes\":8}]}";
    assertThat(patch(place, change, "c-1").text("/detail"))
        .isEqualTo("the booking is being cancelled");

    fixture.pollNowAndAfter(Duration.ofSeconds(20));
    fixture.pollNowAndAfter(Duration.ofSeconds(20));
    var cancelled = scientist.get(place);
    assertThat(cancelled.text("/state")).isEqualTo("CANCELLED");
    fixture.pollNowAndAfter(Duration.ofSeconds(20));
    assertThat(scientist.get(place).json().has("releasing")).isFalse();
    assertThat(scientist.delete(place).status()).isEqualTo(200);
  }

  /** The decision to cancel has not reached newton, which still keeps the nodes. */
  @Test
  void aCancelIs202UntilEveryResourceManagerHasFreedItsPart() {
    var place = scientist.post(PATH, RequestBodies.BOTH).header("Location");
    fixture.harc.stopAcceptor("rm-newton");
    for (var time = 1; time <= 2; time++) {
      var ordered = scientist.delete(place);
      assertThat(ordered.status()).isEqualTo(202);
      assertThat(ordered.text("/state")).isEqualTo("CANCELLED");
      assertThat(ordered.json().at("/releasing").asBoolean()).isTrue();
    }
    fixture.harc.restart("rm-newton");
    var cancelled = scientist.delete(place);
    assertThat(cancelled.status()).isEqualTo(200);
    assertThat(cancelled.json().at("/released").asBoolean()).isTrue();
    assertThat(cancelled.json().has("releasing")).isFalse();
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
