package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.ResourceTimetableQuery;
import org.touchpaper.harc.client.model.HarcAction;
import org.touchpaper.harc.client.model.ResourceManagerTransactionStatus.BookingState;
import org.touchpaper.harc.client.model.ResourceTimetable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.Vote;

/** A store as a complete service; a HARC client books some of its tape. */
class GenericResourceManagerTest {

  private final Instant start = Instant.parse("2026-12-01T21:00:00Z");
  private final Instant end = start.plusSeconds(3600);

  private HarcAction.Make tape(String bookingId, int amount) {
    return new HarcAction.Make(
        bookingId,
        new HarcAction.Schedule(start, end),
        new HarcAction.ResourceUnits("store", "tape", amount));
  }

  @Test
  void votesBecomesActiveAndEnds() throws Exception {
    try (var store = RunningResourceManager.store()) {
      store.clock.set(start.minusSeconds(60));
      var prepare = store.prepare("t.1", tape("a", 300));
      store.clientOfA1().prepare(prepare);
      assertThat(voteOn(prepare, store)).isEqualTo(Vote.Choice.PREPARED);
      var rival = store.prepare("t.2", tape("b", 300));
      store.clientOfA1().prepare(rival);
      assertThat(voteOn(rival, store)).isEqualTo(Vote.Choice.ABORTED);

      for (var time = 1; time <= 2; time++) {
        store.clientOfA1().decide(decide(prepare, Decision.COMMIT));
      }
      store.awaitIdle();
      store.restart();
      assertThat(steps(store)).containsExactly(200, 500);
      store.clock.set(start);
      assertThat(stateOf(prepare, store)).isEqualTo(BookingState.ACTIVE);
      store.clock.set(end);
      assertThat(stateOf(prepare, store)).isEqualTo(BookingState.ENDED);
    }
  }

  private static Vote.Choice voteOn(Message.Prepare prepare, RunningResourceManager store)
      throws InterruptedException {
    var votes = store.acceptors.awaitVotes(prepare.record().id()).getFirst().votes();
    return Objects.requireNonNull(votes.get(store.name())).choice();
  }

  private static BookingState stateOf(Message.Prepare prepare, RunningResourceManager store)
      throws Exception {
    return store.clientOfBar().queryStatus(prepare.record().id()).bookings().getFirst().state();
  }

  private List<Integer> steps(RunningResourceManager store) throws Exception {
    var question = ResourceTimetableQuery.forDisplay("store/tape", start, end.plusSeconds(3600));
    return store.clientOfBar().timetable(question).steps().stream()
        .map(ResourceTimetable.Step::free)
        .toList();
  }
}
