package org.touchpaper.bar.administration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.administration.OpenTransaction.Advice;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What three acceptors' reports say together, and what an administrator does. */
class OpenTransactionTest {

  private static final Instant VOTE_BY = Instant.parse("2026-12-01T20:00:30Z");
  private static final Set<String> ALL = Set.of("a1", "a2", "a3");

  private static JsonNode report(String acceptor, String decision, String accepted, String open) {
    return JsonMapper.shared()
        .readTree(
            """
            {"acceptor":"%s","transactions":[{"id":"t.1","voteBy":"2026-12-01T20:00:30Z",
              "decision":"%s","knownSince":"2026-12-01T20:00:0%sZ","epoch":3,
              "resourceManagers":["rm-network","rm-newton"],"acceptors":["a1","a2","a3"],
              "leader":"a1","promised":0,"accepted":[%s],"acknowledged":false,
              "unacknowledged":[%s]}]}
            """
                .formatted(acceptor, decision, acceptor.substring(1), accepted, open));
  }

  private static String vote(String manager, String choice) {
    return "{\"resourceManager\":\"%s\",\"choice\":\"%s\",\"note\":\"\",\"ballot\":0}"
        .formatted(manager, choice);
  }

  private static OpenTransaction merged(JsonNode... reports) {
    var transactions = OpenTransaction.merge(List.of(reports));
    assertThat(transactions).hasSize(1);
    return transactions.getFirst();
  }

  @Test
  void aResourceManagerOfWhichNoAcceptorHasAVoteIsNamed() {
    var transaction =
        merged(report("a2", "", "", ""), report("a1", "", vote("rm-network", "PREPARED"), ""));
    assertThat(transaction.notVoted()).containsExactly("rm-newton");
    assertThat(transaction.knownBy()).containsExactly("a1", "a2");
    assertThat(transaction.knownSince()).isEqualTo(Instant.parse("2026-12-01T20:00:01Z"));
    assertThat(transaction.advice(ALL, VOTE_BY.minusSeconds(1))).isEqualTo(Advice.WAIT);
  }

  @Test
  void afterTheVoteAMajorityOfAcceptorsIsNeeded() {
    var transaction = merged(report("a1", "", vote("rm-network", "ABORTED"), ""));
    assertThat(transaction.aborted()).containsExactly("rm-network");
    assertThat(transaction.advice(Set.of("a1"), VOTE_BY)).isEqualTo(Advice.START_ACCEPTORS);
    assertThat(transaction.advice(Set.of("a1", "a3"), VOTE_BY)).isEqualTo(Advice.READ_LOGS);
  }

  @Test
  void aDecisionWaitsForItsAcknowledgements() {
    var transaction =
        merged(
            report("a1", "COMMIT", "", "\"rm-newton\""),
            report("a2", "COMMIT", "", "\"rm-newton\",\"rm-network\""),
            report("a3", "", "", ""));
    assertThat(transaction.unacknowledged()).containsExactly("rm-newton");
    assertThat(transaction.advice(ALL, VOTE_BY)).isEqualTo(Advice.START_RESOURCE_MANAGER);
  }

  @Test
  void contradictingDecisionsAreCorrectedByHand() {
    var transaction =
        merged(report("a1", "COMMIT", "", ""), report("a2", "ABORT", "", "\"rm-newton\""));
    assertThat(transaction.advice(ALL, VOTE_BY)).isEqualTo(Advice.CORRECT_BY_HAND);
  }
}
