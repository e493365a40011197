package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.Elements;
import org.touchpaper.segment.element.Hint;
import org.touchpaper.segment.element.Item;

/**
 * What an element shows once as missing may be there all the same, and traffic on it; to give a
 * circuit up takes it down everywhere, for good.
 */
class MissingTest {

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private final WireSegment it =
      new WireSegment(WireSegment.BY_HAND, WireSegment.MISSING_FOR + "10s");

  @BeforeEach
  void up() {
    var schedule = new Schedule(it.now(), it.now().plus(Duration.ofHours(1)));
    it.segment().reserve(new Reserve(it.requester(), one, 1, it.greedy(schedule), it.heldBy(one)));
    it.segment().commit(new Order(it.requester(), one, 1));
    it.segment().provision(new Order(it.requester(), one, 1));
    it.work();
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
  }

  @AfterEach
  void close() {
    it.close();
  }

  @Test
  void whatIsBackAtTheNextReadingWasNeverGone() {
    var there = it.a.items().getFirst();
    it.a.strip();
    lookAfter(Duration.ZERO);
    assertThat(it.known(one))
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane)
        .returns(LifecycleState.CREATED, Report.Known::lifecycle)
        .extracting(Report.Known::problem)
        .asString()
        .startsWith("impaired: CRS 1-2 on A")
        .contains("looked for again before the circuit is given up");
    assertThat(it.holder().heard()).hasAtLeastOneElementOfType(Notification.Alarm.class);

    it.a.put(there);
    lookAfter(Duration.ofSeconds(30));
    assertThat(it.known(one))
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane)
        .returns(null, Report.Known::problem);
    it.a.strip();
    lookAfter(Duration.ofSeconds(30));
    assertThat(it.known(one)).returns(LifecycleState.CREATED, Report.Known::lifecycle);
  }

  @Test
  void whatStaysMissingWasTakenAndIsRespected() {
    it.a.strip();
    lookAfter(Duration.ZERO);
    lookAfter(Duration.ofSeconds(9));
    assertThat(it.known(one)).returns(LifecycleState.CREATED, Report.Known::lifecycle);
    assertThat(it.b.items()).isNotEmpty();
    lookAfter(Duration.ofSeconds(1));
    assertThat(it.known(one))
        .returns(LifecycleState.FAILED, Report.Known::lifecycle)
        .returns(true, Report.Known::released);
    assertThat(it.known(one).problem()).endsWith("was removed while the element ran");
    assertThat(it.b.items()).isEmpty();
  }

  /** An element that has only just come back may be busy with itself. */
  @Test
  void whatIsMissingIsLookedForAsLongAfterANewSession() {
    it.a.strip();
    lookAfter(Duration.ZERO);
    it.advance(Duration.ofSeconds(9));
    connectedAnew();
    lookAfter(Duration.ZERO);
    lookAfter(Duration.ofSeconds(9));
    assertThat(it.known(one)).returns(LifecycleState.CREATED, Report.Known::lifecycle);
    lookAfter(Duration.ofSeconds(1));
    assertThat(it.known(one)).returns(LifecycleState.FAILED, Report.Known::lifecycle);
  }

  /** However long ago that was: one reading is one too few. */
  @Test
  void whatWasMissingInAnEarlierSessionDoesNotCountAsAReading() {
    it.a.strip();
    lookAfter(Duration.ZERO);
    it.advance(Duration.ofSeconds(1));
    it.bean(Reconciler.class).connected("A");
    lookAfter(Duration.ofSeconds(30));
    assertThat(it.known(one)).returns(LifecycleState.CREATED, Report.Known::lifecycle);
    lookAfter(Duration.ofSeconds(10));
    assertThat(it.known(one)).returns(LifecycleState.FAILED, Report.Known::lifecycle);
  }

  /** It was another circuit that was missing before. */
  @Test
  void whatCameUpAnewIsLookedForAnew() {
    it.a.strip();
    lookAfter(Duration.ZERO);
    it.segment().release(new Order(it.requester(), one, 1));
    it.work();
    it.segment().provision(new Order(it.requester(), one, 1));
    it.work();
    assertThat(it.known(one))
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane)
        .returns(null, Report.Known::problem);
    it.a.strip();
    lookAfter(Duration.ofSeconds(30));
    assertThat(it.known(one)).returns(LifecycleState.CREATED, Report.Known::lifecycle);
    lookAfter(Duration.ofSeconds(30));
    assertThat(it.known(one)).returns(LifecycleState.FAILED, Report.Known::lifecycle);
  }

  /** Each of the two elements was busy with itself once. */
  @Test
  void whatIsMissingElsewhereIsLookedForAnew() {
    var there = it.a.items().getFirst();
    it.a.strip();
    lookAfter(Duration.ZERO);
    it.a.put(there);
    it.b.strip();
    lookAfter(Duration.ofSeconds(30));
    assertThat(it.known(one)).returns(LifecycleState.CREATED, Report.Known::lifecycle);
  }

  /** Nor does it keep anybody from seeing that the rest of the element was emptied. */
  @Test
  void aCardThatIsOutOfOrderHidesNothingThatIsMissing() {
    var hidden = new Item("A", "CRS", "9-9", "TP-OTHERS");
    it.bean(JdbcClient.class)
        .sql(
            """
            insert into segment_item (connection_id, ordinal, element, kind, item_key, owner,
              attributes, wanted, incarnation)
            select connection_id, 9, element, kind, '9-9', 'TP-OTHERS', attributes, wanted,
              incarnation from segment_item where element = 'A'
            """)
        .update();
    it.a.doesNotTellOf(Set.of(hidden.place()));
    lookAfter(Duration.ZERO);
    assertThat(it.known(one)).returns(null, Report.Known::problem);
    it.a.strip();
    lookAfter(Duration.ZERO);
    assertThat(it.known(one).problem()).startsWith("impaired: CRS 1-2 on A");
    lookAfter(Duration.ofSeconds(10));
    assertThat(it.known(one)).returns(LifecycleState.FAILED, Report.Known::lifecycle);
  }

  @Test
  void whatAnOperatorWantsBackIsPutBackUnlessItWasCut() {
    var there = it.a.items();
    it.a.strip();
    lookAfter(Duration.ZERO);
    assertThat(it.bean(Repairs.class).putBack("A", "olga")).containsExactly(one);
    it.work();
    assertThat(it.a.items()).isEqualTo(there);
    lookAfter(Duration.ofSeconds(30));
    assertThat(it.known(one))
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane)
        .returns(null, Report.Known::problem);
    assertThat(it.bean(Repairs.class).putBack("A", "olga")).isEmpty();

    it.a.strip();
    it.provider().cut(one, "cut by officer olga");
    assertThat(it.bean(Repairs.class).putBack("A", "olga")).isEmpty();
    it.work();
    assertThat(it.a.items()).isEmpty();
  }

  private void connectedAnew() {
    var hints = new Hints(Elements.of(List.of(it.a)), it.bean(Reconciler.class));
    hints.start();
    it.a.says(new Hint.Connected("A"));
    hints.stop();
  }

  private void lookAfter(Duration pause) {
    it.advance(pause);
    it.bean(Reconciler.class).sweep();
    it.work();
  }
}
