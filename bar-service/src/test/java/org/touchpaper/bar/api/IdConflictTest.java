package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.DatabaseCopy;
import org.touchpaper.bar.fixture.PageBrowser;
import org.touchpaper.bar.fixture.RequestBodies;
import org.touchpaper.harc.client.model.VoteNote;

/** A committed transaction that the database lacks is not reported as the requested booking. */
class IdConflictTest {

  private static final String PATH = "/api/v1/co-allocations";

  private static final VoteNote.Refusal NODES_BUSY =
      new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private final BarFixture fixture = BarFixture.shared();

  @Test
  void aBookingIsNotCreatedIfItsIdWasCommittedByAnotherTransaction() {
    var scientist = fixture.clientFor("scientist");
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
    fixture.harc.setPossibleStarts("rm-newton", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> fixture.clock.advance(Duration.ofSeconds(30)));
    var id = scientist.post(PATH, RequestBodies.BOTH, "k-1").text("/id");
    var copy = DatabaseCopy.take(fixture);
    fixture.pollNowAndAfter(Duration.ofSeconds(3));
    assertThat(scientist.get(PATH + "/" + id).text("/state")).isEqualTo("COMMITTED");

    copy.restore();
    fixture.clock.advance(
        Duration.ofSeconds(3)); // at the same instant the record would be identical
    fixture.pollNowAndAfter(Duration.ofSeconds(3));
    for (var time = 0; time < 2; time++) {
      var reply = scientist.post(PATH, RequestBodies.BOTH, "k-1");
      assertThat(reply.status()).isEqualTo(409);
      assertThat(reply.text("/id")).isEqualTo(id);
      assertThat(reply.text("/state")).isEqualTo("FAILED");
      assertThat(reply.text("/detail")).contains("./touchpaper harc explain " + id + ".2");
    }
    var browser = new PageBrowser(fixture.url());
    browser.logIn("scientist", "scientist");
    assertThat(browser.get("/bookings/" + id).text())
        .contains("FAILED", "./touchpaper harc explain " + id + ".2");
    assertThat(scientist.delete(PATH + "/" + id).text("/state")).isEqualTo("CANCELLED");
  }
}
