package org.touchpaper.segment.reservation;

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
import org.touchpaper.platform.crash.KilledError;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.ScriptedElement.Reaction;
import org.touchpaper.segment.reconcile.Reconciler;

/**
 * A busy element may carry out a command long after the session is lost. Until that time is over,
 * readings prove nothing: nothing is recreated, and nothing counts as removed. Items to be removed
 * are still deleted at once, wherever they are.
 */
class UncertainEffectOnSegmentTest {

  private static final String INTRUSION = "cut by the security office of the wire: intrusion";
  private static final Duration ALMOST = Duration.ofSeconds(59);
  private static final Duration MOMENT = Duration.ofSeconds(2);

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private InMemorySegment underTest = new InMemorySegment(InMemorySegment.MANUAL_SCHEDULE);

  @AfterEach
  void close() {
    underTest.close();
  }

  @Test
  void anEffectAlmostAMinuteLaterIsFoundAndTheCommandNotResent() {
    underTest.b.queueReactions(Reaction.SILENT);
    reserveCommitAndProvision();
    assertThat(underTest.known(connectionId).problem())
        .contains("outcome unknown")
        .endsWith("; waiting until 2026-12-01T20:01:00Z: the command may still be carried out");
    underTest.advanceBySeconds(ALMOST);
    executeLate();
    underTest.advanceBySeconds(MOMENT);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void theWaitSurvivesARestart() {
    underTest.b.queueReactions(Reaction.SILENT);
    reserveCommitAndProvision();
    underTest.advanceBySeconds(Duration.ofSeconds(30));
    restart();
    underTest.advanceBySeconds(Duration.ofSeconds(29));
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
    executeLate();
    underTest.advanceBySeconds(MOMENT);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
  }

  /** The commands that were sent are unknown, so all of them may still be carried out. */
  @Test
  void aCrashDuringCommandsIsFollowedByTheSameWait() {
    underTest.close();
    underTest =
        new InMemorySegment(
            CrashSwitch.at(new CrashPoint(Moment.BEFORE_SEND, 1)), InMemorySegment.MANUAL_SCHEDULE);
    assertWantedItems();
    assertThatThrownBy(underTest::runDueTasks).isInstanceOf(KilledError.class);
    restart();
    underTest.runDueTasks();
    var sent = underTest.a.edits().size() + underTest.b.edits().size();
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.a.edits().size() + underTest.b.edits().size()).isEqualTo(sent);
    underTest.advanceBySeconds(MOMENT);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
  }

