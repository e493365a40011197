package org.touchpaper.harc.acceptor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
import org.touchpaper.harc.client.MalformedMessage;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Force;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Verdict;
import org.touchpaper.harc.commit.Vote;

/**
 * What an acceptor tells its administrators, as JSON, and does at their risk. One that cannot write
 * says so beside what it tells, which may then not be durable.
 */
final class AdminApi {
  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final int LONGEST = 250;

  private final AcceptorLoop loop;
  private final String name;
  private final Forcing forcing;

  AdminApi(AcceptorLoop loop, String name) {
    this.loop = loop;
    this.name = name;
    this.forcing = new Forcing(loop, name, WAIT);
  }

  void list(HttpServletResponse response) throws IOException {
    var open = new ArrayList<>(loop.members().memories());
    open.sort(Comparator.comparing(memory -> memory.record().voteBy()));
    write(response, Map.of("transactions", open.stream().map(this::told).toList()));
  }

  void explain(HttpServletRequest request, HttpServletResponse response) throws IOException {
    var id = id(request);
    var told = told(id);
    if (told == null) {
      HarcServlet.problem(response, 404, name + " has never heard of " + id);
    } else {
      write(response, told);
    }
  }

  private @Nullable Map<String, Object> told(TransactionId id) {
    var memory = loop.members().memory(id);
    if (memory != null) {
      return told(memory);
    }
    var tombstone = loop.members().tombstone(id);
    return tombstone == null ? null : told(tombstone);
  }

  void force(Peers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (isUnderstood(request, response)) {
      var decision = decision(request.getParameter("decision"));
      var by = peer.name() + ": " + words(request, "by");
      var early = "true".equals(request.getParameter("early"));
      answer(
          forcing.force(id(request), decision, by, words(request, "reason"), early),
          request,
          response);
    }
  }

  void forget(Peers.Peer peer, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (isUnderstood(request, response)) {
      var resourceManager = words(request, "resource-manager");
      var by = peer.name() + ": " + words(request, "by");
      answer(
          forcing.forget(id(request), resourceManager, by, words(request, "reason")),
          request,
          response);
    }
  }

  private static boolean isUnderstood(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    var isUnderstood = "true".equals(request.getParameter("understood"));
    if (!isUnderstood) {
      HarcServlet.problem(response, 400, "what is forced may break what others rely on: say so");
    }
    return isUnderstood;
  }

  private void answer(
      Forcing.Result result, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (result.status() == 200) {
      explain(request, response);
    } else {
      HarcServlet.problem(response, result.status(), result.sentence());
    }
  }

  private static Decision decision(@Nullable String text) {
    return switch (String.valueOf(text).toLowerCase(Locale.ROOT)) {
      case "commit" -> Decision.COMMIT;
      case "abort" -> Decision.ABORT;
      default -> throw new MalformedMessage("decision is commit or abort");
    };
  }

  private static String words(HttpServletRequest request, String parameter) {
    var text = request.getParameter(parameter);
    if (text == null || text.isBlank() || text.length() > LONGEST / 2) {
      throw new MalformedMessage(
          parameter + " is missing, or longer than " + LONGEST / 2 + " characters");
    }
    return text.strip().replaceAll("\\p{Cntrl}", " ");
  }

  private static TransactionId id(HttpServletRequest request) {
    try {
      var path = request.getRequestURI();
      return new TransactionId(path.substring(path.lastIndexOf('/') + 1));
    } catch (IllegalArgumentException e) {
      throw new MalformedMessage(String.valueOf(e.getMessage()));
    }
  }

  private Map<String, Object> told(Memory memory) {
    var record = memory.record();
    var told = began(record.id(), record.voteBy(), memory.verdict());
    told.put("knownSince", loop.members().since(record.id()).orElseGet(loop::now));
    told.put("epoch", record.epoch());
    told.put("resourceManagers", record.resourceManagers());
    told.put("acceptors", record.acceptors());
    var leader = memory.leader();
    told.put("leader", leader == null ? "" : leader);
    told.put("promised", memory.promised().number());
    var accepted = new ArrayList<Map<String, Object>>();
    new TreeMap<>(memory.accepted())
        .forEach((voter, each) -> {
          var vote = vote(voter, each.vote());
          vote.put("ballot", each.ballot().number());
          accepted.add(vote);
        });
    told.put("accepted", accepted);
    told.put("acknowledged", false);
    told.put("unheard", List.copyOf(new TreeSet<>(loop.members().unheard(record.id()))));
    return told;
  }

  private static Map<String, Object> told(Tombstone tombstone) {
    var told = began(tombstone.id(), tombstone.voteBy(), tombstone.verdict());
    told.put("acknowledged", true);
    told.put("since", tombstone.since());
    return told;
  }

  private static Map<String, Object> began(
      TransactionId id, Instant voteBy, @Nullable Verdict verdict) {
    var told = new LinkedHashMap<String, Object>();
    told.put("id", id);
    told.put("voteBy", voteBy);
    told.put("decision", verdict == null ? "" : verdict.decision());
    if (verdict != null) {
      told.put("votes", votes(verdict.votes()));
      var forced = verdict.forced();
      if (forced != null) {
        told.put("forcedBy", forced.by());
        told.put("forcedAt", forced.at());
        told.put("reason", forced.reason());
      }
      if (!verdict.forgotten().isEmpty()) {
        told.put("forgotten", forgotten(verdict.forgotten()));
      }
    }
    return told;
  }

  private static List<Map<String, Object>> forgotten(Map<String, Force> forgotten) {
    var all = new ArrayList<Map<String, Object>>();
    new TreeMap<>(forgotten)
        .forEach((resourceManager, force) -> {
          var told = new LinkedHashMap<String, Object>();
          told.put("resourceManager", resourceManager);
          told.put("by", force.by());
          told.put("at", force.at());
          told.put("reason", force.reason());
          all.add(told);
        });
    return all;
  }

  private static List<Map<String, Object>> votes(Map<String, Vote> votes) {
    var all = new ArrayList<Map<String, Object>>();
    new TreeMap<>(votes).forEach((voter, vote) -> all.add(vote(voter, vote)));
    return all;
  }

  private static Map<String, Object> vote(String voter, Vote vote) {
    var told = new LinkedHashMap<String, Object>();
    told.put("resourceManager", voter);
    told.put("choice", vote.choice());
    told.put("note", vote.note());
    return told;
  }

  private void write(HttpServletResponse response, Map<String, Object> what) throws IOException {
    var all = new LinkedHashMap<String, Object>();
    all.put("acceptor", name);
    all.putAll(what);
    var trouble = loop.trouble();
    if (trouble != null) {
      all.put("problem", trouble);
    }
    response.setContentType("application/json");
    var bytes = Json.write(all).getBytes(StandardCharsets.UTF_8);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}
