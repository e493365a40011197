package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** The vote deadline is before the start if that leaves time to vote. */
class VoteDeadlineTest {

  private final BarFixture fixture = BarFixture.shared();

  @ParameterizedTest
  @CsvSource({"3600,8", "8,8", "7,7", "3,3", "2,8", "0,8"})
  void theVoteDeadlineIsTheStartUnlessThatIsTooNear(int start, int voteBy) {
    var body =
        RequestBodies.with(
            RequestBodies.BOTH,
            "/schedule/startTime",
            "\"" + BarFixture.NOW.plusSeconds(start) + "\"");
    var reply = fixture.clientFor("scientist").post("/api/v1/co-allocations", body);
    assertThat(reply.status()).isEqualTo(201);
    assertThat(fixture.harc.request(reply.text("/id") + ".1").record().voteBy())
        .isEqualTo(BarFixture.NOW.plusSeconds(voteBy));
  }
}
