package org.touchpaper.harc.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.commit.VoterEffect.Send;

/** Whom a resource manager tells its vote, and who of them may hear it a moment later. */
class ResourceManagerTest {
  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");
  private static final Request REQUEST =
      Request.of(
          new TransactionId("t"),
          List.of("a1", "a2", "a3", "a4", "a5"),
          1,
          NOW.plusSeconds(5),
          new Caller("ada", "ucl", List.of(), "scientist", "c"),
          List.of(new Actions("rm1", "<x/>")));

  @ParameterizedTest
  @CsvSource({"a1, a1 a2 a3", "a3, a3 a4 a5", "a4, a1 a4 a5", "a9, a1 a2 a3 a4 a5"})
  void tellsItsVoteAtOnceToTheLeaderAndTheFAfterIt(String leader, String expected) {
    assertThat(toldAtOnce(voted(leader))).isEqualTo(List.of(expected.split(" ", -1)));
    assertThat(sends(voted(leader))).as("nobody is left out").hasSize(5);
  }

  @Test
  void tellsItAgainToAllAtOnce() {
    var again = voted("a1").next().on(new VoterEvent.PrepareCame(prepare("a1")), NOW);
    assertThat(toldAtOnce(again)).containsExactly("a1", "a2", "a3", "a4", "a5");
  }

  /** Nothing of that is held here, and who tells it need not tell it again. */
  @Test
  void takesTheAbortOfAnotherRecordForCarriedOut() {
    var bound = voted("a1").next();
    var other =
        Request.of(
                REQUEST.record().id(),
                REQUEST.record().acceptors(),
                1,
                REQUEST.record().voteBy(),
                REQUEST.caller(),
                List.of(new Actions("rm1", "<y/>")))
            .record();
    var aborted = bound.on(new VoterEvent.DecisionCame(other, Decision.ABORT), NOW);
    assertThat(aborted).isEqualTo(new ResourceManager.Step(bound, List.of()));
    assertThat(bound.on(new VoterEvent.DecisionCame(other, Decision.COMMIT), NOW).effects())
        .hasOnlyElementsOfType(VoterEffect.Reject.class)
        .hasSize(1);
  }

  private static ResourceManager.Step voted(String leader) {
    return ResourceManager.fresh("rm1", Timing.DEFAULT)
        .on(new VoterEvent.PrepareCame(prepare(leader)), NOW)
        .next()
        .on(new VoterEvent.Held("held"), NOW);
  }

  private static Message.Prepare prepare(String leader) {
    return new Message.Prepare(
        REQUEST.record(), REQUEST.caller(), REQUEST.actionsFor("rm1"), leader);
  }

  private static List<Send> sends(ResourceManager.Step step) {
    return step.effects().stream().filter(Send.class::isInstance).map(Send.class::cast).toList();
  }

  private static List<String> toldAtOnce(ResourceManager.Step step) {
    return sends(step).stream().filter(each -> !each.patient()).map(Send::acceptor).toList();
  }
}
