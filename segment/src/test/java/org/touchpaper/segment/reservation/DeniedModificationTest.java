package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.platform.schedule.DueTasks;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.ScriptedElement.Reaction;
import org.touchpaper.segment.reconcile.Reconciler;

/**
 * A modification that an element denies does not end the running circuit: the previous version is
 * restored and reported, and interrupted for further attempts only rarely.
 */
class DeniedModificationTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration DOUBTFUL = Duration.ofSeconds(60);

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private final InMemorySegment underTest =
      new InMemorySegment(
          InMemorySegment.MANUAL_SCHEDULE, "--touchpaper.segment.missing-item-grace=1m");
  private final Schedule hour = new Schedule(underTest.now(), underTest.now().plus(HOUR));
  private final Schedule longer =
      new Schedule(underTest.now(), underTest.now().plus(HOUR.multipliedBy(2)));

  @AfterEach
  void close() {
    underTest.close();
  }

  @Test
  void thePreviousVersionRunsOnAndRetriesBecomeRarer() {
    denyChangeAndVerifyFallback();
    var edits = underTest.b.edits().size();
    underTest.advanceBySeconds(MINUTE.minusSeconds(1));
    assertThat(underTest.b.edits()).hasSize(edits);

    underTest.b.queueReactions(Reaction.COMPLETES, Reaction.DENIES);
    underTest.advanceBySeconds(Duration.ofSeconds(1));
    assertVersionOneIsUp();
    assertThat(underTest.b.edits()).hasSize(edits + 3); // deleted, denied, created again
    assertThat(countBookings()).isEqualTo(2);

    underTest.advanceBySeconds(MINUTE.multipliedBy(2));
    assertVersionTwoIsUp();
  }

  /** One element cannot be read, so none was edited for the change. */
  @Test
  void elementsNotEditedForTheChangeAreNotEditedForTheFallback() {
    reserveAndCommit(1, underTest.fullCapacityCriteria(hour));
    underTest.b.makeUnreadable(Set.of(new ConfigItem.Key("CRS", "3-4")));
    reserveAndCommit(2, underTest.limited(500, hour));
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVATING, ConnectionReport.Known::dataPlane);
    underTest.b.makeUnreadable(Set.of());
    underTest.advanceBySeconds(Duration.ofSeconds(10));
    assertVersionOneIsUp();
    assertThat(underTest.a.edits()).containsExactly("create CRS 1-2");
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
    underTest.advanceBySeconds(MINUTE);
    assertVersionTwoIsUp();
  }

  @Test
  void theFallbackSurvivesARestart() {
    denyChangeAndVerifyFallback();
    underTest.restart();
    underTest.bean(JdbcClient.class).sql("update scheduled_tasks set picked = false").update();
    var edits = underTest.b.edits().size();
    underTest.segment().provision(command(2));
    underTest.runDueTasks();
    assertVersionOneIsUp();
    assertThat(underTest.b.edits()).hasSize(edits);
    underTest.advanceBySeconds(MINUTE);
    assertVersionTwoIsUp();
  }

  /** Lost items are recreated as in the fallback version. */
  @Test
  void aFallbackIsRepairedAsTheFallbackVersion() {
    denyChangeAndVerifyFallback();
    underTest.a.restartEmpty();
    underTest.bean(Reconciler.class).sweep();
    underTest.runDueTasks();
    assertVersionOneIsUp();
    assertThat(underTest.a.edits()).endsWith("create CRS 1-2", "create CRS 1-2");
  }

  @Test
  void aFallbackMayBeImpaired() {
    denyChangeAndVerifyFallback();
    var item = underTest.a.items().getFirst();
    underTest.a.removeAll();
    underTest.bean(Reconciler.class).sweep();
    assertThat(underTest.known(connectionId).problem())
        .startsWith("runs as version 1; ")
        .contains("; impaired: CRS 1-2");
    underTest.a.put(item);
    underTest.bean(Reconciler.class).sweep();
    assertVersionOneIsUp();
    assertThat(underTest.known(connectionId).problem()).doesNotContain("impaired");
  }

  @Test
  void aDeniedChangeThatWasUncertainIsUndone() {
    reserveAndCommit(1, underTest.fullCapacityCriteria(hour));
    underTest.b.queueReactions(Reaction.COMPLETES, Reaction.SILENT);
    reserveAndCommit(2, underTest.limited(500, hour));
    underTest.b.queueReactions(Reaction.DENIES);
    underTest.advanceBySeconds(DOUBTFUL);
    assertVersionOneIsUp();
  }

  /** Another circuit may have the place from the end of the earlier version on. */
  @Test
  void aFallbackEndsAtItsOwnEnd() {
    denyChangeAndVerifyFallback(longer);
    underTest.advance(HOUR);
    underTest.b.queueReactions(
        Reaction.COMPLETES,
        Reaction.DENIES,
        Reaction.DENIES,
        Reaction.DENIES); // for the tasks due now
    DueTasks.run(underTest.bean(Scheduler.class));
    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.b.items()).isEmpty();
    assertThat(underTest.known(connectionId).problem()).contains("SROF").doesNotContain("runs as");
    underTest.advanceBySeconds(MINUTE);
    assertVersionTwoIsUp();
  }

  @Test
  void aFallbackIsRemovedAtItsEndDespiteAConflictOfTheChange() {
    denyChangeAndVerifyFallback(longer);
    var foreign = new ConfigItem("B", "CRS", "3-4", "NIGHTLY-BACKUP");
    underTest.b.removeAll();
    underTest.b.put(foreign);
    underTest.advanceBySeconds(MINUTE);
    assertThat(underTest.known(connectionId).problem()).contains("NIGHTLY-BACKUP");
    assertThat(underTest.a.items()).hasSize(1);

    underTest.advanceBySeconds(HOUR);
    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.b.items()).containsExactly(foreign);
    assertThat(underTest.known(connectionId).problem())
        .contains("NIGHTLY-BACKUP")
        .doesNotContain("runs as");
  }

  /** It may carry traffic: the process that set it up died before it recorded that. */
  @Test
  void aPartialChangeStaysWhileAnElementIsUnreadable() {
    denyChangeAndVerifyFallback(longer);
    underTest.advance(HOUR);
    var changed =
        new ConfigItem(
            "A",
            "CRS",
            "1-2",
            CircuitNameFormat.of(connectionId.value(), 2),
            Map.of("RATE", "500"));
    underTest.a.removeAll();
    underTest.a.put(changed);
    underTest.b.reachable(false);
    DueTasks.run(underTest.bean(Scheduler.class));
    assertThat(underTest.a.items()).containsExactly(changed);
    underTest.b.reachable(true);
    underTest.advanceBySeconds(MINUTE);
    assertVersionTwoIsUp();
  }

  @Test
  void aFallbackComesDownAtTheEndWithoutAProblem() {
    denyChangeAndVerifyFallback();
    underTest.segment().terminate(command(2));
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId))
        .returns(true, ConnectionReport.Known::released)
        .returns(null, ConnectionReport.Known::problem)
        .returns(DataPlaneState.INACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.b.items()).isEmpty();
    assertThat(countBookings()).isZero();
  }

  @Test
  void aLaterChangeIsMadeAtOnce() {
    denyChangeAndVerifyFallback();
    reserveAndCommit(3, underTest.limited(700, hour));
    assertUpAs(3, Map.of("RATE", "700"));
  }

  private void denyChangeAndVerifyFallback() {
    denyChangeAndVerifyFallback(hour);
  }

  private void denyChangeAndVerifyFallback(Schedule next) {
    reserveAndCommit(1, underTest.fullCapacityCriteria(hour));
    underTest.b.queueReactions(Reaction.COMPLETES, Reaction.DENIES);
    reserveAndCommit(2, underTest.limited(500, next));
    assertVersionOneIsUp();
    assertThat(underTest.known(connectionId).problem()).contains("create CRS 3-4 on B", "SROF");
    assertThat(countBookings()).isEqualTo(2);
  }

  /** The binding version is not up, so the holder is not notified that it is. */
  private void assertVersionOneIsUp() {
    assertActive(1, Map.of());
    assertThat(underTest.known(connectionId))
        .returns(2, ConnectionReport.Known::version)
        .returns(DataPlaneState.ACTIVATING, ConnectionReport.Known::dataPlane);
    assertThat(underTest.known(connectionId).problem())
        .startsWith("runs as version 1; version 2 is tried again at 2026");
  }

  private void assertVersionTwoIsUp() {
    assertUpAs(2, Map.of("RATE", "500"));
  }

  private void assertUpAs(int version, Map<String, String> limits) {
    assertActive(version, limits);
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane)
        .returns(null, ConnectionReport.Known::problem);
    assertThat(countBookings()).isOne();
  }

  private void assertActive(int version, Map<String, String> limits) {
    var name = CircuitNameFormat.of(connectionId.value(), version);
    assertThat(underTest.a.items())
        .containsExactly(new ConfigItem("A", "CRS", "1-2", name, limits));
    assertThat(underTest.b.items())
        .containsExactly(new ConfigItem("B", "CRS", "3-4", name, limits));
  }

  private int countBookings() {
    return underTest
        .bean(JdbcClient.class)
        .sql("select count(*) from wire")
        .query(Integer.class)
        .single();
  }

  private void reserveAndCommit(int version, Criteria criteria) {
    var request =
        new ReserveRequest(
            underTest.requester(), connectionId, version, criteria, underTest.heldBy(connectionId));
    assertThat(underTest.segment().reserve(request)).isInstanceOf(ReserveResult.Held.class);
    underTest.segment().commit(command(version));
    underTest.segment().provision(command(version));
    underTest.runDueTasks();
  }

  private ConnectionVersionRequest command(int version) {
    return new ConnectionVersionRequest(underTest.requester(), connectionId, version);
  }
}
