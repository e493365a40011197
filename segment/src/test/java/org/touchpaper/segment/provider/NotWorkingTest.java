package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.PortAlarm;

/** An element may have no alarm for what it reads as not working; its circuit is impaired. */
class NotWorkingTest {

  private static final String WORDS = "impaired: CRS 3-4 on B does not work";

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private final WireSegment it =
      new WireSegment(WireSegment.BY_HAND, WireSegment.TELLS_WHETHER_IT_WORKS);

  @BeforeEach
  void up() {
    var schedule = new Schedule(it.now(), it.now().plus(Duration.ofHours(1)));
    it.segment().reserve(new Reserve(it.requester(), one, 1, it.greedy(schedule), it.heldBy(one)));
    it.segment().commit(new Order(it.requester(), one, 1));
    it.segment().provision(new Order(it.requester(), one, 1));
    it.work();
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    sweep();
    assertThat(it.known(one)).returns(null, Report.Known::problem);
  }

  @AfterEach
  void close() {
    it.close();
  }

  @Test
  void oneSweepFindsItAndTheNextThatItWorksAgain() {
    works("NO");
    sweep();
    assertThat(it.known(one))
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane)
        .returns(WORDS, Report.Known::problem);
    assertThat(it.holder().heard())
        .filteredOn(Notification.Alarm.class::isInstance)
        .extracting(heard -> ((Notification.Alarm) heard).detail())
        .containsExactly(WORDS);
    assertThat(it.bean(Impairments.class).lastReadOn("B"))
        .extracting(PortAlarm::words)
        .containsExactly("CRS 3-4 on B does not work");

    works("YES");
    sweep();
    assertThat(it.known(one)).returns(null, Report.Known::problem);
  }

  /** Neither silence nor a card that is out of order says that it works again. */
  @Test
  void whatIsNotReadIsAsItWas() {
    works("NO");
    sweep();
    it.b.reachable(false);
    sweep();
    assertThat(it.known(one)).returns(WORDS, Report.Known::problem);
    it.b.reachable(true);
    it.b.doesNotTellOf(Set.of(new Item.Key("CRS", "3-4")));
    sweep();
    assertThat(it.known(one)).returns(WORDS, Report.Known::problem);
  }

  @Test
  void nothingOfItIsLeftWhenTheCircuitIsDown() {
    works("NO");
    sweep();
    it.segment().terminate(new Order(it.requester(), one, 1));
    it.work();
    sweep();
    assertThat(it.known(one)).returns(true, Report.Known::released);
    assertThat(it.bean(Impairments.class).lastReadOn("B")).isEmpty();
  }

  private void works(String yesOrNo) {
    var there = it.b.items().getFirst();
    it.b.put(new Item("B", there.kind(), there.key(), there.owner(), Map.of(Item.WORKS, yesOrNo)));
  }

  private void sweep() {
    it.bean(Reconciler.class).sweep();
    it.work();
  }
}
