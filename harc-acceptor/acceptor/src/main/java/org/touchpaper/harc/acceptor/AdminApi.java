package org.touchpaper.harc.acceptor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.acceptor.AcceptorServlet.RejectedException;
import org.touchpaper.harc.acceptor.access.AcceptorPeers;
import org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop;
import org.touchpaper.harc.client.xml.MalformedMessageException;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.OperatorOverride;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.Vote;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.acceptor.Tombstone;

/**
 * The JSON API for administrators: lists and explains transactions, and overrides decisions. If the
 * acceptor cannot write its journal, responses include the problem, and their content may not be
 * durable.
 */
final class AdminApi {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int MAX_REASON_AND_NAME_LENGTH = 250;

  private final AcceptorEventLoop eventLoop;
  private final String name;
  private final OperatorOverrideService overrideService;

  AdminApi(AcceptorEventLoop eventLoop, String name) {
    this.eventLoop = eventLoop;
    this.name = name;
    this.overrideService = new OperatorOverrideService(eventLoop, name, TIMEOUT);
  }

  void list(HttpServletResponse response) throws IOException {
    var undecided = new ArrayList<>(eventLoop.transactions().hardStates());
    undecided.sort(Comparator.comparing(hardState -> hardState.record().voteBy()));
    write(response, Map.of("transactions", undecided.stream().map(this::describe).toList()));
  }

  void explain(HttpServletRequest request, HttpServletResponse response)
      throws IOException, RejectedException {
    var id = AcceptorServlet.idIn(request);
    var description = describe(id);
    if (description == null) {
      throw new RejectedException(404, name + " does not know transaction " + id);
    }
    write(response, description);
  }

  private @Nullable Map<String, Object> describe(TransactionId id) {
    var hardState = eventLoop.transactions().hardState(id);
    if (hardState != null) {
      return describe(hardState);
    }
    var tombstone = eventLoop.transactions().tombstone(id);
    return tombstone == null ? null : describe(tombstone);
  }

  void force(AcceptorPeers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, RejectedException {
    requireRiskConfirmed(request);
    var decision = decision(request.getParameter("decision"));
    var early = "true".equals(request.getParameter("early"));
    var result =
        overrideService.force(
            AcceptorServlet.idIn(request),
            decision,
            operator(peer, request),
            requiredText(request, "reason"),
            early);
    answer(result, request, response);
  }

  void forget(AcceptorPeers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException, RejectedException {
    requireRiskConfirmed(request);
    var result =
        overrideService.forget(
            AcceptorServlet.idIn(request),
            requiredText(request, "resource-manager"),
            operator(peer, request),
            requiredText(request, "reason"));
    answer(result, request, response);
  }

  private void answer(
      OperatorOverrideService.Result result,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, RejectedException {
    if (result.status() != 200) {
      throw new RejectedException(result.status(), result.detail());
    }
    explain(request, response);
  }

  private static String operator(AcceptorPeers.Peer peer, HttpServletRequest request) {
    return peer.name() + ": " + requiredText(request, "by");
  }

  private static void requireRiskConfirmed(HttpServletRequest request) throws RejectedException {
    if (!"true".equals(request.getParameter("understood"))) {
      throw new RejectedException(
          400, "an override may contradict the other acceptors: confirm it with understood=true");
    }
  }

  private static Decision decision(@Nullable String text) {
    return switch (String.valueOf(text).toLowerCase(Locale.ROOT)) {
      case "commit" -> Decision.COMMIT;
      case "abort" -> Decision.ABORT;
      default -> throw new MalformedMessageException("decision must be commit or abort");
    };
  }

  private static String requiredText(HttpServletRequest request, String parameter) {
    var text = request.getParameter(parameter);
    if (text == null || text.isBlank() || text.length() > MAX_REASON_AND_NAME_LENGTH / 2) {
      throw new MalformedMessageException(
          parameter
              + " is missing or longer than "
              + MAX_REASON_AND_NAME_LENGTH / 2
              + " characters");
    }
    return text.strip().replaceAll("\\p{Cntrl}", " ");
  }

  private Map<String, Object> describe(HardState hardState) {
    var record = hardState.record();
    var description = describeDecision(record.id(), record.voteBy(), hardState.decisionRecord());
    description.put(
        "knownSince",
        eventLoop.transactions().firstWrittenAt(record.id()).orElseGet(eventLoop::now));
    description.put("epoch", record.epoch());
    description.put("resourceManagers", record.resourceManagers());
    description.put("acceptors", record.acceptors());
    var leader = hardState.leader();
    description.put("leader", leader == null ? "" : leader);
    description.put("promised", hardState.promised().number());
    var accepted = new ArrayList<Map<String, Object>>();
    new TreeMap<>(hardState.accepted())
        .forEach((voter, acceptedVote) -> {
          var vote = vote(voter, acceptedVote.vote());
          vote.put("ballot", acceptedVote.ballot().number());
          accepted.add(vote);
        });
    description.put("accepted", accepted);
    description.put("acknowledged", false);
    description.put(
        "unacknowledged",
        List.copyOf(new TreeSet<>(eventLoop.transactions().unacknowledged(record.id()))));
    return description;
  }

  private static Map<String, Object> describe(Tombstone tombstone) {
    var description =
        describeDecision(tombstone.id(), tombstone.voteBy(), tombstone.decisionRecord());
    description.put("acknowledged", true);
    description.put("since", tombstone.completedAt());
    return description;
  }

  private static Map<String, Object> describeDecision(
      TransactionId id, Instant voteBy, @Nullable DecisionRecord decisionRecord) {
    var description = new LinkedHashMap<String, Object>();
    description.put("id", id.value());
    description.put("voteBy", voteBy);
    description.put("decision", decisionRecord == null ? "" : decisionRecord.decision());
    if (decisionRecord != null) {
      description.put("votes", votes(decisionRecord.votes()));
      var override = decisionRecord.override();
      if (override != null) {
        description.put("forcedBy", override.by());
        description.put("forcedAt", override.at());
        description.put("reason", override.reason());
      }
      if (!decisionRecord.forgottenResourceManagers().isEmpty()) {
        description.put("forgotten", forgotten(decisionRecord.forgottenResourceManagers()));
      }
    }
    return description;
  }

  private static List<Map<String, Object>> forgotten(Map<String, OperatorOverride> forgotten) {
    var entries = new ArrayList<Map<String, Object>>();
    new TreeMap<>(forgotten)
        .forEach((resourceManager, override) -> {
          var description = new LinkedHashMap<String, Object>();
          description.put("resourceManager", resourceManager);
          description.put("by", override.by());
          description.put("at", override.at());
          description.put("reason", override.reason());
          entries.add(description);
        });
    return entries;
  }

  private static List<Map<String, Object>> votes(Map<String, Vote> votes) {
    var entries = new ArrayList<Map<String, Object>>();
    new TreeMap<>(votes).forEach((voter, vote) -> entries.add(vote(voter, vote)));
    return entries;
  }

  private static Map<String, Object> vote(String voter, Vote vote) {
    var description = new LinkedHashMap<String, Object>();
    description.put("resourceManager", voter);
    description.put("choice", vote.choice());
    description.put("note", vote.note());
    return description;
  }

  private void write(HttpServletResponse response, Map<String, Object> content) throws IOException {
    var body = new LinkedHashMap<String, Object>();
    body.put("acceptor", name);
    body.putAll(content);
    var problem = eventLoop.problem();
    if (problem != null) {
      body.put("problem", problem);
    }
    AcceptorServlet.writeJson(response, 200, body);
  }
}
