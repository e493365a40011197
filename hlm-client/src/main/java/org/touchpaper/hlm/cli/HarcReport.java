package org.touchpaper.hlm.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.touchpaper.hlm.cli.Acceptors.Reply;
import tools.jackson.databind.JsonNode;

/** What acceptors remember, for a person; whoever does not answer is named. */
final class HarcReport {
  private final PrintWriter out;
  private final PrintWriter err;
  private final Instant now;

  HarcReport(Surroundings surroundings) {
    this.out = surroundings.out();
    this.err = surroundings.err();
    this.now = surroundings.clock().instant();
  }

  /** All answers as one object: the acceptors' own, and what the others said instead. */
  void json(Map<String, Reply> replies) {
    json(replies, Map.of());
  }

  /** The same, and what else there is to say. */
  void json(Map<String, Reply> replies, Map<String, ?> more) {
    var answered = new ArrayList<JsonNode>();
    var silent = new LinkedHashMap<String, String>();
    replies.forEach((name, reply) -> {
      if (reply.body() == null) {
        silent.put(name, reply.sentence());
      } else {
        answered.add(reply.body());
      }
    });
    var all = new LinkedHashMap<String, Object>();
    all.put("answered", answered);
    all.put("others", silent);
    all.putAll(more);
    out.println(Acceptors.json(all));
    out.flush();
  }

  /** Those undecided or unheard, each with its age and all that the acceptors know of it. */
  void list(Map<String, Reply> replies) {
    var byId = new LinkedHashMap<String, Map<String, JsonNode>>();
    replies.forEach((name, reply) -> {
      if (reply.body() != null) {
        for (var each : reply.body().path("transactions")) {
          byId.computeIfAbsent(each.path("id").asString(), _ -> new LinkedHashMap<>())
              .put(name, each);
        }
      }
    });
    if (byId.isEmpty()) {
      line(nothingAt(replies));
    }
    byId.forEach((id, known) -> {
      line(id + "  " + age(known.values()));
      known.forEach(this::acceptor);
    });
    silent(replies);
  }

  /** Whoever does not answer may well know of something undecided. */
  private static String nothingAt(Map<String, Reply> replies) {
    var told = new ArrayList<String>();
    var silent = new ArrayList<String>();
    replies.forEach((name, reply) -> (reply.body() == null ? silent : told).add(name));
    if (silent.isEmpty()) {
      return "nothing is undecided or unheard";
    }
    return (told.isEmpty()
            ? ""
            : "nothing is undecided or unheard at " + String.join(", ", told) + "; ")
        + String.join(", ", silent)
        + " did not answer";
  }

  void explain(String id, Map<String, Reply> replies) {
    line(id);
    replies.forEach((name, reply) -> {
      if (reply.body() != null) {
        acceptor(name, reply.body());
      }
    });
    silent(replies);
    shoutAtBoth(replies);
  }

  void shoutAtBoth(Map<String, Reply> replies) {
    if (new Gathered(replies).decisions().size() > 1) {
      err.println("CONTRADICTION: both decisions are about. Look at every resource manager.");
      err.flush();
    }
  }

  /** How long whoever knows it longest has known it, and how late it is. */
  private String age(Collection<JsonNode> known) {
    var late = seconds(known.iterator().next().path("voteBy").asString());
    var due = late < 0 ? "to be voted on for " + -late + " s" : late + " s after its vote-by time";
    return known.stream()
        .map(each -> each.path("knownSince").asString())
        .filter(since -> !since.isEmpty())
        .map(this::seconds)
        .max(Comparator.naturalOrder())
        .map(age -> Math.max(0, age) + " s old, " + due)
        .orElse(due);
  }

  private long seconds(String since) {
    return Duration.between(Instant.parse(since), now).toSeconds();
  }

  private void acceptor(String name, JsonNode told) {
    var text = new StringBuilder("  " + name + "  ");
    var decision = told.path("decision").asString();
    text.append(decision.isEmpty() ? "undecided" : decision);
    if (told.has("forcedBy")) {
      text.append(
          ", FORCED by %s at %s: %s"
              .formatted(
                  told.path("forcedBy").asString(),
                  told.path("forcedAt").asString(),
                  told.path("reason").asString()));
    }
    if (told.path("acknowledged").asBoolean()) {
      text.append(", every resource manager has acknowledged it");
    } else {
      var leader = told.path("leader").asString();
      text.append(leader.isEmpty() ? "" : ", leader " + leader);
      text.append(", promised ballot " + told.path("promised").asLong());
    }
    if (told.has("problem")) {
      text.append(", NOT WELL: " + told.path("problem").asString());
    }
    line(text.toString());
    var votes = told.has("accepted") ? told.path("accepted") : told.path("votes");
    for (var vote : votes) {
      line(
          "    %s %s%s  %s"
              .formatted(
                  vote.path("resourceManager").asString(),
                  vote.path("choice").asString(),
                  vote.has("ballot") ? " at ballot " + vote.path("ballot").asLong() : "",
                  vote.path("note").asString()));
    }
    missing(told, votes);
    for (var unheard : told.path("unheard")) {
      line("    " + unheard.asString() + " has not acknowledged it");
    }
    for (var gone : told.path("forgotten")) {
      line(
          "    %s is FORGOTTEN by %s at %s: %s"
              .formatted(
                  gone.path("resourceManager").asString(),
                  gone.path("by").asString(),
                  gone.path("at").asString(),
                  gone.path("reason").asString()));
    }
  }

  private void missing(JsonNode told, JsonNode votes) {
    var voted = new TreeSet<String>();
    votes.forEach(vote -> voted.add(vote.path("resourceManager").asString()));
    for (var voter : told.path("resourceManagers")) {
      if (!voted.contains(voter.asString())) {
        line("    " + voter.asString() + " has not voted here");
      }
    }
  }

  private void silent(Map<String, Reply> replies) {
    replies.forEach((name, reply) -> {
      if (reply.body() == null) {
        err.println(clean(name + ": " + reply.sentence()));
      }
    });
    err.flush();
  }

  private void line(String text) {
    out.println(clean(text));
    out.flush();
  }

  /** What comes from elsewhere must not command the terminal. */
  static String clean(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /** Done if anybody answered, else what stood in the way. */
  static Outcome outcome(Map<String, Reply> replies) {
    var statuses = replies.values().stream().map(Reply::status).toList();
    if (statuses.contains(200)) {
      return Outcome.DONE;
    }
    if (statuses.contains(401) || statuses.contains(403)) {
      return Outcome.NOT_ALLOWED;
    }
    return statuses.stream().allMatch(status -> status == 0)
        ? Outcome.UNREACHABLE_OR_UNKNOWN
        : Outcome.REFUSED;
  }
}
