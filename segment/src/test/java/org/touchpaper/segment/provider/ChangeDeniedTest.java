package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.schedule.DueWork;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.ScriptedElement.Mood;

/**
 * A change that an element denies does not end the circuit that runs: it stands again as it stood,
 * says so, and is interrupted for the change again only now and then.
 */
class ChangeDeniedTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration DOUBTFUL = Duration.ofSeconds(60);

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private final WireSegment it =
      new WireSegment(WireSegment.BY_HAND, "--touchpaper.segment.missing-for=1m");
  private final Schedule hour = new Schedule(it.now(), it.now().plus(HOUR));
  private final Schedule longer = new Schedule(it.now(), it.now().plus(HOUR.multipliedBy(2)));

  @AfterEach
  void close() {
    it.close();
  }

  @Test
  void whatRanRunsOnAndTheChangeIsTriedAgainLessAndLessOften() {
    runsAsItWasThoughChangeIsDenied();
    var edits = it.b.edits().size();
    it.later(MINUTE.minusSeconds(1));
    assertThat(it.b.edits()).hasSize(edits);

    it.b.next(Mood.GOES_WELL, Mood.DENIES);
    it.later(Duration.ofSeconds(1));
    standsAsVersionOne();
    assertThat(it.b.edits()).hasSize(edits + 3); // deleted, denied, created again
    assertThat(bookings()).isEqualTo(2);

    it.later(MINUTE.multipliedBy(2));
    standsAsVersionTwo();
  }

  /** One element cannot tell what it holds, so none was touched for the change. */
  @Test
  void whatWasNotTouchedForTheChangeIsNotTouchedToStandAgain() {
    bound(1, it.greedy(hour));
    it.b.doesNotTellOf(Set.of(new Item.Key("CRS", "3-4")));
    bound(2, it.limited(500, hour));
    assertThat(it.known(one)).returns(DataPlane.ACTIVATING, Report.Known::dataPlane);
    it.b.doesNotTellOf(Set.of());
    it.later(Duration.ofSeconds(10));
    standsAsVersionOne();
    assertThat(it.a.edits()).containsExactly("create CRS 1-2");
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
    it.later(MINUTE);
    standsAsVersionTwo();
  }

  @Test
  void whatStandsInIsKnownAfterARestart() {
    runsAsItWasThoughChangeIsDenied();
    it.restart();
    it.bean(JdbcClient.class).sql("update scheduled_tasks set picked = false").update();
    var edits = it.b.edits().size();
    it.segment().provision(order(2));
    it.work();
    standsAsVersionOne();
    assertThat(it.b.edits()).hasSize(edits);
    it.later(MINUTE);
    standsAsVersionTwo();
  }

  /** What an element lost is created again as it stood, not as the change would have it. */
  @Test
  void whatStandsInIsRepairedAsItStood() {
    runsAsItWasThoughChangeIsDenied();
    it.a.restartEmpty();
    it.bean(Reconciler.class).sweep();
    it.work();
    standsAsVersionOne();
    assertThat(it.a.edits()).endsWith("create CRS 1-2", "create CRS 1-2");
  }

  @Test
  void whatStandsInMayBeImpaired() {
    runsAsItWasThoughChangeIsDenied();
    var there = it.a.items().getFirst();
    it.a.strip();
    it.bean(Reconciler.class).sweep();
    assertThat(it.known(one).problem())
        .startsWith("runs as version 1; ")
        .contains("; impaired: CRS 1-2");
    it.a.put(there);
    it.bean(Reconciler.class).sweep();
    standsAsVersionOne();
    assertThat(it.known(one).problem()).doesNotContain("impaired");
  }

  @Test
  void aDeniedChangeThatWasInDoubtBeforeIsNoneTheLessUndone() {
    bound(1, it.greedy(hour));
    it.b.next(Mood.GOES_WELL, Mood.SILENT);
    bound(2, it.limited(500, hour));
    it.b.next(Mood.DENIES);
    it.later(DOUBTFUL);
    standsAsVersionOne();
  }

  /** Somebody else may have the place from the earlier version's end on. */
  @Test
  void nothingStandsInBeyondItsOwnEnd() {
    runsAsItWasThoughChangeIsDenied(longer);
    it.advance(HOUR);
    it.b.next(Mood.GOES_WELL, Mood.DENIES, Mood.DENIES, Mood.DENIES); // for what is due now
    DueWork.run(it.bean(Scheduler.class));
    assertThat(it.a.items()).isEmpty();
    assertThat(it.b.items()).isEmpty();
    assertThat(it.known(one).problem()).contains("SROF").doesNotContain("runs as");
    it.later(MINUTE);
    standsAsVersionTwo();
  }

  @Test
  void whatStoodInGoesAtItsEndThoughSomebodyIsInTheWayOfTheChange() {
    runsAsItWasThoughChangeIsDenied(longer);
    var foreign = new Item("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    it.b.strip();
    it.b.put(foreign);
    it.later(MINUTE);
    assertThat(it.known(one).problem()).contains("NIGHTLY-BACKUP");
    assertThat(it.a.items()).hasSize(1);

    it.later(HOUR);
    assertThat(it.a.items()).isEmpty();
    assertThat(it.b.items()).containsExactly(foreign);
    assertThat(it.known(one).problem()).contains("NIGHTLY-BACKUP").doesNotContain("runs as");
  }

  /** It may carry traffic: whoever set it up died before that was written. */
  @Test
  void whatThereIsOfAChangeStaysWhileAnElementCannotBeRead() {
    runsAsItWasThoughChangeIsDenied(longer);
    it.advance(HOUR);
    var changed =
        new Item("A", "CRS", "1-2", CircuitName.of(one.value(), 2), Map.of("RATE", "500"));
    it.a.strip();
    it.a.put(changed);
    it.b.reachable(false);
    DueWork.run(it.bean(Scheduler.class));
    assertThat(it.a.items()).containsExactly(changed);
    it.b.reachable(true);
    it.later(MINUTE);
    standsAsVersionTwo();
  }

  @Test
  void whatStandsInComesDownAtTheEndAndLeavesNoWord() {
    runsAsItWasThoughChangeIsDenied();
    it.segment().terminate(order(2));
    it.work();
    assertThat(it.known(one))
        .returns(true, Report.Known::released)
        .returns(null, Report.Known::problem)
        .returns(DataPlane.INACTIVE, Report.Known::dataPlane);
    assertThat(it.a.items()).isEmpty();
    assertThat(it.b.items()).isEmpty();
    assertThat(bookings()).isZero();
  }

  @Test
  void aLaterChangeIsMadeAtOnce() {
    runsAsItWasThoughChangeIsDenied();
    bound(3, it.limited(700, hour));
    isUpAs(3, Map.of("RATE", "700"));
  }

  private void runsAsItWasThoughChangeIsDenied() {
    runsAsItWasThoughChangeIsDenied(hour);
  }

  private void runsAsItWasThoughChangeIsDenied(Schedule next) {
    bound(1, it.greedy(hour));
    it.b.next(Mood.GOES_WELL, Mood.DENIES);
    bound(2, it.limited(500, next));
    standsAsVersionOne();
    assertThat(it.known(one).problem()).contains("create CRS 3-4 on B", "SROF");
    assertThat(bookings()).isEqualTo(2);
  }

  /** What is booked is not up, so the holder is not told that it is. */
  private void standsAsVersionOne() {
    stands(1, Map.of());
    assertThat(it.known(one))
        .returns(2, Report.Known::version)
        .returns(DataPlane.ACTIVATING, Report.Known::dataPlane);
    assertThat(it.known(one).problem())
        .startsWith("runs as version 1; version 2 is tried again at 2026");
  }

  private void standsAsVersionTwo() {
    isUpAs(2, Map.of("RATE", "500"));
  }

  private void isUpAs(int version, Map<String, String> limits) {
    stands(version, limits);
    assertThat(it.known(one))
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane)
        .returns(null, Report.Known::problem);
    assertThat(bookings()).isOne();
  }

  private void stands(int version, Map<String, String> limits) {
    var name = CircuitName.of(one.value(), version);
    assertThat(it.a.items()).containsExactly(new Item("A", "CRS", "1-2", name, limits));
    assertThat(it.b.items()).containsExactly(new Item("B", "CRS", "3-4", name, limits));
  }

  private int bookings() {
    return it.bean(JdbcClient.class).sql("select count(*) from wire").query(Integer.class).single();
  }

  private void bound(int version, Criteria criteria) {
    var request = new Reserve(it.requester(), one, version, criteria, it.heldBy(one));
    assertThat(it.segment().reserve(request)).isInstanceOf(ReserveAnswer.Held.class);
    it.segment().commit(order(version));
    it.segment().provision(order(version));
    it.work();
  }

  private Order order(int version) {
    return new Order(it.requester(), one, version);
  }
}
