package org.touchpaper.hlm.cli.harc;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.harc.AcceptorAdminClient.AcceptorReply;
import tools.jackson.databind.JsonNode;

/** Prints the acceptors' replies as text, and those that do not answer to standard error. */
record HarcPrinter(CliEnvironment environment) {

  /** Prints all replies, and the problems of the other acceptors, as one JSON object. */
  void printJson(Map<String, AcceptorReply> replies) {
    printJson(replies, Map.of());
  }

  /** Prints the same with additional members. */
  void printJson(Map<String, AcceptorReply> replies, Map<String, ?> additions) {
    var answered = new ArrayList<JsonNode>();
    var unreachable = new LinkedHashMap<String, String>();
    replies.forEach((name, reply) -> {
      if (reply.body() == null) {
        unreachable.put(name, reply.problem());
      } else {
        answered.add(reply.body());
      }
    });
    var document = new LinkedHashMap<String, Object>();
    document.put("answered", answered);
    document.put("others", unreachable);
    document.putAll(additions);
    environment.out().println(AcceptorAdminClient.json(document));
  }

  /** Prints open transactions, each with its age and its state at each acceptor. */
  void printList(Map<String, AcceptorReply> replies) {
    var byId = new LinkedHashMap<String, Map<String, JsonNode>>();
    replies.forEach((name, reply) -> {
      if (reply.body() != null) {
        for (var transaction : reply.body().path("transactions")) {
          byId.computeIfAbsent(transaction.path("id").asString(), _ -> new LinkedHashMap<>())
              .put(name, transaction);
        }
      }
    });
    if (byId.isEmpty()) {
      environment.printLine(nothingFoundText(replies));
    }
    byId.forEach((id, byAcceptor) -> {
      environment.printLine(id + "  " + age(byAcceptor.values()));
      byAcceptor.forEach(this::printAcceptor);
    });
    reportUnreachable(replies);
  }

  /** Names acceptors that did not answer: they may know an open transaction. */
  private static String nothingFoundText(Map<String, AcceptorReply> replies) {
    var answering = new ArrayList<String>();
    var unreachable = new ArrayList<String>();
    replies.forEach((name, reply) -> (reply.body() == null ? unreachable : answering).add(name));
    if (unreachable.isEmpty()) {
      return "no open transactions";
    }
    return (answering.isEmpty()
            ? ""
            : "no open transactions at " + String.join(", ", answering) + "; ")
        + String.join(", ", unreachable)
        + " did not answer";
  }

  /** Prints a transaction as the options ask for: as JSON or as text. */
  void printTransaction(HarcOptions options, String id, Map<String, AcceptorReply> replies) {
    if (options.json()) {
      printJson(replies);
    } else {
      printTransaction(id, replies);
    }
  }

  void printTransaction(String id, Map<String, AcceptorReply> replies) {
    environment.printLine(id);
    replies.forEach((name, reply) -> {
      if (reply.body() != null) {
        printAcceptor(name, reply.body());
      }
    });
    reportUnreachable(replies);
    warnOfContradiction(replies);
  }

  void warnOfContradiction(Map<String, AcceptorReply> replies) {
    if (new ForcedDecisionValidator(replies).decisions().size() > 1) {
      environment.printError(
          "CONTRADICTION: acceptors report COMMIT and ABORT. Check every resource manager.");
    }
  }

  /** Describes the age at the acceptor that has known it longest, and the time to voteBy. */
  private String age(Collection<JsonNode> states) {
    var secondsLate = secondsSince(states.iterator().next().path("voteBy").asString());
    var lateness =
        secondsLate < 0 ? "voteBy in " + -secondsLate + " s" : secondsLate + " s after voteBy";
    return states.stream()
        .map(state -> state.path("knownSince").asString())
        .filter(knownSince -> !knownSince.isEmpty())
        .map(this::secondsSince)
        .max(Comparator.naturalOrder())
        .map(age -> Math.max(0, age) + " s old, " + lateness)
        .orElse(lateness);
  }

  private long secondsSince(String since) {
    return Duration.between(Instant.parse(since), environment.clock().instant()).toSeconds();
  }

  private void printAcceptor(String name, JsonNode state) {
    var text = new StringBuilder("  " + name + "  ");
    var decision = state.path("decision").asString();
    text.append(decision.isEmpty() ? "undecided" : decision);
    if (state.has("forcedBy")) {
      text.append(
          ", FORCED by %s at %s: %s"
              .formatted(
                  state.path("forcedBy").asString(),
                  state.path("forcedAt").asString(),
                  state.path("reason").asString()));
    }
    if (state.path("acknowledged").asBoolean()) {
      text.append(", every resource manager has acknowledged it");
    } else {
      var leader = state.path("leader").asString();
      text.append(leader.isEmpty() ? "" : ", leader " + leader);
      text.append(", promised ballot " + state.path("promised").asLong());
    }
    if (state.has("problem")) {
      text.append(", PROBLEM: " + state.path("problem").asString());
    }
    environment.printLine(text.toString());
    var votes = state.has("accepted") ? state.path("accepted") : state.path("votes");
    for (var vote : votes) {
      environment.printLine(
          "    %s %s%s  %s"
              .formatted(
                  vote.path("resourceManager").asString(),
                  vote.path("choice").asString(),
                  vote.has("ballot") ? " at ballot " + vote.path("ballot").asLong() : "",
                  vote.path("note").asString()));
    }
    printMissingVotes(state, votes);
    for (var resourceManager : state.path("unacknowledged")) {
      environment.printLine("    " + resourceManager.asString() + " has not acknowledged it");
    }
    for (var forgotten : state.path("forgotten")) {
      environment.printLine(
          "    %s is FORGOTTEN by %s at %s: %s"
              .formatted(
                  forgotten.path("resourceManager").asString(),
                  forgotten.path("by").asString(),
                  forgotten.path("at").asString(),
                  forgotten.path("reason").asString()));
    }
  }

  private void printMissingVotes(JsonNode state, JsonNode votes) {
    var voters = new TreeSet<String>();
    votes.forEach(vote -> voters.add(vote.path("resourceManager").asString()));
    for (var resourceManager : state.path("resourceManagers")) {
      if (!voters.contains(resourceManager.asString())) {
        environment.printLine("    " + resourceManager.asString() + " has not voted here");
      }
    }
  }

  private void reportUnreachable(Map<String, AcceptorReply> replies) {
    replies.forEach((name, reply) -> {
      if (reply.body() == null) {
        environment.printError(name + ": " + reply.problem());
      }
    });
  }

  /** Success if any acceptor answered, else the cause of the failure. */
  static ExitCode exitCode(Map<String, AcceptorReply> replies) {
    var statuses = replies.values().stream().map(AcceptorReply::status).toList();
    if (statuses.contains(200)) {
      return ExitCode.DONE;
    }
    if (statuses.contains(401) || statuses.contains(403)) {
      return ExitCode.NOT_ALLOWED;
    }
    return statuses.stream().allMatch(status -> status == 0)
        ? ExitCode.UNREACHABLE_OR_UNKNOWN
        : ExitCode.REFUSED;
  }
}
