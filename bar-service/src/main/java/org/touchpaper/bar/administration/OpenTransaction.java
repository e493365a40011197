package org.touchpaper.bar.administration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * A transaction that is undecided, or whose decision a resource manager has not acknowledged, as
 * far as the acceptors that answered know it.
 *
 * @param knownSince when the first of them learned of it
 * @param voteBy until when resource managers may vote
 * @param acceptors its 2F+1 acceptors
 * @param knownBy those that answered and know it
 * @param decisions normally none or one
 * @param notVoted resource managers whose vote no acceptor has
 * @param aborted resource managers that voted to abort
 * @param unacknowledged resource managers that have not acknowledged the decision
 */
public record OpenTransaction(
    String id,
    Instant knownSince,
    Instant voteBy,
    Set<String> acceptors,
    Set<String> knownBy,
    Set<String> decisions,
    Set<String> notVoted,
    Set<String> aborted,
    Set<String> unacknowledged) {

  /** What an administrator does about it. */
  public enum Advice {
    /** It resolves itself. */
    WAIT,
    /** A resource manager does not answer. */
    START_RESOURCE_MANAGER,
    /** Too few acceptors answer. */
    START_ACCEPTORS,
    /** The acceptors that answer could decide, and have not. */
    READ_LOGS,
    /** Acceptors contradict each other. */
    CORRECT_BY_HAND
  }

  /** Says what is to be done, if these acceptors answered at this time. */
  public Advice advice(Collection<String> answering, Instant now) {
    if (decisions.size() > 1) {
      return Advice.CORRECT_BY_HAND;
    }
    if (!decisions.isEmpty()) {
      return Advice.START_RESOURCE_MANAGER;
    }
    if (now.isBefore(voteBy)) {
      return Advice.WAIT;
    }
    return acceptors.stream().filter(answering::contains).count() * 2 > acceptors.size()
        ? Advice.READ_LOGS
        : Advice.START_ACCEPTORS;
  }

  /** Merges what acceptors report; the JSON is that of their administration interface. */
  static List<OpenTransaction> merge(Iterable<JsonNode> replies) {
    var found = new LinkedHashMap<String, OpenTransaction>();
    for (var reply : replies) {
      var acceptor = reply.path("acceptor").asString("");
      for (var transaction : reply.path("transactions")) {
        found.merge(
            transaction.path("id").asString(""),
            of(transaction, acceptor),
            OpenTransaction::mergedWith);
      }
    }
    return new ArrayList<>(found.values());
  }

  private static OpenTransaction of(JsonNode transaction, String acceptor) {
    var decision = transaction.path("decision").asString("");
    var notVoted = texts(transaction.path("resourceManagers"));
    var aborted = new TreeSet<String>();
    for (var vote : transaction.path("accepted")) {
      var voter = vote.path("resourceManager").asString("");
      notVoted.remove(voter);
      if (vote.path("choice").asString("").equals("ABORTED")) {
        aborted.add(voter);
      }
    }
    return new OpenTransaction(
        transaction.path("id").asString(""),
        Instant.parse(transaction.path("knownSince").asString("")),
        Instant.parse(transaction.path("voteBy").asString("")),
        texts(transaction.path("acceptors")),
        new TreeSet<>(Set.of(acceptor)),
        decision.isEmpty() ? new TreeSet<>() : new TreeSet<>(Set.of(decision)),
        notVoted,
        aborted,
        decision.isEmpty() ? new TreeSet<>() : texts(transaction.path("unacknowledged")));
  }

  /** A vote counts if any acceptor has it; one that acknowledged to any has acknowledged. */
  private OpenTransaction mergedWith(OpenTransaction other) {
    return new OpenTransaction(
        id,
        knownSince.isBefore(other.knownSince) ? knownSince : other.knownSince,
        voteBy,
        acceptors,
        union(knownBy, other.knownBy),
        union(decisions, other.decisions),
        intersection(notVoted, other.notVoted),
        union(aborted, other.aborted),
        decisions.isEmpty()
            ? other.unacknowledged
            : other.decisions.isEmpty()
                ? unacknowledged
                : intersection(unacknowledged, other.unacknowledged));
  }

  private static Set<String> texts(JsonNode array) {
    var texts = new TreeSet<String>();
    StreamSupport.stream(array.spliterator(), false).map(JsonNode::asString).forEach(texts::add);
    return texts;
  }

  private static Set<String> union(Set<String> first, Set<String> second) {
    var all = new TreeSet<>(first);
    all.addAll(second);
    return all;
  }

  private static Set<String> intersection(Set<String> first, Set<String> second) {
    var both = new TreeSet<>(first);
    both.retainAll(second);
    return both;
  }
}
