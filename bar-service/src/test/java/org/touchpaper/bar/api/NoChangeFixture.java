package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.BarFixture;

/**
 * Base class for requests that are rejected without effect: no row is written and no message sent.
 * Each is sent twice. The time is 20:00.
 */
abstract class NoChangeFixture {

  static final String CO_ALLOCATIONS = "/api/v1/co-allocations";
  static final String RESERVATIONS = "/api/v1/reservations";

  final BarFixture fixture = BarFixture.shared();
  final ApiClient scientist = fixture.clientFor("scientist");

  @BeforeEach
  void checkDatabaseIsEmpty() {
    assertThat(fixture.dumpTables().values()).containsOnly("");
  }

  /** Sends a request twice and asserts that nothing changed. */
  final ApiReply repeatWithoutChange(Supplier<ApiReply> request) {
    var rows = fixture.dumpTables();
    var harc = fixture.harc.beginCount();
    var segments = fixture.segments.receivedCalls();
    var first = request.get();
    var second = request.get();
    assertThat(second.status()).isEqualTo(first.status());
    assertThat(fixture.dumpTables()).isEqualTo(rows);
    assertThat(fixture.harc.beginCount()).isEqualTo(harc);
    assertThat(fixture.segments.receivedCalls()).isEqualTo(segments);
    return first;
  }
}
