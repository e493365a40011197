package org.touchpaper.harc.protocol.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect.Send;

/** To which acceptors a resource manager sends its vote, and which messages may be delayed. */
class ResourceManagerMachineTest {
  private static final Instant NOW = Instant.parse("2026-12-01T21:00:00Z");
  private static final TransactionRequest REQUEST =
      TransactionRequest.of(
          new TransactionId("t"),
          List.of("a1", "a2", "a3", "a4", "a5"),
          1,
          NOW.plusSeconds(5),
          new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
          List.of(new ResourceManagerActions("rm1", "<x/>")));

  @ParameterizedTest
  @CsvSource({"a1, a1 a2 a3", "a3, a3 a4 a5", "a4, a1 a4 a5", "a9, a1 a2 a3 a4 a5"})
  void sendsItsVoteAtOnceToTheLeaderAndTheFAfterIt(String leader, String expected) {
    assertThat(sentImmediately(voted(leader))).isEqualTo(List.of(expected.split(" ", -1)));
    assertThat(sends(voted(leader))).as("all acceptors").hasSize(5);
  }

  @Test
  void repeatsItsVoteToAllAtOnce() {
    var again =
        voted("a1").next().handle(new ResourceManagerEvent.PrepareReceived(prepare("a1")), NOW);
    assertThat(sentImmediately(again)).containsExactly("a1", "a2", "a3", "a4", "a5");
  }

  /** Nothing is held for the other record, and the sender need not repeat its message. */
  @Test
  void treatsTheAbortOfAnotherRecordAsCarriedOut() {
    var bound = voted("a1").next();
    var other =
        TransactionRequest.of(
                REQUEST.record().id(),
                REQUEST.record().acceptors(),
                1,
                REQUEST.record().voteBy(),
                REQUEST.caller(),
                List.of(new ResourceManagerActions("rm1", "<y/>")))
            .record();
    var aborted =
        bound.handle(new ResourceManagerEvent.DecisionReceived(other, Decision.ABORT), NOW);
    assertThat(aborted).isEqualTo(new ResourceManagerMachine.Step(bound, List.of()));
    assertThat(
            bound
                .handle(new ResourceManagerEvent.DecisionReceived(other, Decision.COMMIT), NOW)
                .effects())
        .hasOnlyElementsOfType(ResourceManagerEffect.Reject.class)
        .hasSize(1);
  }

  private static ResourceManagerMachine.Step voted(String leader) {
    return ResourceManagerMachine.fresh("rm1", ProtocolTimeouts.DEFAULT)
        .handle(new ResourceManagerEvent.PrepareReceived(prepare(leader)), NOW)
        .next()
        .handle(new ResourceManagerEvent.HoldSucceeded("held"), NOW);
  }

  private static Message.Prepare prepare(String leader) {
    return new Message.Prepare(
        REQUEST.record(), REQUEST.caller(), REQUEST.actionsFor("rm1"), leader);
  }

  private static List<Send> sends(ResourceManagerMachine.Step step) {
    return step.effects().stream().filter(Send.class::isInstance).map(Send.class::cast).toList();
  }

  private static List<String> sentImmediately(ResourceManagerMachine.Step step) {
    return sends(step).stream().filter(send -> !send.mayBeDelayed()).map(Send::acceptor).toList();
  }
}
