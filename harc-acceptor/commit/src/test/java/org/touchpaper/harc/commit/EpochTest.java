package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/** Who lost its memory may come back, but not into what it may have promised something in. */
class EpochTest {
  private static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");
  private static final Caller ADA = new Caller("ada", "ucl", List.of(), "scientist", "c");

  /** Lost its journal, and was initialised anew for the second set. */
  private final Member a3 = Member.fresh(new Member.Self("a3", 2, Timing.DEFAULT));

  private static Request request(int epoch, String... acceptors) {
    return Request.of(
        new TransactionId("t"),
        List.of(acceptors),
        epoch,
        NOW.plusSeconds(5),
        ADA,
        List.of(new Actions("rm1", "<x/>")));
  }

  private List<Effect> on(Event event) {
    return a3.on(event, NOW).effects();
  }

  private static Event from(String peer, Message.ForAcceptor message) {
    return new Event.Received(message, peer);
  }

  @Test
  void whatBeganBeforeItsMemoryIsNoneOfItsBusiness() {
    var old = request(1, "a1", "a2", "a3");
    var record = old.record();
    assertThat(on(from("a1", new Message.Enlist(record, "a1")))).isEmpty();
    var vote = Map.of("rm1", Vote.prepared(""));
    assertThat(on(from("rm1", new Message.Phase2a(record, Ballot.ZERO, vote, "a1")))).isEmpty();
    assertThat(on(from("a2", new Message.Phase1a(record, new Ballot(4), "a2")))).isEmpty();
    assertThat(on(from("a1", new Message.Decided(record, Decision.COMMIT, vote)))).isEmpty();
  }

  /** Others may know its end: it must not sound like an answer. */
  @Test
  void itNeitherBeginsNorJudgesIt() {
    var unknown = new Effect.Answer(new TransactionId("t"), Knowledge.of(Outcome.UNKNOWN));
    for (var request : List.of(request(1, "a1", "a2", "a3"), request(2, "a1", "a2", "a4"))) {
      assertThat(on(new Event.Begun(request, Set.of()))).containsExactly(unknown);
      assertThat(on(new Event.Asked(request.record().id(), request.record())))
          .containsExactly(unknown);
    }
  }

  @Test
  void itTakesPartInItsOwnSetAndInLaterOnes() {
    for (var epoch : List.of(2, 3)) {
      var record = request(epoch, "a1", "a2", "a3").record();
      assertThat(on(from("a1", new Message.Enlist(record, "a1"))))
          .contains(new Effect.Send("a1", new Message.Enlisted(record, "a3", "a1", true)));
    }
  }
}
