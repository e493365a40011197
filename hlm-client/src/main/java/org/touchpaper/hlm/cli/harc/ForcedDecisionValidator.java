package org.touchpaper.hlm.cli.harc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.harc.AcceptorAdminClient.AcceptorReply;
import tools.jackson.databind.JsonNode;

/**
 * Validates a forced decision of one transaction against all acceptors' replies.
 *
 * @param replies by acceptor
 */
record ForcedDecisionValidator(Map<String, AcceptorReply> replies) {
  static final String OVERRIDE_QUORUM_OPTION = "--override-quorum";

  /** Returns why this decision must not be forced, as a sentence, or null. */
  @Nullable String objectionTo(String decision, boolean overridesQuorum) {
    if (replies.values().stream().allMatch(reply -> reply.body() == null)) {
      return "no reachable acceptor knows the transaction";
    }
    var decided = decisions();
    if (!decided.isEmpty()) {
      return "the transaction is already decided: " + String.join(" and ", decided);
    }
    if (decision.equals("COMMIT")) {
      var abortedVote = findAbortedVote();
      if (abortedVote != null) {
        return abortedVote + " and holds nothing to commit";
      }
    }
    return overridesQuorum ? null : findMajority();
  }

  List<String> decisions() {
    var decisions = new TreeSet<String>();
    for (var reply : replies.values()) {
      if (reply.body() != null && !reply.body().path("decision").asString().isEmpty()) {
        decisions.add(reply.body().path("decision").asString());
      }
    }
    return List.copyOf(decisions);
  }

  private @Nullable String findAbortedVote() {
    for (var entry : replies.entrySet()) {
      var body = entry.getValue().body();
      if (body != null) {
        for (var vote : body.path("accepted")) {
          if (vote.path("choice").asString().equals("ABORTED")) {
            return vote.path("resourceManager").asString() + " voted ABORTED at " + entry.getKey();
          }
        }
      }
    }
    return null;
  }

  /** F+1 healthy acceptors can decide by themselves at any moment. */
  private @Nullable String findMajority() {
    for (var reply : replies.values()) {
      var members = acceptorNames(reply.body());
      var healthy = members.stream().filter(this::isHealthy).toList();
      if (!members.isEmpty() && healthy.size() > members.size() / 2) {
        return ("%s answer; they are a majority of %s and can decide by themselves; "
                + "to force a decision anyway add %s")
            .formatted(
                String.join(", ", healthy), String.join(", ", members), OVERRIDE_QUORUM_OPTION);
      }
    }
    return null;
  }

  private static List<String> acceptorNames(@Nullable JsonNode body) {
    var names = new ArrayList<String>();
    if (body != null) {
      body.path("acceptors").forEach(name -> names.add(name.asString()));
    }
    return names;
  }

  /** True if it answers, even with an unknown transaction, and can write. */
  private boolean isHealthy(String acceptor) {
    var reply = replies.get(acceptor);
    return reply != null
        && reply.status() != 0
        && (reply.body() == null || !reply.body().has("problem"));
  }
}
