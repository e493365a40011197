package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.client.xml.HarcMessageXml;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;

/** Transactions that an acceptor refuses: they cannot be completed, or their vote is over. */
class TransactionRejectionTest extends SingleAcceptorFixture {
  /** Requests with an unknown peer or a distant voteBy. */
  static Stream<Arguments> inadmissibleRequests() {
    var acceptors = List.of("acceptor-1", "acceptor-2", "acceptor-3");
    return Stream.of(
        arguments(acceptors, 1, "rm-typo", VOTE_BY, 400, "has no peer of that name and role"),
        arguments(acceptors, 1, "acceptor-2", VOTE_BY, 400, "has no peer of that name and role"),
        arguments(
            acceptors,
            1,
            "rm-newton",
            Duration.ofDays(36_500),
            400,
            "at most PT1H ahead (touchpaper.acceptor.max-vote-duration)"),
        arguments(
            List.of("acceptor-1", "acceptor-2", "acceptor-4"),
            1,
            "rm-newton",
            VOTE_BY,
            400,
            "has no peer of that name and role"),
        arguments(
            List.of("acceptor-2", "acceptor-3", "acceptor-4"),
            1,
            "rm-newton",
            VOTE_BY,
            421,
            "acceptor-1 is not an acceptor of t.1"));
  }

  @ParameterizedTest
  @MethodSource("inadmissibleRequests")
  void refusesTransactionsThatCannotBeCompleted(
      List<String> acceptors, int epoch, String rm, Duration untilVoteBy, int status, String reason)
      throws Exception {
    var defaultActions = request().actions();
    var actions =
        List.of(
            defaultActions.getFirst(),
            new ResourceManagerActions(rm, defaultActions.getLast().text()));
    var voteBy = Instant.now().plus(untilVoteBy);
    var request =
        TransactionRequest.of(
            new TransactionId("t.1"), acceptors, epoch, voteBy, InProcessCluster.ADA, actions);
    assertJournalUnchanged(() -> {
      for (var time = 0; time < 2; time++) {
        for (var answer :
            List.of(
                post("/harc/transactions?wait=0", "bar-ucl", HarcMessageXml.write(request)),
                post(
                    "/harc/questions",
                    "bar-ucl",
                    HarcMessageXml.writeQuestion(request.record())))) {
          assertThat(answer.statusCode()).isEqualTo(status);
          assertProblem(answer, reason);
        }
      }
    });
  }

  /** A clock is wrong; recovery would abort it though no Prepare was sent. */
  @Test
  void refusesABeginAfterVoteBy() throws Exception {
    var request = cluster.request("t.1", Duration.ofSeconds(-10));
    assertJournalUnchanged(() -> {
      for (var time = 0; time < 2; time++) {
        var answer = post("/harc/transactions?wait=0", "bar-ucl", HarcMessageXml.write(request));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertProblem(answer, "t.1 could be voted on until " + request.record().voteBy());
        assertProblem(answer, "but at acceptor-1 it is ");
        assertProblem(answer, "the clock of bar-ucl is behind, or that of acceptor-1 ahead");
      }
    });
  }

  /** A client that may have begun it elsewhere queries first; a begin then returns its outcome. */
  @Order(LAST)
  @Test
  void answersABeginAfterVoteByOfAKnownTransaction() throws Exception {
    var request = cluster.request("late", Duration.ofSeconds(-10));
    var record = request.record();
    for (var time = 0; time < 2; time++) {
      var queryAnswer = post("/harc/questions", "bar-ucl", HarcMessageXml.writeQuestion(record));
      assertThat(queryAnswer.statusCode()).isEqualTo(202);
      var beginAnswer = post("/harc/transactions?wait=0", "bar-ucl", HarcMessageXml.write(request));
      assertThat(beginAnswer.statusCode()).isEqualTo(202);
    }
    assertThat(cluster.newton.prepares).isEmpty();
  }
}
