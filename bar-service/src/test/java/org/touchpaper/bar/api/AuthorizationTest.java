package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.VoteNote;

/** Requests that the user, or any user, may not make. */
class AuthorizationTest extends NoChangeFixture {

  @Test
  void aWrongLoginOrNoneIs401() {
    var wrong = fixture.clientFor("scientist", "guess");
    for (var path : new String[] {CO_ALLOCATIONS, RESERVATIONS}) {
      assertThat(repeatWithoutChange(() -> wrong.post(path, RequestBodies.BOTH)).status())
          .isEqualTo(401);
      assertThat(repeatWithoutChange(() -> wrong.get(path)).status()).isEqualTo(401);
      var reply = repeatWithoutChange(() -> wrong.send(wrong.anonymousRequestTo(path).GET()));
      assertThat(reply.status()).isEqualTo(401);
      assertThat(reply.header("WWW-Authenticate")).startsWith("Basic ");
    }
  }

  @Test
  void anOfficerBooksNothing() {
    var officer = fixture.clientFor("officer");
    assertThat(repeatWithoutChange(() -> officer.post(CO_ALLOCATIONS, RequestBodies.BOTH)).status())
        .isEqualTo(403);
    assertThat(
            repeatWithoutChange(() -> officer.post(RESERVATIONS, RequestBodies.LIGHTPATH)).status())
        .isEqualTo(403);
    assertThat(officer.get(CO_ALLOCATIONS).status()).isEqualTo(200);
  }

  @Test
  void anothersBookingIsReportedAsUnknown() {
    var operator = fixture.clientFor("operator");
    var id = operator.post(CO_ALLOCATIONS, RequestBodies.BOTH).text("/id");
    var path = operator.post(RESERVATIONS, RequestBodies.LIGHTPATH).text("/connectionId");
    assertThat(repeatWithoutChange(() -> scientist.get(CO_ALLOCATIONS + "/" + id)).status())
        .isEqualTo(404);
    assertThat(repeatWithoutChange(() -> scientist.delete(CO_ALLOCATIONS + "/" + id)).status())
        .isEqualTo(404);
    assertThat(repeatWithoutChange(() -> scientist.get(RESERVATIONS + "/" + path)).status())
        .isEqualTo(404);
    assertThat(repeatWithoutChange(() -> scientist.delete(RESERVATIONS + "/" + path)).status())
        .isEqualTo(404);
    for (var verb : new String[] {"/provision", "/release"}) {
      assertThat(
              repeatWithoutChange(() -> scientist.post(RESERVATIONS + "/" + path + verb, ""))
                  .status())
          .isEqualTo(404);
    }
    assertThat(scientist.get(CO_ALLOCATIONS).json().path("items")).isEmpty();
    assertThat(operator.get(CO_ALLOCATIONS).json().path("items")).hasSize(1);
  }

  @Test
  void anEndedOrRefusedBookingCannotBeCancelled() {
    var ended =
        CO_ALLOCATIONS + "/" + scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).text("/id");
    var over =
        RESERVATIONS
            + "/"
            + scientist.post(RESERVATIONS, RequestBodies.LIGHTPATH).text("/connectionId");
    fixture.harc.refuseAll(
        new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "124 are free", false, null));
    var refused =
        CO_ALLOCATIONS + "/" + scientist.post(CO_ALLOCATIONS, RequestBodies.BOTH).text("/id");
    assertThat(repeatWithoutChange(() -> scientist.delete(refused)).status()).isEqualTo(409);
    fixture.clock.set(BarFixture.NOW.plusSeconds(7200));
    assertThat(repeatWithoutChange(() -> scientist.delete(ended)).status()).isEqualTo(409);
    assertThat(repeatWithoutChange(() -> scientist.delete(over)).status()).isEqualTo(409);
    for (var verb : new String[] {"/provision", "/release"}) {
      assertThat(repeatWithoutChange(() -> scientist.post(over + verb, "")).status())
          .isEqualTo(409);
    }
  }
}
