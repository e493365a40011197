package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
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
 * A version that only moves the end wants nothing on the elements that is not there, under the name
 * that is there: an experiment that is prolonged in mid-run is not interrupted.
 */
class ProlongedTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SETTLED = Duration.ofSeconds(61);

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private final WireSegment it = new WireSegment(WireSegment.BY_HAND);
  private final Schedule hour = new Schedule(it.now(), it.now().plus(HOUR));
  private final Schedule longer = new Schedule(it.now(), it.now().plus(HOUR.multipliedBy(2)));

  @AfterEach
  void close() {
    it.close();
  }

  @Test
  void whatIsUpIsNotTouchedAndEndsAtItsNewEndOnly() {
    bound(1, hour);
    it.work();
    bound(2, longer);
    it.work();
    isAsItWasCreated();
    it.advance(HOUR);
    it.work();
    isAsItWasCreated();
    it.advance(HOUR);
    it.work();
    assertThat(it.known(one)).returns(true, Report.Known::released);
    assertThat(it.a.items()).isEmpty();
    assertThat(it.b.items()).isEmpty();
  }

  @Test
  void whatIsHeldBeforeItComesUpMayBeBoundAfterwards() {
    held(1, hour);
    it.segment().commit(order(1));
    held(2, longer);
    it.segment().provision(order(1));
    it.work();
    it.segment().commit(order(2));
    it.work();
    isAsItWasCreated();
  }

  @Test
  void whatIsBoundWhileItComesUpGoesOnComingUp() {
    it.b.next(Mood.SILENT);
    bound(1, hour);
    it.work();
    bound(2, longer);
    it.work();
    it.b.put(new Item("B", "CRS", "3-4", CircuitName.of(one.value(), 1))); // carried out late
    it.advance(SETTLED);
    it.work();
    isAsItWasCreated();
  }

  /** That something shall work is no other thing: an earlier build may have recorded less of it. */
  @Test
  void whatWasRecordedWithOtherWordsOfWhetherItWorksIsNotTouched() {
    bound(1, hour);
    it.work();
    recordedAsToWork();
    bound(2, longer);
    it.work();
    isAsItWasCreated();
  }

  /** What is booked on is none of what was there before, whatever keeps it from being read. */
  @Test
  void whatIsProlongedStaysBeyondItsOldEndThoughAnElementCannotBeRead() {
    isProlongedBeyondItsOldEndWhileBIsAway();
    it.work();
    assertThat(it.known(one).problem()).contains("B");
    assertThat(it.a.edits()).containsExactly("create CRS 1-2");
    it.b.reachable(true);
    it.later(SETTLED);
    isAsItWasCreated();
  }

  /** On the others it carries traffic, perhaps: it is booked, and nobody else wants its place. */
  @Test
  void whatIsProlongedStaysBeyondItsOldEndThoughSomebodyIsInItsPlaceElsewhere() {
    isProlongedBeyondItsOldEndWhileBIsAway();
    it.b.reachable(true);
    it.b.put(new Item("B", "CRS", "3-4", "SOMEBODY"));
    it.later(SETTLED);
    assertThat(it.known(one).problem()).contains("SOMEBODY");
    assertThat(it.a.edits()).containsExactly("create CRS 1-2");
  }

  private void isProlongedBeyondItsOldEndWhileBIsAway() {
    bound(1, hour);
    it.work();
    recordedAsToWork();
    it.b.reachable(false);
    bound(2, longer);
    it.work();
    it.advance(HOUR);
  }

  private void recordedAsToWork() {
    it.bean(JdbcClient.class)
        .sql("update segment_item set attributes = attributes || array['WORKS', 'YES']")
        .update();
  }

  /** What is down has no name to keep: late effects of the time before are not taken for ours. */
  @Test
  void whatIsDownMeanwhileComesUpUnderANameOfItsOwn() {
    bound(1, hour);
    it.work();
    it.segment().release(order(1));
    it.work();
    bound(2, longer);
    it.work();
    assertThat(it.a.items())
        .extracting(Item::owner)
        .containsExactly(CircuitName.of(one.value(), 2));
  }

  private void isAsItWasCreated() {
    assertThat(it.known(one))
        .returns(2, Report.Known::version)
        .returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.a.edits()).containsExactly("create CRS 1-2");
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
    assertThat(it.a.items())
        .extracting(Item::owner)
        .containsExactly(CircuitName.of(one.value(), 1));
  }

  private void held(int version, Schedule schedule) {
    var request = new Reserve(it.requester(), one, version, it.greedy(schedule), it.heldBy(one));
    assertThat(it.segment().reserve(request)).isInstanceOf(ReserveAnswer.Held.class);
  }

  private void bound(int version, Schedule schedule) {
    held(version, schedule);
    it.segment().commit(order(version));
    it.segment().provision(order(version));
  }

  private Order order(int version) {
    return new Order(it.requester(), one, version);
  }
}
