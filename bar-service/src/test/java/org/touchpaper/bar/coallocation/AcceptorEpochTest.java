package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/** A transaction names the acceptor set of the BAR's configuration. */
class AcceptorEpochTest {

  private final BarFixture fixture = BarFixture.shared();

  @Test
  void aTransactionHasTheConfiguredEpoch() {
    var reply = fixture.clientFor("scientist").post("/api/v1/co-allocations", RequestBodies.BOTH);
    assertThat(reply.status()).isEqualTo(201);
    assertThat(fixture.harc.request(reply.text("/id") + ".1").record().epoch())
        .isEqualTo(BarFixture.EPOCH);
  }
}
