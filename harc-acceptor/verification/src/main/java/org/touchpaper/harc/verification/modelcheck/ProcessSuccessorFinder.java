package org.touchpaper.harc.verification.modelcheck;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.verification.modelcheck.ProcessTransitionTable.Step;

/**
 * Finds the successors of one process in the {@link ProcessTransitionTable}.
 *
 * <p>A step that sends nothing new is <i>silent</i>: it affects no other process and stays
 * possible, because messages stay in flight. It is deferred until a step that affects others needs
 * it: a successor is any number of silent steps followed by one that is not. Of successors that
 * sent the same messages, one that another can reach silently is dropped. The same vote accepted by
 * several acceptors arrives as one bundle, since counting more reports never allows less.
 *
 * @param <M> the machine
 */
final class ProcessSuccessorFinder<M> {
  private final String name;
  private final ModelMessageIndex messages;
  private final ProcessTransitionTable<M> steps;
  private final Map<View, List<Successor>> successorCache = new HashMap<>();
  private final Map<DecisionArrival, Boolean> restCache = new HashMap<>();
  private final BitSet relevant = new BitSet();
  private int scannedCount;

  /** Everything that the successors depend on. */
  private record View(int machine, BitSet messages) {}

  /**
   * A successor.
   *
   * @param machine the machine's number afterwards
   * @param sent the new messages
   * @param decision the flag of a decision if the step only decides and the process sends nothing
   *     new afterwards; else 0
   */
  record Successor(int machine, BitSet sent, int decision) {}

  /** The arrival of a decision, by the message's number. */
  private record DecisionArrival(View view, int decision) {}

  /** The new messages of a step except decisions, and the machine after it. */
  private record SentMessages(int machine, BitSet messages) {}

  /** What comparable successors have in common: one may silently reach another. */
  private record SuccessorKey(int flags, BitSet sent) {}

  ProcessSuccessorFinder(String name, ProcessModel<M> model, ModelMessageIndex messages) {
    this.name = name;
    this.messages = messages;
    this.steps = new ProcessTransitionTable<>(name, model, messages);
  }

  String name() {
    return name;
  }

  int machineCount() {
    return steps.machineCount();
  }

  int viewCount() {
    return successorCache.size();
  }

  int flags(int machine) {
    return steps.flags(machine);
  }

  /** The successors while these messages are in flight. */
  List<Successor> successors(int machine, BitSet inFlight) {
    var view = new View(machine, relevantOf(inFlight));
    var successors = successorCache.get(view);
    if (successors == null) {
      successors = explore(machine, view.messages());
      successorCache.put(view, successors);
    }
    return successors;
  }

  /**
   * True if the process, once it has received the decision, sends nothing that it could not send
   * before.
   */
  boolean isSilentAfter(int decision, int machine, BitSet inFlight) {
    return !messages.get(decision).canReach(name)
        || restCache.computeIfAbsent(
            new DecisionArrival(new View(machine, relevantOf(inFlight)), decision),
            this::computeIsSilent);
  }

  private boolean computeIsSilent(DecisionArrival arrival) {
    var known = arrival.view().messages();
    var informed = (BitSet) known.clone();
    informed.set(arrival.decision());
    var before = arrival.view().machine();
    var after = new LinkedHashSet<Integer>();
    var emitted = new LinkedHashSet<SentMessages>();
    for (var step : steps.stepsOn(before, arrival.decision())) {
      classify(step, known, after, emitted);
    }
    emitted.addAll(emissions(after, informed));
    return emissions(Set.of(before), known).containsAll(emitted);
  }

  /**
   * All messages that may be sent next, after any number of steps that send nothing new except
   * decisions.
   */
  private Set<SentMessages> emissions(Set<Integer> beginnings, BitSet known) {
    var reached = new LinkedHashSet<>(beginnings);
    var machines = new ArrayList<>(reached);
    var emitted = new LinkedHashSet<SentMessages>();
    for (var index = 0; index < machines.size(); index++) {
      var silent = new LinkedHashSet<Integer>();
      steps.forEachStep(machines.get(index), known, step -> classify(step, known, silent, emitted));
      silent.stream().filter(reached::add).forEach(machines::add);
    }
    return emitted;
  }

  private void classify(Step step, BitSet known, Set<Integer> silent, Set<SentMessages> emitted) {
    var newMessages = messages.withoutDecisions(step.sent());
    newMessages.andNot(known);
    if (newMessages.isEmpty()) {
      silent.add(step.machine());
    } else {
      emitted.add(new SentMessages(step.machine(), newMessages));
    }
  }

  private BitSet relevantOf(BitSet inFlight) {
    for (; scannedCount < messages.size(); scannedCount++) {
      var message = messages.get(scannedCount);
      relevant.set(scannedCount, message.canReach(name) || message.from().equals(name));
    }
    var result = (BitSet) relevant.clone();
    result.and(inFlight);
    return result;
  }

