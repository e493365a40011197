package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.harc.client.Note;

/** What is not for whoever asks, or for nobody any more. */
class NotAllowedTest extends ChangesNothing {

  @Test
  void aWrongLoginOrNoneIs401() {
    var wrong = desk.as("scientist", "guess");
    for (var path : new String[] {CO_ALLOCATIONS, RESERVATIONS}) {
      assertThat(twice(() -> wrong.post(path, Bodies.BOTH)).status()).isEqualTo(401);
      assertThat(twice(() -> wrong.get(path)).status()).isEqualTo(401);
      var reply = twice(() -> wrong.send(wrong.anonymouslyTo(path).GET()));
      assertThat(reply.status()).isEqualTo(401);
      assertThat(reply.header("WWW-Authenticate")).startsWith("Basic ");
    }
  }

  @Test
  void anOfficerBooksNothing() {
    var officer = desk.as("officer");
    assertThat(twice(() -> officer.post(CO_ALLOCATIONS, Bodies.BOTH)).status()).isEqualTo(403);
    assertThat(twice(() -> officer.post(RESERVATIONS, Bodies.LIGHTPATH)).status()).isEqualTo(403);
    assertThat(officer.get(CO_ALLOCATIONS).status()).isEqualTo(200);
  }

  @Test
  void anothersBookingIsAsUnknownAsNone() {
    var operator = desk.as("operator");
    var id = operator.post(CO_ALLOCATIONS, Bodies.BOTH).text("/id");
    var path = operator.post(RESERVATIONS, Bodies.LIGHTPATH).text("/connectionId");
    assertThat(twice(() -> scientist.get(CO_ALLOCATIONS + "/" + id)).status()).isEqualTo(404);
    assertThat(twice(() -> scientist.delete(CO_ALLOCATIONS + "/" + id)).status()).isEqualTo(404);
    assertThat(twice(() -> scientist.get(RESERVATIONS + "/" + path)).status()).isEqualTo(404);
    assertThat(twice(() -> scientist.delete(RESERVATIONS + "/" + path)).status()).isEqualTo(404);
    for (var verb : new String[] {"/provision", "/release"}) {
      assertThat(twice(() -> scientist.post(RESERVATIONS + "/" + path + verb, "")).status())
          .isEqualTo(404);
    }
    assertThat(scientist.get(CO_ALLOCATIONS).json().path("items")).isEmpty();
    assertThat(operator.get(CO_ALLOCATIONS).json().path("items")).hasSize(1);
  }

  @Test
  void whatIsOverOrWasRefusedCannotBeCancelled() {
    var ended = CO_ALLOCATIONS + "/" + scientist.post(CO_ALLOCATIONS, Bodies.BOTH).text("/id");
    var over =
        RESERVATIONS + "/" + scientist.post(RESERVATIONS, Bodies.LIGHTPATH).text("/connectionId");
    desk.harc.refusesAll(
        new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "124 are free", false, null));
    var refused = CO_ALLOCATIONS + "/" + scientist.post(CO_ALLOCATIONS, Bodies.BOTH).text("/id");
    assertThat(twice(() -> scientist.delete(refused)).status()).isEqualTo(409);
    desk.clock.set(Desk.NOW.plusSeconds(7200));
    assertThat(twice(() -> scientist.delete(ended)).status()).isEqualTo(409);
    assertThat(twice(() -> scientist.delete(over)).status()).isEqualTo(409);
    for (var verb : new String[] {"/provision", "/release"}) {
      assertThat(twice(() -> scientist.post(over + verb, "")).status()).isEqualTo(409);
    }
  }
}
