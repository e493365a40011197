package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.touchpaper.bar.desk.Desk;
import org.touchpaper.bar.desk.Reply;
import org.touchpaper.bar.desk.Visitor;

/**
 * Requests that get a clear error and change nothing: no row is written, nobody else hears of it.
 * Every one is sent twice. It is 20:00.
 */
abstract class ChangesNothing {

  static final String CO_ALLOCATIONS = "/api/v1/co-allocations";
  static final String RESERVATIONS = "/api/v1/reservations";

  final Desk desk = Desk.fresh();
  final Visitor scientist = desk.as("scientist");

  @BeforeEach
  void theDoorIsOpen() {
    assertThat(desk.rows().values()).containsOnly("");
  }

  /** Sends it twice, and sees that neither time anything changed anywhere. */
  final Reply twice(Supplier<Reply> request) {
    var rows = desk.rows();
    var harc = desk.harc.begun();
    var segments = desk.segments.heard();
    var first = request.get();
    var second = request.get();
    assertThat(second.status()).isEqualTo(first.status());
    assertThat(desk.rows()).isEqualTo(rows);
    assertThat(desk.harc.begun()).isEqualTo(harc);
    assertThat(desk.segments.heard()).isEqualTo(segments);
    return first;
  }
}
