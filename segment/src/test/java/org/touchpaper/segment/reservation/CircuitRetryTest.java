package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionCommand;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
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

  private ConnectionCommand command() {
    return new ConnectionCommand(underTest.requester(), connectionId, 1);
  }
}
