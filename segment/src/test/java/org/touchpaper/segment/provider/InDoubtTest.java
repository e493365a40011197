package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.crash.Killed;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.kit.ScriptedElement.Mood;

/**
 * A busy element may carry out what it was sent long after the session is gone. Until it cannot any
 * more, what is read proves nothing: nothing is created again, and nothing called gone. What shall
 * be down comes down at once all the same, wherever it is.
 */
class InDoubtTest {

  private static final String INTRUSION = "cut by officer olga: intrusion";
  private static final Duration ALMOST = Duration.ofSeconds(59);
  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private WireSegment it = new WireSegment(WireSegment.BY_HAND);

  @AfterEach
  void close() {
    it.close();
  }

  @Test
  void whatIsCarriedOutAlmostAMinuteLaterIsFoundAndNotSentAgain() {
    it.b.next(Mood.SILENT);
    provisioned();
    assertThat(it.known(one).problem())
        .contains("outcome unknown")
        .endsWith("; left alone until 2026-12-01T20:01:00Z, for it may yet be carried out");
    it.later(ALMOST);
    carriedOutLate();
    it.later(MOMENT);
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void theWaitIsARowAndOutlivesUs() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.later(Duration.ofSeconds(30));
    restart();
    it.later(Duration.ofSeconds(29));
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
    carriedOutLate();
    it.later(MOMENT);
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  /** Nobody is left who knows what was sent, so all of it may yet be carried out. */
  @Test
  void whoDiesAmongItsCommandsWaitsAsLongWhenItIsBack() {
    it.close();
    it =
        new WireSegment(CrashSwitch.at(new CrashPoint(Moment.BEFORE_SEND, 1)), WireSegment.BY_HAND);
    wanted();
    assertThatThrownBy(it::work).isInstanceOf(Killed.class);
    restart();
    it.work();
    var sent = it.a.edits().size() + it.b.edits().size();
    it.later(ALMOST);
    assertThat(it.a.edits().size() + it.b.edits().size()).isEqualTo(sent);
    it.later(MOMENT);
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
  }

  /** We know what came of our commands, so there is nothing to wait for. */
  @Test
  void aDatabaseThatGoesAwayMeanwhileCostsNoWait() {
    var sql = it.bean(JdbcClient.class);
    sql.sql("alter table segment_connection add constraint away check (data_plane <> 'ACTIVE')")
        .update();
    provisioned();
    assertThat(it.known(one)).returns(DataPlane.ACTIVATING, Report.Known::dataPlane);
    it.later(MOMENT);
    sql.sql("alter table segment_connection drop constraint away").update();
    it.later(Duration.ofSeconds(5));
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.a.edits()).containsExactly("create CRS 1-2");
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  /** What was read before a long outage is no evidence after it. */
  @Test
  void whatIsLostWhileTheDatabaseIsAwayForLongIsNotCalledUp() {
    var sql = it.bean(JdbcClient.class);
    sql.sql("alter table segment_connection add constraint away check (data_plane <> 'ACTIVE')")
        .update();
    provisioned();
    it.a.restartEmpty();
    it.later(Duration.ofMinutes(1));
    sql.sql("alter table segment_connection drop constraint away").update();
    it.later(Duration.ofMinutes(1));
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.a.edits()).containsExactly("create CRS 1-2", "create CRS 1-2");
    assertThat(it.a.items()).hasSize(1);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void whatIsEndedInDoubtIsTakenDownAtOnceAndAgainWhenItsEffectHasCome() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.segment().terminate(order());
    it.work();
    assertThat(it.a.edits()).containsExactly("create CRS 1-2", "delete CRS 1-2");
    assertThat(it.known(one)).returns(DataPlane.DEACTIVATING, Report.Known::dataPlane);
    it.later(ALMOST);
    assertThat(it.known(one)).returns(false, Report.Known::released);
    carriedOutLate();
    it.later(MOMENT);
    isGone();
    assertThat(it.b.edits()).containsExactly("create CRS 3-4", "delete CRS 3-4");
  }

  /** COMPLD is an acceptance: the books forget nothing before what was accepted cannot come. */
  @Test
  void whatWasAcceptedAndComesAfterTheCutIsFoundAndTakenDown() {
    it.b.next(Mood.COMPLETES_ONLY);
    provisioned();
    assertThat(it.known(one).problem())
        .contains("B does not read back as written")
        .endsWith("; left alone until 2026-12-01T20:01:00Z, for it may yet be carried out");
    it.provider().cut(one, INTRUSION);
    it.work();
    assertThat(it.a.items()).isEmpty();
    it.later(ALMOST);
    assertThat(it.known(one)).returns(false, Report.Known::released);
    carriedOutLate();
    it.later(MOMENT);
    isGone();
  }

