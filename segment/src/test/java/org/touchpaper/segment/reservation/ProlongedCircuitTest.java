package org.touchpaper.segment.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.element.CircuitNameFormat;
import org.touchpaper.segment.element.ConfigItem;
import org.touchpaper.segment.kit.ScriptedElement.Reaction;

/**
 * A version that only moves the end keeps the items and their name: an experiment that is prolonged
 * is not interrupted.
 */
class ProlongedCircuitTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SETTLED = Duration.ofSeconds(61);

  private final ConnectionId connectionId = new ConnectionId(UUID.randomUUID());
  private final InMemorySegment underTest = new InMemorySegment(InMemorySegment.MANUAL_SCHEDULE);
  private final Schedule hour = new Schedule(underTest.now(), underTest.now().plus(HOUR));
  private final Schedule longer =
      new Schedule(underTest.now(), underTest.now().plus(HOUR.multipliedBy(2)));

  @AfterEach
  void close() {
    underTest.close();
  }

  @Test
  void anActiveCircuitIsNotEditedAndEndsAtItsNewEnd() {
    reserveAndCommit(1, hour);
    underTest.runDueTasks();
    reserveAndCommit(2, longer);
    underTest.runDueTasks();
    assertUnchanged();
    underTest.advance(HOUR);
    underTest.runDueTasks();
    assertUnchanged();
    underTest.advance(HOUR);
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId)).returns(true, ConnectionReport.Known::released);
    assertThat(underTest.a.items()).isEmpty();
    assertThat(underTest.b.items()).isEmpty();
  }

  @Test
  void aProlongationHeldBeforeTheStartMayBeCommittedAfterIt() {
    reserveHeld(1, hour);
    underTest.segment().commit(command(1));
    reserveHeld(2, longer);
    underTest.segment().provision(command(1));
    underTest.runDueTasks();
    underTest.segment().commit(command(2));
    underTest.runDueTasks();
    assertUnchanged();
  }

  @Test
  void aProlongationCommittedDuringSetUpContinuesTheSetUp() {
    underTest.b.queueReactions(Reaction.SILENT);
    reserveAndCommit(1, hour);
    underTest.runDueTasks();
    reserveAndCommit(2, longer);
    underTest.runDueTasks();
    underTest.b.put(
        new ConfigItem(
            "B", "CRS", "3-4", CircuitNameFormat.of(connectionId.value(), 1))); // carried out late
    underTest.advance(SETTLED);
    underTest.runDueTasks();
    assertUnchanged();
  }

  /** The requirement to work does not make it another item. */
  @Test
  void anItemRecordedWithoutTheWorksAttributeIsNotEdited() {
    reserveAndCommit(1, hour);
    underTest.runDueTasks();
    recordWorksAttribute();
    reserveAndCommit(2, longer);
    underTest.runDueTasks();
    assertUnchanged();
  }

  /** A prolonged circuit does not count as a previous version, even if it cannot be read. */
  @Test
  void aProlongedCircuitStaysDespiteAnUnreadableElement() {
    prolongBeyondOldEndWhileBUnreachable();
    underTest.runDueTasks();
    assertThat(underTest.known(connectionId).problem()).contains("B");
    assertThat(underTest.a.edits()).containsExactly("create CRS 1-2");
    underTest.b.reachable(true);
    underTest.advanceBySeconds(SETTLED);
    assertUnchanged();
  }

  /** It may carry traffic elsewhere, and it is still booked. */
  @Test
  void aProlongedCircuitStaysDespiteAConflictElsewhere() {
    prolongBeyondOldEndWhileBUnreachable();
    underTest.b.reachable(true);
    underTest.b.put(new ConfigItem("B", "CRS", "3-4", "SOMEBODY"));
    underTest.advanceBySeconds(SETTLED);
    assertThat(underTest.known(connectionId).problem()).contains("SOMEBODY");
    assertThat(underTest.a.edits()).containsExactly("create CRS 1-2");
  }

  private void prolongBeyondOldEndWhileBUnreachable() {
    reserveAndCommit(1, hour);
    underTest.runDueTasks();
    recordWorksAttribute();
    underTest.b.reachable(false);
    reserveAndCommit(2, longer);
    underTest.runDueTasks();
    underTest.advance(HOUR);
  }

  private void recordWorksAttribute() {
    underTest
        .bean(JdbcClient.class)
        .sql("update segment_item set attributes = attributes || array['WORKS', 'YES']")
        .update();
  }

  /** A circuit that is down has no name to keep: late effects are not mistaken for the new one. */
  @Test
  void aCircuitThatWasDownComesUpUnderANewName() {
    reserveAndCommit(1, hour);
    underTest.runDueTasks();
    underTest.segment().release(command(1));
    underTest.runDueTasks();
    reserveAndCommit(2, longer);
    underTest.runDueTasks();
    assertThat(underTest.a.items())
        .extracting(ConfigItem::owner)
        .containsExactly(CircuitNameFormat.of(connectionId.value(), 2));
  }

  private void assertUnchanged() {
    assertThat(underTest.known(connectionId))
        .returns(2, ConnectionReport.Known::version)
        .returns(DataPlaneState.ACTIVE, ConnectionReport.Known::dataPlane);
    assertThat(underTest.a.edits()).containsExactly("create CRS 1-2");
    assertThat(underTest.b.edits()).containsExactly("create CRS 3-4");
    assertThat(underTest.a.items())
        .extracting(ConfigItem::owner)
        .containsExactly(CircuitNameFormat.of(connectionId.value(), 1));
  }

  private void reserveHeld(int version, Schedule schedule) {
    var request =
        new ReserveRequest(
            underTest.requester(),
            connectionId,
            version,
            underTest.fullCapacityCriteria(schedule),
            underTest.heldBy(connectionId));
    assertThat(underTest.segment().reserve(request)).isInstanceOf(ReserveResult.Held.class);
  }

  private void reserveAndCommit(int version, Schedule schedule) {
    reserveHeld(version, schedule);
    underTest.segment().commit(command(version));
    underTest.segment().provision(command(version));
  }

  private ConnectionVersionRequest command(int version) {
    return new ConnectionVersionRequest(underTest.requester(), connectionId, version);
  }
}