  /** The outcome of the commands is known, so there is nothing to wait for. */
  @Test
  void aDatabaseOutageCausesNoWait() {
    var sql = underTest.bean(JdbcClient.class);
    sql.sql(
            "alter table segment_connection add constraint unavailable check (data_plane <> 'ACTIVE')")
        .update();
    reserveCommitAndProvision();
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVATING, ConnectionReport.Known::dataPlane);
    underTest.advanceBySeconds(MOMENT);
    sql.sql("alter table segment_connection drop constraint unavailable").update();
    underTest.advanceBySeconds(Duration.ofSeconds(5));
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.a.edits()).containsExactly("create CRS 1-2");
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
  }

  /** A reading before a long outage is no evidence after it. */
  @Test
  void anItemLostDuringALongDatabaseOutageIsNotReportedUp() {
    var sql = underTest.bean(JdbcClient.class);
    sql.sql(
            "alter table segment_connection add constraint unavailable check (data_plane <> 'ACTIVE')")
        .update();
    reserveCommitAndProvision();
    underTest.a.restartEmpty();
    underTest.advanceBySeconds(Duration.ofMinutes(1));
    sql.sql("alter table segment_connection drop constraint unavailable").update();
    underTest.advanceBySeconds(Duration.ofMinutes(1));
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.a.edits()).containsExactly("create CRS 1-2", "create CRS 1-2");
    assertThat(underTest.a.items()).hasSize(1);
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
  }

  @Test
  void anUncertainCircuitIsTakenDownAtOnceAndAgainAfterTheEffect() {
    underTest.b.queueReactions(Reaction.SILENT);
    reserveCommitAndProvision();
    underTest.segment().terminate(command());
    underTest.runDueTasks();
    assertThat(underTest.a.edits()).containsExactly("create CRS 1-2", "delete CRS 1-2");
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.DEACTIVATING, ConnectionReport.Known::dataPlane);
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.known(connectionId)).returns(false, ConnectionReport.Known::released);
    executeLate();
    underTest.advanceBySeconds(MOMENT);
    assertGone();
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4", "delete CRS 3-4");
  }

  /**
   * COMPLD is an acceptance: the record is kept until the accepted command cannot take effect any
   * more.
   */
  @Test
  void anAcceptedItemThatAppearsAfterTheCutIsRemoved() {
    underTest.b.queueReactions(Reaction.COMPLETES_WITHOUT_EFFECT);
    reserveCommitAndProvision();
    assertThat(underTest.known(connectionId).problem())
        .contains("B does not read back as written")
        .endsWith("; waiting until 2026-12-01T20:01:00Z: the command may still be carried out");
    underTest.cut(connectionId, "intrusion");
    underTest.runDueTasks();
    assertThat(underTest.a.items()).isEmpty();
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.known(connectionId)).returns(false, ConnectionReport.Known::released);
    executeLate();
    underTest.advanceBySeconds(MOMENT);
    assertGone();
  }

  @Test
  void anAcceptedCreateThatComesLateIsNotResent() {
    underTest.b.queueReactions(Reaction.COMPLETES_WITHOUT_EFFECT);
    reserveCommitAndProvision();
    underTest.advanceBySeconds(ALMOST);
    executeLate();
    underTest.advanceBySeconds(MOMENT);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
  }

  /** The session was lost before the effect could be read. */
  @Test
  void anAcceptedCreateOfALostElementIsAwaitedAfterTheCut() {
    underTest.b.queueReactions(Reaction.COMPLETES_AND_IS_LOST);
    reserveCommitAndProvision();
    underTest.cut(connectionId, "intrusion");
    underTest.b.reachable(true);
    underTest.bean(Reconciler.class).retryWaiting("B"); // as after a new connection
    underTest.runDueTasks();
    assertThat(underTest.a.items()).isEmpty();
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.known(connectionId)).returns(false, ConnectionReport.Known::released);
    executeLate();
    underTest.advanceBySeconds(MOMENT);
    assertGone();
  }

  /** Read earlier, it would count as wanted and up, and disappear a moment later. */
  @Test
  void anItemWithAnUncertainUndoDoesNotCountAsUp() {
    underTest.a.queueReactions(Reaction.COMPLETES, Reaction.COMPLETES_WITHOUT_EFFECT);
    underTest.b.queueReactions(Reaction.DENIES);
    reserveCommitAndProvision();
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVATING, ConnectionReport.Known::dataPlane);
    underTest.a.removeAll(); // the late delete
    underTest.advanceBySeconds(MOMENT);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.a.edits())
        .containsExactly("create CRS 1-2", "delete CRS 1-2", "create CRS 1-2");
  }

  @Test
  void anItemWithAnUncertainReleaseDoesNotCountAsUp() {
    reserveCommitAndProvision();
    underTest.a.queueReactions(Reaction.COMPLETES_WITHOUT_EFFECT);
    underTest.segment().release(command());
    underTest.runDueTasks();
    underTest.segment().provision(command());
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.known(connectionId).dataPlane()).isNotEqualTo(DataPlaneState.ACTIVE);
    underTest.a.removeAll();
    underTest.advanceBySeconds(MOMENT);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
  }

  /** An unreachable element does not keep the others up. */
  @Test
  void aCutActsOnReachableElementsAtOnceAndOnOthersLater() {
    underTest.b.queueReactions(Reaction.SILENT);
    reserveCommitAndProvision();
    underTest.b.reachable(false);
    underTest.cut(connectionId, "intrusion");
    underTest.runDueTasks();
    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.known(connectionId).problem())
        .isEqualTo(INTRUSION + "; not taken down yet: B cannot be read: no session");
    executeLate();
    underTest.b.reachable(true);
    underTest.bean(Reconciler.class).retryWaiting("B"); // as after a new connection
    underTest.runDueTasks();
    assertThat(underTest.b.items()).isEmpty();
    assertThat(underTest.known(connectionId)).returns(false, ConnectionReport.Known::released);
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.known(connectionId)).returns(false, ConnectionReport.Known::released);
    underTest.advanceBySeconds(MOMENT);
    assertGone();
    assertThat(underTest.known(connectionId).problem()).isEqualTo(INTRUSION);
  }

  /** Another circuit may have the place when the first of two deletes finally acts. */
  @Test
  void anUncertainDeleteIsNotResentUntilItsTimeIsOver() {
    reserveCommitAndProvision();
    underTest.b.queueReactions(Reaction.SILENT);
    underTest.segment().terminate(command());
    underTest.runDueTasks();
    underTest.bean(Reconciler.class).retryWaiting("B"); // as after a new connection
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4", "delete CRS 3-4");
    assertThat(underTest.known(connectionId)).returns(false, ConnectionReport.Known::released);
    underTest.advanceBySeconds(MOMENT);
    assertGone();
    assertThat(underTest.b.edits()).endsWith("delete CRS 3-4", "delete CRS 3-4");
  }

  @Test
  void anUncertainEffectIsAwaitedDespiteACrashAfterTheCut() {
    underTest.b.queueReactions(Reaction.SILENT);
    reserveCommitAndProvision();
    underTest.cut(connectionId, "intrusion");
    underTest.runDueTasks();
    restart();
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.known(connectionId)).returns(false, ConnectionReport.Known::released);
    executeLate();
    underTest.advanceBySeconds(MOMENT);
    assertGone();
  }

  @Test
  void anUncertainCircuitProvisionedAgainIsSetUpAfterTheEffect() {
    underTest.b.queueReactions(Reaction.SILENT);
    reserveCommitAndProvision();
    underTest.segment().release(command());
    underTest.runDueTasks();
    underTest.segment().provision(command());
    underTest.advanceBySeconds(ALMOST);
    assertThat(underTest.a.items()).isEmpty();
    executeLate();
    underTest.advanceBySeconds(MOMENT);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
  }

  private void assertGone() {
    assertThat(underTest.known(connectionId)).returns(true, ConnectionReport.Known::released);
    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.b.items()).isEmpty();
  }

  private void executeLate() {
    underTest.b.put(
        new ConfigItem("B", "CRS", "3-4", CircuitNameFormat.of(connectionId.value(), 1)));
  }

  private void reserveCommitAndProvision() {
    assertWantedItems();
    underTest.runDueTasks();
  }

  private void assertWantedItems() {
    var schedule = new Schedule(underTest.now(), underTest.now().plus(Duration.ofHours(1)));
    underTest
        .segment()
        .reserve(
            new ReserveRequest(
                underTest.requester(),
                connectionId,
                1,
                underTest.fullCapacityCriteria(schedule),
                underTest.heldBy(connectionId)));
    underTest.segment().commit(command());
    underTest.segment().provision(command());
  }

  private ConnectionVersionRequest command() {
    return new ConnectionVersionRequest(underTest.requester(), connectionId, 1);
  }

  private void restart() {
    underTest.restart();
    // manual scheduling lacks the start of the scheduler, which does this
    underTest.bean(JdbcClient.class).sql("update scheduled_tasks set picked = false").update();
  }
}