  @Test
  void whatWasAcceptedAndComesLateIsNotSentAgain() {
    it.b.next(Mood.COMPLETES_ONLY);
    provisioned();
    it.later(ALMOST);
    carriedOutLate();
    it.later(MOMENT);
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  /** Its session was lost before we could see what had become of it. */
  @Test
  void whatWasAcceptedByOneThatIsLostIsWaitedForAfterTheCutToo() {
    it.b.next(Mood.COMPLETES_AND_IS_LOST);
    provisioned();
    it.provider().cut(one, INTRUSION);
    it.b.reachable(true);
    it.bean(Reconciler.class).retry("B"); // as when it is connected again
    it.work();
    assertThat(it.a.items()).isEmpty();
    it.later(ALMOST);
    assertThat(it.known(one)).returns(false, Report.Known::released);
    carriedOutLate();
    it.later(MOMENT);
    isGone();
  }

  /** Read sooner it would be found as wanted, called up, and gone a moment later. */
  @Test
  void whatWasToBeUndoneAndStaysIsNotTakenForWhatIsWanted() {
    it.a.next(Mood.GOES_WELL, Mood.COMPLETES_ONLY);
    it.b.next(Mood.DENIES);
    provisioned();
    it.later(ALMOST);
    assertThat(it.known(one)).returns(DataPlane.ACTIVATING, Report.Known::dataPlane);
    it.a.strip(); // what it was told to delete
    it.later(MOMENT);
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.a.edits()).containsExactly("create CRS 1-2", "delete CRS 1-2", "create CRS 1-2");
  }

  @Test
  void whatIsReleasedAndStaysIsNotTakenForWhatIsPermittedAgain() {
    provisioned();
    it.a.next(Mood.COMPLETES_ONLY);
    it.segment().release(order());
    it.work();
    it.segment().provision(order());
    it.later(ALMOST);
    assertThat(it.known(one).dataPlane()).isNotEqualTo(DataPlane.ACTIVE);
    it.a.strip();
    it.later(MOMENT);
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
  }

  /** One element out of four that gives no answer does not keep the other three up. */
  @Test
  void anOfficersCutIsMadeWhereverAnElementAnswersAndElsewhereAsSoonAsItDoes() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.b.reachable(false);
    it.provider().cut(one, INTRUSION);
    it.work();
    assertThat(it.a.items()).isEmpty();
    assertThat(it.known(one).problem())
        .isEqualTo(INTRUSION + "; not down yet: B cannot be read: no session");
    carriedOutLate();
    it.b.reachable(true);
    it.bean(Reconciler.class).retry("B"); // as when it is connected again
    it.work();
    assertThat(it.b.items()).isEmpty();
    assertThat(it.known(one)).returns(false, Report.Known::released);
    it.later(ALMOST);
    assertThat(it.known(one)).returns(false, Report.Known::released);
    it.later(MOMENT);
    isGone();
    assertThat(it.known(one).problem()).isEqualTo(INTRUSION);
  }

  /** Somebody else's circuit may be where ours was when the first of two deletes comes at last. */
  @Test
  void whatWasToldToGoIsNotToldAgainBeforeItCannotGoAnyMore() {
    provisioned();
    it.b.next(Mood.SILENT);
    it.segment().terminate(order());
    it.work();
    it.bean(Reconciler.class).retry("B"); // as when it is connected again
    it.later(ALMOST);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4", "delete CRS 3-4");
    assertThat(it.known(one)).returns(false, Report.Known::released);
    it.later(MOMENT);
    isGone();
    assertThat(it.b.edits()).endsWith("delete CRS 3-4", "delete CRS 3-4");
  }

  @Test
  void whatMayComeYetIsWaitedForThoughWeDieAfterTheCut() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.provider().cut(one, INTRUSION);
    it.work();
    restart();
    it.later(ALMOST);
    assertThat(it.known(one)).returns(false, Report.Known::released);
    carriedOutLate();
    it.later(MOMENT);
    isGone();
  }

  @Test
  void whatIsReleasedInDoubtAndPermittedAgainIsSetUpWhenItsEffectHasCome() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.segment().release(order());
    it.work();
    it.segment().provision(order());
    it.later(ALMOST);
    assertThat(it.a.items()).isEmpty();
    carriedOutLate();
    it.later(MOMENT);
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  private void isGone() {
    assertThat(it.known(one)).returns(true, Report.Known::released);
    assertThat(it.a.items()).isEmpty();
    assertThat(it.b.items()).isEmpty();
  }

  private void carriedOutLate() {
    it.b.put(new Item("B", "CRS", "3-4", CircuitName.of(one.value(), 1)));
  }

  private void provisioned() {
    wanted();
    it.work();
  }

  private void wanted() {
    var schedule = new Schedule(it.now(), it.now().plus(Duration.ofHours(1)));
    it.segment().reserve(new Reserve(it.requester(), one, 1, it.greedy(schedule), it.heldBy(one)));
    it.segment().commit(order());
    it.segment().provision(order());
  }

  private Order order() {
    return new Order(it.requester(), one, 1);
  }

  private void restart() {
    it.restart();
    // by hand there is no start of the scheduler, which does this
    it.bean(JdbcClient.class).sql("update scheduled_tasks set picked = false").update();
  }
}
