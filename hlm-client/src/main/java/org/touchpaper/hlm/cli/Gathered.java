package org.touchpaper.hlm.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.Acceptors.Reply;
import tools.jackson.databind.JsonNode;

/**
 * What all acceptors together say about one transaction, before anybody decides in their place.
 *
 * @param replies by acceptor
 */
record Gathered(Map<String, Reply> replies) {
  static final String ALTHOUGH = "--although-a-majority-answers";

  /** What speaks against forcing this end, as a sentence; null if nothing does. */
  @Nullable String objectionTo(String forced, boolean althoughAMajorityAnswers) {
    if (replies.values().stream().allMatch(reply -> reply.body() == null)) {
      return "no acceptor that answers knows of it";
    }
    var decided = decisions();
    if (!decided.isEmpty()) {
      return "it is decided already: " + String.join(" and ", decided);
    }
    if (forced.equals("COMMIT")) {
      var aborted = aborted();
      if (aborted != null) {
        return aborted + ", and holds nothing that could be committed";
      }
    }
    return althoughAMajorityAnswers ? null : majority();
  }

  /** The decisions that anybody names. */
  List<String> decisions() {
    var all = new TreeSet<String>();
    for (var reply : replies.values()) {
      if (reply.body() != null && !reply.body().path("decision").asString().isEmpty()) {
        all.add(reply.body().path("decision").asString());
      }
    }
    return List.copyOf(all);
  }

  private @Nullable String aborted() {
    for (var each : replies.entrySet()) {
      var body = each.getValue().body();
      if (body != null) {
        for (var vote : body.path("accepted")) {
          if (vote.path("choice").asString().equals("ABORTED")) {
            return vote.path("resourceManager").asString() + " is aborted at " + each.getKey();
          }
        }
      }
    }
    return null;
  }

  /** F+1 acceptors that are well can still decide by themselves, and may do so at any moment. */
  private @Nullable String majority() {
    for (var reply : replies.values()) {
      var members = names(reply.body());
      var well = members.stream().filter(this::isWell).toList();
      if (!members.isEmpty() && well.size() > members.size() / 2) {
        return ("%s answer, a majority of %s, and can still decide by themselves; "
                + "whoever insists says %s")
            .formatted(String.join(", ", well), String.join(", ", members), ALTHOUGH);
      }
    }
    return null;
  }

  private static List<String> names(@Nullable JsonNode body) {
    var all = new ArrayList<String>();
    if (body != null) {
      body.path("acceptors").forEach(name -> all.add(name.asString()));
    }
    return all;
  }

  /** It answers, if only that it has never heard of the transaction, and can write. */
  private boolean isWell(String acceptor) {
    var reply = replies.get(acceptor);
    return reply != null
        && reply.status() != 0
        && (reply.body() == null || !reply.body().has("problem"));
  }
}