  private List<Successor> explore(int first, BitSet known) {
    var knownFlags = flags(first) | flagsOf(known);
    Map<SuccessorKey, Set<Integer>> found = new LinkedHashMap<>();
    for (var machine : silentClosure(first, known)) {
      steps.forEachStep(
          machine,
          known,
          step -> {
            if (!isSilent(step, known, knownFlags)) {
              var newMessages = (BitSet) step.sent().clone();
              newMessages.andNot(known);
              found
                  .computeIfAbsent(
                      new SuccessorKey(flags(step.machine()) & ~knownFlags, newMessages),
                      _ -> new LinkedHashSet<>())
                  .add(step.machine());
            }
          });
    }
    var successors = new ArrayList<Successor>();
    found.forEach((key, group) -> {
      var knownAfter = (BitSet) known.clone();
      knownAfter.or(key.sent());
      for (var machine : withoutDominated(group, knownAfter)) {
        successors.add(new Successor(machine, key.sent(), decision(key, machine, knownAfter)));
      }
    });
    return List.copyOf(successors);
  }

  private int decision(SuccessorKey key, int machine, BitSet known) {
    var flags = key.flags();
    for (var message = key.sent().nextSetBit(0);
        message >= 0;
        message = key.sent().nextSetBit(message + 1)) {
      var messageFlags = messages.flagsOf(message);
      if ((messageFlags & StateFlags.DECIDED) == 0) {
        return 0;
      }
      flags |= messageFlags;
    }
    var decision = flags & StateFlags.DECIDED;
    return decision != 0 && sendsNothingNew(machine, known) ? decision : 0;
  }

  private boolean sendsNothingNew(int first, BitSet known) {
    var knownFlags = flags(first) | flagsOf(known);
    var sending = new BitSet(1);
    for (var machine : silentClosure(first, known)) {
      steps.forEachStep(
          machine,
          known,
          step -> {
            if (!isSilent(step, known, knownFlags)) {
              sending.set(0);
            }
          });
    }
    return sending.isEmpty();
  }

  /** The machines that no other reaches silently; one of several that reach each other. */
  private List<Integer> withoutDominated(Set<Integer> group, BitSet known) {
    var kept = new ArrayList<Integer>();
    var reached = new BitSet();
    for (var machine : group) {
      if (!reached.get(machine)) {
        var reach = silentClosure(machine, known);
        kept.removeIf(reach::contains);
        reach.forEach(reached::set);
        kept.add(machine);
      }
    }
    return kept;
  }

  /** The machines reachable by silent steps, starting with the given one. */
  private List<Integer> silentClosure(int first, BitSet known) {
    var knownFlags = flags(first) | flagsOf(known);
    var machines = new ArrayList<Integer>();
    var visited = new BitSet();
    machines.add(first);
    visited.set(first);
    for (var index = 0; index < machines.size(); index++) {
      steps.forEachStep(
          machines.get(index),
          known,
          step -> {
            if (!visited.get(step.machine()) && isSilent(step, known, knownFlags)) {
              visited.set(step.machine());
              machines.add(step.machine());
            }
          });
    }
    return machines;
  }

  /** True if the step sends no new message and sets no flag that messages do not already carry. */
  private boolean isSilent(Step step, BitSet known, int knownFlags) {
    if ((flags(step.machine()) & ~knownFlags) != 0) {
      return false;
    }
    for (var message = step.sent().nextSetBit(0);
        message >= 0;
        message = step.sent().nextSetBit(message + 1)) {
      if (!known.get(message)) {
        return false;
      }
    }
    return true;
  }

  private int flagsOf(BitSet known) {
    var flags = 0;
    for (var message = known.nextSetBit(0); message >= 0; message = known.nextSetBit(message + 1)) {
      flags |= messages.flagsOf(message);
    }
    return flags;
  }

  /** The trace of the steps from one machine to another that sent these messages. */
  List<String> traceSteps(int before, int after, BitSet inFlight, BitSet sent) {
    var known = relevantOf(inFlight);
    var knownFlags = flags(before) | flagsOf(known);
    Map<Integer, List<String>> lines = new HashMap<>();
    lines.put(before, List.of());
    var found = new ArrayList<List<String>>();
    for (var machine : silentClosure(before, known)) {
      steps.forEachStep(
          machine,
          known,
          step -> {
            var extended = new ArrayList<>(lines.getOrDefault(machine, List.of()));
            extended.add(name + " <- " + step.trace() + "  =>  " + steps.describe(step.machine()));
            var sentAfter = (BitSet) inFlight.clone();
            sentAfter.or(step.sent());
            if (isSilent(step, known, knownFlags)) {
              lines.putIfAbsent(step.machine(), extended);
            } else if (step.machine() == after && sentAfter.equals(sent)) {
              found.add(extended);
            }
          });
    }
    if (!found.isEmpty()) {
      return found.getFirst();
    }
    throw new UnsupportedOperationException(
        name + ": no path from machine " + before + " to machine " + after);
  }
}
