package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.Desk;

/** What is begun is bound to the set of acceptors that the BAR was told of last. */
class EpochTest {

  private final Desk desk = Desk.fresh();

  @Test
  void aTransactionIsOfTheEpochThatIsConfigured() {
    var reply = desk.as("scientist").post("/api/v1/co-allocations", Bodies.BOTH);
    assertThat(reply.status()).isEqualTo(201);
    assertThat(desk.harc.request(reply.text("/id") + ".1").record().epoch()).isEqualTo(Desk.EPOCH);
  }
}
