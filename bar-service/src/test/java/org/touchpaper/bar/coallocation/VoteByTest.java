package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Desk;

/** Resource managers vote before what they vote on begins, where that leaves them time. */
class VoteByTest {

  private final Desk desk = Desk.fresh();

  @ParameterizedTest
  @CsvSource({"3600,8", "8,8", "7,7", "3,3", "2,8", "0,8"})
  void theVotesAreInBeforeTheStartUnlessThatIsTooNear(int start, int voteBy) {
    var body =
        Bodies.with(Bodies.BOTH, "/schedule/startTime", "\"" + Desk.NOW.plusSeconds(start) + "\"");
    var reply = desk.as("scientist").post("/api/v1/co-allocations", body);
    assertThat(reply.status()).isEqualTo(201);
    assertThat(desk.harc.request(reply.text("/id") + ".1").record().voteBy())
        .isEqualTo(Desk.NOW.plusSeconds(voteBy));
  }
}
