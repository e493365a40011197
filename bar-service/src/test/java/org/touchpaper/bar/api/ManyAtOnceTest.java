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
import org.touchpaper.bar.desk.Bodies;
import org.touchpaper.bar.desk.House;
import org.touchpaper.bar.desk.Reply;
import org.touchpaper.bar.desk.Visitor;

/**
 * 200 co-allocations at once on pools of five connections, the broker called back by its own
 * network resource manager for each: all end, booked whole or not at all.
 */
class ManyAtOnceTest {

  private static final String PLACE = "/api/v1/co-allocations";

  /** Three lightpaths of 300 Mbit/s fit at the same time. */
  private static final int WINDOWS = 20;

  private static final int CALLS = 200;
  private static final int FIT = 3;

  @TempDir static Path data;

  private final Instant midnight =
      Instant.now().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(2));

  @Test
  void twoHundredAtOnceEndBookedWholeOrNotAtAll() {
    try (var house = new House(data)) {
      var scientist = house.as("scientist");
      var replies = twoHundred(scientist);

      assertThat(replies).allMatch(reply -> reply.status() == 201 || reply.status() == 409);
      var booked = replies.stream().filter(reply -> reply.status() == 201).count();
      assertThat(booked).isBetween((long) WINDOWS, (long) WINDOWS * FIT);
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .untilAsserted(() -> {
            assertThat(house.segments.holding()).containsOnly(booked);
            assertThat(house.segments.committed()).containsOnly(booked);
            assertThat(house.newtonBooked()).isEqualTo(booked);
          });
      theSameKeysGetTheSameAnswers(scientist, replies);
      anOfficersCutOfAPartFailsTheWhole(house, scientist);
      acceptorsDie(house, scientist);
      assertThat(house.segments.committed()).containsOnly(booked + 1);
    }
  }

  private List<Reply> twoHundred(Visitor scientist) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          IntStream.range(0, CALLS)
              .mapToObj(call -> CompletableFuture.supplyAsync(() -> book(scientist, call), threads))
              .toList();
      return calls.stream().map(call -> call.orTimeout(240, TimeUnit.SECONDS).join()).toList();
    }
  }

  private Reply book(Visitor scientist, int call) {
    return scientist.insist(PLACE, body(call % WINDOWS), "k-" + call);
  }

  private String body(int window) {
    var start = midnight.plus(Duration.ofHours(window));
    var end = start.plus(Duration.ofMinutes(30));
    return Bodies.with(
        Bodies.BOTH,
        "/schedule",
        "{\"startTime\":\"%s\",\"endTime\":\"%s\"}".formatted(start, end));
  }

  private void theSameKeysGetTheSameAnswers(Visitor scientist, List<Reply> replies) {
    for (var call = 0; call < CALLS; call += 37) {
      var again = book(scientist, call);
      assertThat(again.status()).isEqualTo(replies.get(call).status());
      assertThat(again.text("/id")).isEqualTo(replies.get(call).text("/id"));
    }
  }

  private void anOfficersCutOfAPartFailsTheWhole(House house, Visitor scientist) {
    var before = house.segments.committed();
    var booked = scientist.insist(PLACE, body(WINDOWS + 2), "k-cut");
    var part = "/api/v1/reservations/" + booked.text("/lightpaths/0/connectionId");
    assertThat(scientist.delete(part).status()).isEqualTo(409);
    assertThat(house.as("officer").delete(part).text("/state")).isEqualTo("FAILED");
    assertThat(house.as("officer").delete(part).text("/reason")).isEqualTo("cut by officer");
    assertThat(house.segments.committed()).isEqualTo(before);
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          var whole = scientist.get(PLACE + "/" + booked.text("/id"));
          assertThat(whole.text("/state")).isEqualTo("FAILED");
          assertThat(whole.text("/reason")).isEqualTo("cut by officer");
          assertThat(whole.text("/lightpaths/0/state")).isEqualTo("FAILED");
        });
  }

  /** One of three may be dead; with two dead nothing begins, and nothing is left behind. */
  private void acceptorsDie(House house, Visitor scientist) {
    house.kill("acceptor-1");
    assertThat(scientist.insist(PLACE, body(WINDOWS), "k-one").status()).isEqualTo(201);
    house.kill("acceptor-2");
    assertThat(scientist.post(PLACE, body(WINDOWS + 1), "k-two").status()).isEqualTo(503);
  }
}
