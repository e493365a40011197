package org.touchpaper.harc.acceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.touchpaper.harc.client.HarcXml;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Ballot;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;

/** What could never come to its end, or is voted on no more, is not taken up by an acceptor. */
class NotTakenUpTest extends OneAcceptor {
  /** What could never come to its end: nobody would hold it if all knew. */
  static Stream<Arguments> endless() {
    var acceptors = List.of("acceptor-1", "acceptor-2", "acceptor-3");
    return Stream.of(
        arguments(acceptors, 1, "rm-typo", VOTE_BY, 400, "knows no resource manager of that name"),
        arguments(acceptors, 1, "acceptor-2", VOTE_BY, 400, "no resource manager of that name"),
        arguments(
            acceptors, 1, "rm-newton", Duration.ofDays(36_500), 400, "longer than PT1H (--longest"),
        arguments(
            List.of("acceptor-1", "acceptor-2", "acceptor-4"),
            1,
            "rm-newton",
            VOTE_BY,
            400,
            "knows no acceptor of that name"),
        arguments(
            List.of("acceptor-2", "acceptor-3", "acceptor-4"),
            1,
            "rm-newton",
            VOTE_BY,
            421,
            "acceptor-1 is no acceptor of door"));
  }

  @ParameterizedTest
  @MethodSource("endless")
  void whatCanNeverEndIsNotTakenUp(
      List<String> acceptors,
      int epoch,
      String rm,
      Duration untilVoteBy,
      int status,
      String sentence)
      throws Exception {
    var usual = request().actions();
    var actions = List.of(usual.getFirst(), new Actions(rm, usual.getLast().text()));
    var voteBy = Instant.now().plus(untilVoteBy);
    var request =
        Request.of(new TransactionId("door"), acceptors, epoch, voteBy, Cluster.ADA, actions);
    unchanged(() -> {
      for (var time = 0; time < 2; time++) {
        for (var answer :
            List.of(
                post("/harc/transactions?wait=0", "bar-ucl", HarcXml.write(request)),
                post("/harc/questions", "bar-ucl", HarcXml.writeQuestion(request.record())))) {
          assertThat(answer.statusCode()).isEqualTo(status);
          assertProblem(answer, sentence);
        }
      }
    });
  }

  /** A clock is wrong: it would be aborted, as if some had not voted whom nobody has asked. */
  @Test
  void whatCanBeVotedOnNoMoreIsNotBegun() throws Exception {
    var request = cluster.request("door", Duration.ofSeconds(-10));
    unchanged(() -> {
      for (var time = 0; time < 2; time++) {
        var answer = post("/harc/transactions?wait=0", "bar-ucl", HarcXml.write(request));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertProblem(answer, "door could be voted on until " + request.record().voteBy());
        assertProblem(answer, "and at acceptor-1 it is ");
        assertProblem(answer, "the clock of bar-ucl is behind, or that of acceptor-1 ahead");
      }
    });
  }

  /** Who may have begun it elsewhere asks; from then on it may begin it as often as it likes. */
  @Test
  void whatCanBeVotedOnNoMoreAndIsKnownIsAnswered() throws Exception {
    var request = cluster.request("late", Duration.ofSeconds(-10));
    var record = request.record();
    for (var time = 0; time < 2; time++) {
      var asked = post("/harc/questions", "bar-ucl", HarcXml.writeQuestion(record));
      assertThat(asked.statusCode()).isEqualTo(202);
      var begun = post("/harc/transactions?wait=0", "bar-ucl", HarcXml.write(request));
      assertThat(begun.statusCode()).isEqualTo(202);
    }
    assertThat(cluster.newton.prepares).isEmpty();
  }

  /** Its own clock may be wrong, or somebody has its secret. */
  @Test
  void aResourceManagersWordBindsNothingForACentury() throws Exception {
    var record = cluster.request("door", Duration.ofDays(36_500)).record();
    var votes = Map.of("rm-newton", Vote.prepared(""));
    var vote = new Message.Phase2a(record, Ballot.ZERO, votes, "acceptor-1");
    unchanged(() -> {
      for (var time = 0; time < 2; time++) {
        var asked = post("/harc/questions", "rm-newton", HarcXml.writeQuestion(record));
        assertThat(asked.statusCode()).isEqualTo(404);
        assertThat(asked.body()).contains("UNKNOWN");
        var voted = post("/harc/messages", "rm-newton", HarcXml.write(List.of(vote)));
        assertThat(voted.statusCode()).isEqualTo(204);
      }
    });
    assertThat(cluster.running("acceptor-1").members().know(record.id())).isFalse();
  }
}
