package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.kit.ScriptedElement.Mood;

/** What did not succeed is tried again until it does: there is always a row that sees to it. */
class RetryTest {

  private final ConnectionId one = new ConnectionId(UUID.randomUUID());
  private final WireSegment it = new WireSegment(WireSegment.BY_HAND);

  @BeforeEach
  void up() {
    var schedule = new Schedule(it.now(), it.now().plus(Duration.ofHours(1)));
    it.segment().reserve(new Reserve(it.requester(), one, 1, it.greedy(schedule), it.heldBy(one)));
    it.segment().commit(order());
    it.segment().provision(order());
    it.work();
    assertThat(it.known(one)).returns(DataPlane.ACTIVE, Report.Known::dataPlane);
  }

  @AfterEach
  void close() {
    it.close();
  }

  /** It found all as it shall be, and reads alarms yet, when the end comes and fails once. */
  @Test
  void aRetryThatIsAboutToGoIsNotTakenForOneThatIsToCome() {
    retry();
    sql("update scheduled_tasks set picked = true where task_instance = ?");
    failsToEnd();
    sql("delete from scheduled_tasks where task_instance = ?");
    it.advance(Duration.ofSeconds(1));
    it.work();
    assertThat(it.known(one)).returns(true, Report.Known::released);
    assertThat(retries()).isZero();
  }

  @Test
  void howeverManyRowsFindThatItMustBeRetriedOneDoes() {
    retry();
    retry();
    failsToEnd();
    assertThat(retries()).isOne();
    it.advance(Duration.ofSeconds(1));
    it.work();
    assertThat(it.known(one)).returns(true, Report.Known::released);
    assertThat(retries()).isZero();
  }

  @Test
  void whatMustBeRetriedSoonerDoesNotWaitForARowThatIsFarOff() {
    retryAfter(Duration.ofMinutes(1));
    failsToEnd();
    assertThat(retries()).isOne();
    it.advance(Duration.ofSeconds(1));
    it.work();
    assertThat(it.known(one)).returns(true, Report.Known::released);
    assertThat(retries()).isZero();
  }

  private void retry() {
    retryAfter(Duration.ofMillis(500));
  }

  private void retryAfter(Duration pause) {
    it.bean(DueRows.class).retry(one.value(), it.now().plus(pause));
  }

  private void failsToEnd() {
    it.b.next(Mood.DENIES);
    it.segment().terminate(order());
    it.work();
    assertThat(it.known(one))
        .returns(false, Report.Known::released)
        .returns(DataPlane.DEACTIVATING, Report.Known::dataPlane);
  }

  private void sql(String change) {
    var changed =
        it.bean(JdbcClient.class).sql(change).param(DueRows.retryName(one.value())).update();
    assertThat(changed).isOne();
  }

  private long retries() {
    return it.bean(JdbcClient.class)
        .sql("select count(*) from scheduled_tasks where task_instance like ?")
        .param(DueRows.retryName(one.value()) + "%")
        .query(Long.class)
        .single();
  }

  private Order order() {
    return new Order(it.requester(), one, 1);
  }
}
