package org.touchpaper.harc.rm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.harc.rm.RunningResourceManager.decide;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ResourceState.PartState;
import org.touchpaper.harc.client.ResourceTimetable;
import org.touchpaper.harc.client.TimetableQuestion;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Vote;

/** A store as a whole service, which a HARC client asks for some of its tape. */
class GenericResourceManagerTest {

  private final Instant start = Instant.parse("2026-12-01T21:00:00Z");
  private final Instant end = start.plusSeconds(3600);

  private Action.Make tape(String ident, int amount) {
    return new Action.Make(
        ident, new Action.Schedule(start, end), new Action.Units("store", "tape", amount));
  }

  @Test
  void votesIsUpInItsTimeAndEnds() throws Exception {
    try (var store = RunningResourceManager.store()) {
      store.clock.set(start.minusSeconds(60));
      var prepare = store.prepare("t.1", tape("a", 300));
      store.fromA1().prepare(prepare);
      assertThat(voteOn(prepare, store)).isEqualTo(Vote.Choice.PREPARED);
      var rival = store.prepare("t.2", tape("b", 300));
      store.fromA1().prepare(rival);
      assertThat(voteOn(rival, store)).isEqualTo(Vote.Choice.ABORTED);

      for (var time = 1; time <= 2; time++) {
        store.fromA1().decide(decide(prepare, Decision.COMMIT));
      }
      store.awaitQuiet();
      store.restart();
      assertThat(steps(store)).containsExactly(200, 500);
      store.clock.set(start);
      assertThat(stateOf(prepare, store)).isEqualTo(PartState.ACTIVE);
      store.clock.set(end);
      assertThat(stateOf(prepare, store)).isEqualTo(PartState.ENDED);
    }
  }

  private static Vote.Choice voteOn(Message.Prepare prepare, RunningResourceManager store)
      throws InterruptedException {
    var votes = store.acceptors.awaitVotes(prepare.record().id()).getFirst().votes();
    return Objects.requireNonNull(votes.get(store.name())).choice();
  }

  private static PartState stateOf(Message.Prepare prepare, RunningResourceManager store)
      throws Exception {
    return store.fromBar().query(prepare.record().id()).parts().getFirst().state();
  }

  private List<Integer> steps(RunningResourceManager store) throws Exception {
    var question = TimetableQuestion.free("store/tape", start, end.plusSeconds(3600));
    return store.fromBar().timetable(question).steps().stream()
        .map(ResourceTimetable.Step::free)
        .toList();
  }
}
