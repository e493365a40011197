package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.kit.ScriptedElement.Reaction;

/** Failed work is retried until it succeeds: there is always a row for it. */
class CircuitRetryTest {

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private final InMemorySegment underTest = new InMemorySegment(InMemorySegment.MANUAL_SCHEDULE);

  @BeforeEach
  void up() {
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
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId))
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
  }

  @AfterEach
  void close() {
    underTest.close();
  }

  /**
   * The retry row found everything in order and still reads alarms when the end comes and fails
   * once.
   */
  @Test
  void aRunningRetryDoesNotCountAsScheduled() {
    retry();
    sql("update scheduled_tasks set picked = true where task_instance = ?");
    failToTakeDown();
    sql("delete from scheduled_tasks where task_instance = ?");
    underTest.advance(Duration.ofSeconds(1));
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId)).returns(true, ConnectionReport.Known::released);
    assertThat(countRetries()).isZero();
  }

  @Test
  void oneRowRetriesHoweverManyRequestIt() {
    retry();
    retry();
    failToTakeDown();
    assertThat(countRetries()).isOne();
    underTest.advance(Duration.ofSeconds(1));
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId)).returns(true, ConnectionReport.Known::released);
    assertThat(countRetries()).isZero();
  }

  @Test
  void anEarlierRetryMovesTheScheduledOne() {
    retryAfter(Duration.ofMinutes(1));
    failToTakeDown();
    assertThat(countRetries()).isOne();
    underTest.advance(Duration.ofSeconds(1));
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId)).returns(true, ConnectionReport.Known::released);
    assertThat(countRetries()).isZero();
  }

  /** The library reads the row, waits for the picker's lock, and then finds another version. */
  @Test
  void aRetryThatBeginsWhileItIsMovedCausesANewRetry() throws Exception {
    retryAfter(Duration.ofMinutes(1));
    try (var picker = underTest.bean(DataSource.class).getConnection();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      picker.setAutoCommit(false);
      try (var pick = picker.createStatement()) {
        pick.executeUpdate(
            "update scheduled_tasks set picked = true, version = version + 1"
                + " where task_instance = '"
                + SegmentTaskScheduler.retryName(connectionId.value())
                + "'");
      }
      var request = threads.submit(this::retry);
      Awaitility.await().until(this::isSomebodyWaitingForALock);
      picker.commit();
      request.get();
    }
    assertThat(countRetries()).as("the request has a row of its own").isEqualTo(2);
  }

  private boolean isSomebodyWaitingForALock() {
    return underTest
            .bean(JdbcClient.class)
            .sql(
                "select count(*) from pg_stat_activity where datname = current_database()"
                    + " and wait_event_type = 'Lock'")
            .query(Long.class)
            .single()
        > 0;
  }

  private void retry() {
    retryAfter(Duration.ofMillis(500));
  }

  private void retryAfter(Duration pause) {
    underTest
        .bean(SegmentTaskScheduler.class)
        .scheduleRetry(connectionId.value(), underTest.now().plus(pause));
  }

  private void failToTakeDown() {
    underTest.b.queueReactions(Reaction.DENIES);
    underTest.segment().terminate(command());
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId))
        .returns(false, ConnectionReport.Known::released)
        .returns(DataPlaneState.DEACTIVATING, ConnectionReport.Known::dataPlane);
  }

  private void sql(String change) {
    var changed =
        underTest
            .bean(JdbcClient.class)
            .sql(change)
            .param(SegmentTaskScheduler.retryName(connectionId.value()))
            .update();
    assertThat(changed).isOne();
  }

  private long countRetries() {
    return underTest
        .bean(JdbcClient.class)
        .sql("select count(*) from scheduled_tasks where task_instance like ?")
        .param(SegmentTaskScheduler.retryName(connectionId.value()) + "%")
        .query(Long.class)
        .single();
  }

  private ConnectionVersionRequest command() {
    return new ConnectionVersionRequest(underTest.requester(), connectionId, 1);
  }
}
