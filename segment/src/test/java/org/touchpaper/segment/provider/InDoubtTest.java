package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.crash.CrashPoint;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.crash.CrashSwitch;
import org.touchpaper.platform.schedule.DueWork;
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

  private static final String BY_HAND = "--touchpaper.schedule.by-hand=true";
  private static final String INTRUSION = "cut by officer olga: intrusion";
  private static final Duration ALMOST = Duration.ofSeconds(59);
  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private WireSegment it = new WireSegment(BY_HAND);

  @AfterEach
  void close() {
    it.close();
  }

  @Test
  void whatIsCarriedOutAlmostAMinuteLaterIsFoundAndNotSentAgain() {
    it.b.next(Mood.SILENT);
    provisioned();
    assertThat(known().problem())
        .contains("outcome unknown")
        .endsWith("; left alone until 2026-12-01T20:01:00Z, for it may yet be carried out");
    later(ALMOST);
    carriedOutLate();
    later(MOMENT);
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void theWaitIsARowAndOutlivesUs() {
    it.b.next(Mood.SILENT);
    provisioned();
    later(Duration.ofSeconds(30));
    restart();
    later(Duration.ofSeconds(29));
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
    carriedOutLate();
    later(MOMENT);
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  /** Nobody is left who knows what was sent, so all of it may yet be carried out. */
  @Test
  void whoDiesAmongItsCommandsWaitsAsLongWhenItIsBack() {
    it.close();
    it = new WireSegment(CrashSwitch.at(new CrashPoint(Moment.BEFORE_SEND, 1)), BY_HAND);
    provisioned();
    restart();
    work();
    var sent = it.a.edits().size() + it.b.edits().size();
    later(ALMOST);
    assertThat(it.a.edits().size() + it.b.edits().size()).isEqualTo(sent);
    later(MOMENT);
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
  }

  /** We know what came of our commands, so there is nothing to wait for. */
  @Test
  void aDatabaseThatGoesAwayMeanwhileCostsNoWait() {
    var sql = it.bean(JdbcClient.class);
    sql.sql("alter table segment_connection add constraint away check (data_plane <> 'ACTIVE')")
        .update();
    provisioned();
    assertThat(known()).returns(DataPlane.ACTIVATING, Report.Known::dataPlane);
    later(MOMENT);
    sql.sql("alter table segment_connection drop constraint away").update();
    later(Duration.ofSeconds(5));
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
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
    later(Duration.ofMinutes(1));
    sql.sql("alter table segment_connection drop constraint away").update();
    later(Duration.ofMinutes(1));
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.a.edits()).containsExactly("create CRS 1-2", "create CRS 1-2");
    assertThat(it.a.items()).hasSize(1);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void whatIsEndedInDoubtIsTakenDownAtOnceAndAgainWhenItsEffectHasCome() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.segment().terminate(order());
    work();
    assertThat(it.a.edits()).containsExactly("create CRS 1-2", "delete CRS 1-2");
    assertThat(known()).returns(DataPlane.DEACTIVATING, Report.Known::dataPlane);
    later(ALMOST);
    assertThat(known()).returns(false, Report.Known::released);
    carriedOutLate();
    later(MOMENT);
    isGone();
    assertThat(it.b.edits()).containsExactly("create CRS 3-4", "delete CRS 3-4");
  }

  /** COMPLD is an acceptance: the books forget nothing before what was accepted cannot come. */
  @Test
  void whatWasAcceptedAndComesAfterTheCutIsFoundAndTakenDown() {
    it.b.next(Mood.COMPLETES_ONLY);
    provisioned();
    assertThat(known().problem())
        .contains("B does not read back as written")
        .endsWith("; left alone until 2026-12-01T20:01:00Z, for it may yet be carried out");
    it.provider().cut(one, INTRUSION);
    work();
    assertThat(it.a.items()).isEmpty();
    later(ALMOST);
    assertThat(known()).returns(false, Report.Known::released);
    carriedOutLate();
    later(MOMENT);
    isGone();
  }

  @Test
  void whatWasAcceptedAndComesLateIsNotSentAgain() {
    it.b.next(Mood.COMPLETES_ONLY);
    provisioned();
    later(ALMOST);
    carriedOutLate();
    later(MOMENT);
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
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
    work();
    assertThat(it.a.items()).isEmpty();
    later(ALMOST);
    assertThat(known()).returns(false, Report.Known::released);
    carriedOutLate();
    later(MOMENT);
    isGone();
  }

  /** Read sooner it would be found as wanted, called up, and gone a moment later. */
  @Test
  void whatWasToBeUndoneAndStaysIsNotTakenForWhatIsWanted() {
    it.a.next(Mood.GOES_WELL, Mood.COMPLETES_ONLY);
    it.b.next(Mood.DENIES);
    provisioned();
    later(ALMOST);
    assertThat(known()).returns(DataPlane.ACTIVATING, Report.Known::dataPlane);
    it.a.strip(); // what it was told to delete
    later(MOMENT);
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.a.edits()).containsExactly("create CRS 1-2", "delete CRS 1-2", "create CRS 1-2");
  }

  @Test
  void whatIsReleasedAndStaysIsNotTakenForWhatIsPermittedAgain() {
    provisioned();
    it.a.next(Mood.COMPLETES_ONLY);
    it.segment().release(order());
    work();
    it.segment().provision(order());
    later(ALMOST);
    assertThat(known().dataPlane()).isNotEqualTo(DataPlane.ACTIVE);
    it.a.strip();
    later(MOMENT);
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
  }

  /** One element out of four that gives no answer does not keep the other three up. */
  @Test
  void anOfficersCutIsMadeWhereverAnElementAnswersAndElsewhereAsSoonAsItDoes() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.b.reachable(false);
    it.provider().cut(one, INTRUSION);
    work();
    assertThat(it.a.items()).isEmpty();
    assertThat(known().problem())
        .isEqualTo(INTRUSION + "; not down yet: B cannot be read: no session");
    carriedOutLate();
    it.b.reachable(true);
    it.bean(Reconciler.class).retry("B"); // as when it is connected again
    work();
    assertThat(it.b.items()).isEmpty();
    assertThat(known()).returns(false, Report.Known::released);
    later(ALMOST);
    assertThat(known()).returns(false, Report.Known::released);
    later(MOMENT);
    isGone();
    assertThat(known().problem()).isEqualTo(INTRUSION);
  }

  /** Somebody else's circuit may be where ours was when the first of two deletes comes at last. */
  @Test
  void whatWasToldToGoIsNotToldAgainBeforeItCannotGoAnyMore() {
    provisioned();
    it.b.next(Mood.SILENT);
    it.segment().terminate(order());
    work();
    it.bean(Reconciler.class).retry("B"); // as when it is connected again
    later(ALMOST);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4", "delete CRS 3-4");
    assertThat(known()).returns(false, Report.Known::released);
    later(MOMENT);
    isGone();
    assertThat(it.b.edits()).endsWith("delete CRS 3-4", "delete CRS 3-4");
  }

  @Test
  void whatMayComeYetIsWaitedForThoughWeDieAfterTheCut() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.provider().cut(one, INTRUSION);
    work();
    restart();
    later(ALMOST);
    assertThat(known()).returns(false, Report.Known::released);
    carriedOutLate();
    later(MOMENT);
    isGone();
  }

  @Test
  void whatIsReleasedInDoubtAndPermittedAgainIsSetUpWhenItsEffectHasCome() {
    it.b.next(Mood.SILENT);
    provisioned();
    it.segment().release(order());
    work();
    it.segment().provision(order());
    later(ALMOST);
    assertThat(it.a.items()).isEmpty();
    carriedOutLate();
    later(MOMENT);
    assertThat(known()).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
    assertThat(it.b.edits()).containsExactly("create CRS 3-4");
  }

  private void isGone() {
    assertThat(known()).returns(true, Report.Known::released);
    assertThat(it.a.items()).isEmpty();
    assertThat(it.b.items()).isEmpty();
  }

  private void carriedOutLate() {
    it.b.put(new Item("B", "CRS", "3-4", CircuitName.of(one.value(), 1)));
  }

  private void provisioned() {
    var schedule = new Schedule(it.now(), it.now().plus(Duration.ofHours(1)));
    it.segment().reserve(new Reserve(it.requester(), one, 1, it.greedy(schedule), it.heldBy(one)));
    it.segment().commit(order());
    it.segment().provision(order());
    work();
  }

  private Order order() {
    return new Order(it.requester(), one, 1);
  }

  private Report.Known known() {
    return (Report.Known) it.segment().query(it.requester(), one);
  }

  /** Second by second, so that nothing that falls due on the way is missed. */
  private void later(Duration by) {
    for (var second = 0; second < by.toSeconds(); second++) {
      it.advance(Duration.ofSeconds(1));
      work();
    }
  }

  /** What due work schedules is due in the next round. */
  private void work() {
    for (var round = 0; round < 3; round++) {
      try {
        DueWork.run(it.bean(Scheduler.class));
      } catch (Throwable e) {
        return; // it died, and is restarted by the test
      }
    }
  }

  private void restart() {
    it.restart();
    // by hand there is no start of the scheduler, which does this
    it.bean(JdbcClient.class).sql("update scheduled_tasks set picked = false").update();
  }
}
