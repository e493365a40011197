package org.touchpaper.bar.desk;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.client.Action;
import org.touchpaper.harc.client.ActionXml;
import org.touchpaper.harc.client.Note;
import org.touchpaper.harc.client.NoteXml;
import org.touchpaper.harc.client.ResourceState;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.Vote;

/** What was begun, how it was decided, and how the parts of it stand since. */
final class ScriptedDecisions {

  private final Map<TransactionId, Request> begun = new HashMap<>();
  private final Map<TransactionId, Knowledge> decided = new LinkedHashMap<>();
  private final Set<TransactionId> othersAborted = new HashSet<>();
  private final List<String> contradictions = new ArrayList<>();
  private @Nullable String failed;

  synchronized void forget() {
    begun.clear();
    decided.clear();
    othersAborted.clear();
    contradictions.clear();
    failed = null;
  }

  /** From here on every part has failed, of this trouble. */
  synchronized void failParts(String problem) {
    failed = problem;
  }

  /** What was begun under an id that was used for something else before. */
  synchronized List<String> contradictions() {
    return List.copyOf(contradictions);
  }

  /** Each transaction begun, with its outcome. */
  synchronized Map<String, Knowledge.Outcome> outcomes() {
    var outcomes = new TreeMap<String, Knowledge.Outcome>();
    begun
        .keySet()
        .forEach(id ->
            outcomes.put(
                id.value(),
                decided.getOrDefault(id, Knowledge.of(Knowledge.Outcome.UNDECIDED)).outcome()));
    return outcomes;
  }

  synchronized Request request(String transaction) {
    return Objects.requireNonNull(begun.get(new TransactionId(transaction)));
  }

  /** What the acceptors know of a transaction. */
  synchronized Knowledge outcome(TransactionId id) {
    if (othersAborted.contains(id)) {
      return Knowledge.of(Decision.ABORT, Map.of());
    }
    return begun.containsKey(id)
        ? decided.getOrDefault(id, Knowledge.of(Knowledge.Outcome.UNDECIDED))
        : Knowledge.of(Knowledge.Outcome.UNKNOWN);
  }

  /** What a script says becomes of a transaction; the same however often it is begun. */
  synchronized Knowledge decide(Request request, Function<Request, Knowledge> script) {
    var id = request.record().id();
    var known = begun.get(id);
    if (known != null && !known.equals(request)) {
      contradictions.add(known + " came again as " + request);
      return Knowledge.of(Knowledge.Outcome.OTHER_RECORD);
    }
    var earlier = decided.get(id);
    if (earlier != null) {
      return earlier;
    }
    var knowledge = script.apply(request);
    if (knowledge.outcome() == Knowledge.Outcome.OTHER_RECORD) {
      othersAborted.add(id);
    }
    if (knowledge.outcome() != Knowledge.Outcome.NOT_STARTED
        && knowledge.outcome() != Knowledge.Outcome.OTHER_RECORD) {
      begun.put(id, request);
    }
    if (knowledge.outcome().isDecided()) {
      decided.put(id, knowledge);
    }
    return knowledge;
  }

  /** Everybody holds what was asked for. */
  static Knowledge commit(Request request) {
    var votes = new HashMap<String, Vote>();
    for (var rm : request.record().resourceManagers()) {
      var held = actions(request, rm).stream().map(ScriptedDecisions::held).toList();
      votes.put(rm, Vote.prepared(NoteXml.write(new Note.Held(held))));
    }
    return Knowledge.of(Decision.COMMIT, votes);
  }

  private static Note.Part held(Action action) {
    return switch (action) {
      case Action.Make(var ident, _, _, Action.Path(var from, var to, _)) ->
          new Note.Part(ident, ident, List.of(from, "LONDON", "WARRINGTON", to));
      case Action.Modify(var ident, _, Action.Path(var from, var to, _)) ->
          new Note.Part(ident, ident, List.of(from, "READING", "WARRINGTON", to));
      case Action.Make _, Action.Modify _, Action.Cancel _ ->
          new Note.Part(action.ident(), "newton001,newton002", List.of("newton001", "newton002"));
    };
  }

  /** The last resource manager refuses. */
  static Knowledge abort(Request request, Note.Refusal why) {
    var votes = new HashMap<>(commit(request).votes());
    var last = request.record().resourceManagers().getLast();
    votes.put(last, Vote.aborted(NoteXml.write(new Note.Refused(List.of(why)))));
    return Knowledge.of(Decision.ABORT, votes);
  }

  private static List<Action> actions(Request request, String rm) {
    return ActionXml.read(request.actionsFor(rm));
  }

  /** How a resource manager's parts of a transaction stand at an instant. */
  synchronized ResourceState state(String rm, TransactionId id, Instant now) {
    var request = begun.get(id);
    if (request == null || outcome(id).outcome() != Knowledge.Outcome.COMMIT) {
      return new ResourceState(id, Ledger.Phase.UNKNOWN, List.of());
    }
    var parts = actions(request, rm).stream().map(action -> part(id, action, now)).toList();
    return new ResourceState(id, Ledger.Phase.COMMITTED, parts);
  }

  private ResourceState.Part part(TransactionId id, Action action, Instant now) {
    var schedule = schedule(id, action.ident());
    var over = !now.isBefore(schedule.endTime());
    var trouble = failed;
    if (isCancelled(id, action.ident())) {
      return new ResourceState.Part(
          action.ident(), ResourceState.PartState.CANCELLED, "", "", true);
    }
    if (trouble != null) {
      return new ResourceState.Part(
          action.ident(), ResourceState.PartState.FAILED, "", trouble, over);
    }
    var state =
        over
            ? ResourceState.PartState.ENDED
            : now.isBefore(schedule.startTime())
                ? ResourceState.PartState.COMMITTED
                : ResourceState.PartState.ACTIVE;
    return new ResourceState.Part(action.ident(), state, "", "", over);
  }

  /** As the last of its committed transactions that named a time. */
  private Action.Schedule schedule(TransactionId id, String ident) {
    return actionsOn(id, ident)
        .map(action ->
            switch (action) {
              case Action.Make(_, _, var schedule, _) -> Optional.of(schedule);
              case Action.Modify(_, var schedule, _) -> Optional.ofNullable(schedule);
              case Action.Cancel _ -> Optional.<Action.Schedule>empty();
            })
        .flatMap(Optional::stream)
        .reduce((_, later) -> later)
        .orElseThrow();
  }

  private boolean isCancelled(TransactionId id, String ident) {
    return actionsOn(id, ident).anyMatch(Action.Cancel.class::isInstance);
  }

  /** What was committed for one of a booking's parts, in the order in which it was decided. */
  private Stream<Action> actionsOn(TransactionId id, String ident) {
    var booking = id.value().replaceAll("[.]\\d+$", "");
    return decided.entrySet().stream()
        .filter(each -> each.getKey().value().startsWith(booking + "."))
        .filter(each -> each.getValue().outcome() == Knowledge.Outcome.COMMIT)
        .map(each -> Objects.requireNonNull(begun.get(each.getKey())))
        .flatMap(request ->
            request.record().resourceManagers().stream()
                .flatMap(rm -> actions(request, rm).stream()))
        .filter(action -> action.ident().equals(ident));
  }
}
