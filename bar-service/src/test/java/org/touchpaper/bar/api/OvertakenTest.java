package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Browser;
import org.touchpaper.bar.desk.Copy;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.harc.client.Note;

/** What the acceptors committed and the books lack is not told as what was asked for. */
class OvertakenTest {

  private static final String PLACE = "/api/v1/co-allocations";

  private static final Note.Refusal NODES_BUSY =
      new Note.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final Desk desk = Desk.fresh();

  @Test
  void aBookingIsNotCreatedWhereSomethingElseIsBookedInItsPlace() {
    var scientist = desk.as("scientist");
    desk.harc.fits("rm-network", Desk.NOW, Desk.NOW.plusSeconds(86400));
    desk.harc.fits("rm-newton", Desk.NOW, Desk.NOW.plusSeconds(86400));
    desk.harc.refusesFirst(1, NODES_BUSY, () -> desk.clock.advance(Duration.ofSeconds(30)));
    var id = scientist.post(PLACE, Bodies.BOTH, "k-1").text("/id");
    var copy = Copy.of(desk);
    desk.lookAfter(Duration.ofSeconds(3));
    assertThat(scientist.get(PLACE + "/" + id).text("/state")).isEqualTo("COMMITTED");

    copy.putBack();
    desk.clock.advance(Duration.ofSeconds(3)); // at the same instant it would be the same again
    desk.lookAfter(Duration.ofSeconds(3));
    for (var time = 0; time < 2; time++) {
      var reply = scientist.post(PLACE, Bodies.BOTH, "k-1");
      assertThat(reply.status()).isEqualTo(409);
      assertThat(reply.text("/id")).isEqualTo(id);
      assertThat(reply.text("/state")).isEqualTo("FAILED");
      assertThat(reply.text("/detail")).contains("./touchpaper harc explain " + id + ".2");
    }
    var browser = new Browser(desk.url());
    browser.logIn("scientist", "scientist");
    assertThat(browser.get("/bookings/" + id).text())
        .contains("FAILED", "./touchpaper harc explain " + id + ".2");
    assertThat(scientist.delete(PLACE + "/" + id).text("/state")).isEqualTo("CANCELLED");
  }
}
