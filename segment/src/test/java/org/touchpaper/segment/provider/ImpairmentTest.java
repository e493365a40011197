package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.PortAlarm;

/** What impairs a circuit is told at once, and not all the time. */
class ImpairmentTest {

  private static final PortAlarm LOS = new PortAlarm("1-2", "LOS on 1-2 of A");
  private static final String WORDS = "impaired: LOS on 1-2 of A";

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private final WireSegment it = new WireSegment(WireSegment.BY_HAND);

  @BeforeEach
  void up() {
    var schedule = new Schedule(it.now(), it.now().plus(Duration.ofHours(1)));
    it.segment().reserve(new Reserve(it.requester(), one, 1, it.greedy(schedule), it.heldBy(one)));
    it.segment().commit(new Order(it.requester(), one, 1));
    it.segment().provision(new Order(it.requester(), one, 1));
    it.work();
    sweep();
    assertThat(it.known(one)).returns(null, Report.Known::problem);
  }

  @AfterEach
  void close() {
    it.close();
  }

  private void sweep() {
    it.bean(Reconciler.class).sweep(List.of("A"));
    it.work();
  }

  /** A service that was just started has not heard of B's alarms, and B tells of none for long. */
  @Test
  void anElementThatDoesNotAnswerKeepsNoAlarmOfAnotherFromBeingTold() throws Exception {
    it.restart();
    var answers = new CountDownLatch(1);
    it.b.muteUntil(answers);
    it.a.hasAlarms(LOS);
    try {
      inTime(() -> it.bean(Reconciler.class).sweep(List.of("A")));
      assertThat(it.known(one)).returns(WORDS, Report.Known::problem);

      it.a.hasAlarms();
      inTime(() -> it.bean(Reconciler.class).sweep(List.of("A")));
      assertThat(it.known(one)).returns(WORDS, Report.Known::problem); // nobody knows of B
    } finally {
      answers.countDown();
    }
    it.bean(Reconciler.class).sweep(List.of("B"));
    assertThat(it.known(one)).returns(null, Report.Known::problem);
  }

  @Test
  void norItsEnd() throws Exception {
    it.a.hasAlarms(LOS);
    sweep();
    it.bean(Reconciler.class).sweep(List.of("B"));
    assertThat(it.known(one)).returns(WORDS, Report.Known::problem);

    var answers = new CountDownLatch(1);
    it.b.muteUntil(answers);
    it.a.hasAlarms();
    try {
      inTime(() -> it.bean(Reconciler.class).sweep(List.of("A")));
      assertThat(it.known(one)).returns(null, Report.Known::problem);
    } finally {
      answers.countDown();
    }
  }

  private static void inTime(Runnable work) throws Exception {
    CompletableFuture.runAsync(work).get(20, TimeUnit.SECONDS);
  }

  /** It stays impaired, for however long, until it has been well for longer than a moment. */
  @Test
  void ofAPortThatComesAndGoesLittleIsTold() {
    var before = told();
    for (var times = 0; times < 20; times++) { // 7 minutes
      comesOrGoes(LOS);
      assertThat(it.known(one)).returns(WORDS, Report.Known::problem);
      comesOrGoes();
    }
    assertThat(told() - before).isEqualTo(Flapping.MOST + 1);
    assertThat(it.known(one)).returns(WORDS, Report.Known::problem);

    it.advance(Flapping.SOAK.minusSeconds(11));
    sweep();
    assertThat(it.known(one)).returns(WORDS, Report.Known::problem);
    it.advance(Duration.ofSeconds(1));
    sweep();
    assertThat(it.known(one)).returns(null, Report.Known::problem);
    assertThat(told() - before).isEqualTo(Flapping.MOST + 2);
  }

  /** One port has no signal, and the alarms of another come and go. */
  @Test
  void norIsMuchToldOfAnAlarmThatComesAndGoesBesideOneThatStays() {
    var other = new PortAlarm("1-2", "SD on 1-2 of A");
    var before = told();
    for (var times = 0; times < 20; times++) {
      comesOrGoes(LOS);
      comesOrGoes(LOS, other);
    }
    assertThat(told() - before).isEqualTo(Flapping.MOST);
    it.advance(Flapping.SOAK);
    sweep();
    assertThat(it.known(one)).returns(WORDS + "; SD on 1-2 of A", Report.Known::problem);
  }

  private void comesOrGoes(PortAlarm... standing) {
    it.a.hasAlarms(standing);
    sweep();
    it.advance(Duration.ofSeconds(10));
    sweep();
  }

  private long told() {
    return it.holder().heard().stream()
        .filter(heard ->
            heard instanceof Notification.Alarm || heard instanceof Notification.DataPlaneChanged)
        .count();
  }
}
