package org.touchpaper.bar.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.bar.fixture.ApiClient;
import org.touchpaper.bar.fixture.ApiReply;
import org.touchpaper.bar.fixture.FullSystemFixture;
import org.touchpaper.bar.fixture.RequestBodies;

/**
 * 200 concurrent co-allocations on pools of five connections; the network resource manager calls
 * the broker back for each. All end, committed or refused.
 */
class ConcurrentBookingsTest {

  private static final String PATH = "/api/v1/co-allocations";

  /** At most three lightpaths of 300 Mbit/s fit at the same time. */
  private static final int WINDOWS = 20;

  private static final int CALLS = 200;
  private static final int MAX_FITTING = 3;

  @TempDir static Path data;

  private final Instant midnight =
      Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(2));

  @Test
  void twoHundredConcurrentRequestsAreCommittedOrRefused() {
    try (var fixture = new FullSystemFixture(data)) {
      var scientist = fixture.clientFor("scientist");
      var replies = bookTwoHundred(scientist);

      assertThat(replies).allMatch(reply -> reply.status() == 201 || reply.status() == 409);
      var booked = replies.stream().filter(reply -> reply.status() == 201).count();
      assertThat(booked).isBetween((long) WINDOWS, (long) WINDOWS * MAX_FITTING);
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> {
            assertThat(fixture.segments.heldCounts()).containsOnly(booked);
            assertThat(fixture.segments.committedCounts()).containsOnly(booked);
            assertThat(fixture.countNewtonAllocations()).isEqualTo(booked);
          });
      checkRepeatedKeys(scientist, replies);
      checkForcedEndFailsBooking(fixture, scientist);
      bookWithFewerAcceptors(fixture, scientist, booked + 1);
      assertThat(fixture.segments.committedCounts()).containsOnly(booked + 1);
    }
  }

  private List<ApiReply> bookTwoHundred(ApiClient scientist) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, CALLS)
              .mapToObj(call -> CompletableFuture.supplyAsync(() -> book(scientist, call), threads))
              .toList();
      return calls.stream().map(call -> call.orTimeout(240, TimeUnit.SECONDS).join()).toList();
    }
  }

  private ApiReply book(ApiClient scientist, int call) {
    return scientist.postUntilDecided(PATH, body(call % WINDOWS), "k-" + call);
  }

  private String body(int window) {
    var start = midnight.plus(Duration.ofHours(window));
    var end = start.plus(Duration.ofMinutes(30));
    return RequestBodies.with(
        RequestBodies.BOTH,
        "/schedule",
        "{\"startTime\":\"%s\",\"endTime\":\"%s\"}".formatted(start, end));
  }

  private void checkRepeatedKeys(ApiClient scientist, List<ApiReply> replies) {
    for (var call = 0; call < CALLS; call += 37) {
      var again = book(scientist, call);
      assertThat(again.status()).isEqualTo(replies.get(call).status());
      assertThat(again.text("/id")).isEqualTo(replies.get(call).text("/id"));
    }
  }

  private void checkForcedEndFailsBooking(FullSystemFixture fixture, ApiClient scientist) {
    var before = fixture.segments.committedCounts();
    var booked = scientist.postUntilDecided(PATH, body(WINDOWS + 2), "k-cut");
    var part = "/api/v1/reservations/" + booked.text("/lightpaths/0/connectionId");
    Awaitility.await() // the caller may know the decision before the part's resource manager
        .atMost(Duration.ofMinutes(1))
        .until(() -> scientist.get(part).text("/state").equals("COMMITTED"));
    assertThat(scientist.delete(part).status()).isEqualTo(409);
    assertThat(fixture.clientFor("officer").delete(part).text("/state")).isEqualTo("FAILED");
    assertThat(fixture.clientFor("officer").delete(part).text("/reason"))
        .isEqualTo("cut by officer");
    assertThat(fixture.segments.committedCounts()).isEqualTo(before);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          var coAllocation = scientist.get(PATH + "/" + booked.text("/id"));
          assertThat(coAllocation.text("/state")).isEqualTo("FAILED");
          assertThat(coAllocation.text("/reason")).isEqualTo("cut by officer");
          assertThat(coAllocation.text("/lightpaths/0/state")).isEqualTo("FAILED");
        });
  }

  /**
   * With one of three acceptors down bookings succeed; with two down none begins, and nothing is
   * left.
   */
  private void bookWithFewerAcceptors(
      FullSystemFixture fixture, ApiClient scientist, long bookings) {
    fixture.stopAcceptor("acceptor-1");
    assertThat(scientist.postUntilDecided(PATH, body(WINDOWS), "k-one").status()).isEqualTo(201);
    Awaitility.await() // the leader answers before it tells the resource managers
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(fixture.segments.committedCounts()).containsOnly(bookings));
    fixture.stopAcceptor("acceptor-2");
    assertThat(scientist.post(PATH, body(WINDOWS + 1), "k-two").status()).isEqualTo(503);
  }
}
