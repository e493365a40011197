package org.touchpaper.harc.verification.modelcheck;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.ResourceManagerActions;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.verification.InvariantViolationException;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.MutantInjector;

/**
 * Visits every reachable state of the production machines for a number of processes and ballots,
 * with messages lost, duplicated or reordered and processes crashing. As in PaxosCommit.tla,
 * messages stay in flight forever: one that may arrive at any time, any number of times or never,
 * need not be lost.
 *
 * <p>Decisions are deferred: a process that has decided or received a decision never sends anything
 * new, so a path to two decisions can be reordered to make each of them last. In each state the
 * checker computes which decisions are possible and explores them only if they contradict each
 * other or a vote. A decision lost in a crash counts as made; it is not delivered before. Wherever
 * a decision is possible, the checker also verifies the premise that a process sends nothing new
 * after it receives one.
 */
public final class ModelChecker {
  private final ModelMessageIndex messages = new ModelMessageIndex();
  private final List<ProcessSuccessorFinder<?>> processes = new ArrayList<>();
  private final StateTable states = new StateTable();
  private final int resourceManagerCount;
  private final int[] shifts;
  private final int[] widths;
  private long transitions;

  /**
   * The bounds of the exploration.
   *
   * @param resourceManagers the number of voters
   * @param acceptors the number of acceptors, odd
   * @param highestBallot the highest ballot that a leader may use
   * @param mutant the injected mistake
   */
  public record Scope(int resourceManagers, int acceptors, long highestBallot, Mutant mutant) {}

  /**
   * The result.
   *
   * @param states the number of states
   * @param transitions the number of transitions between them
   * @param violation the trace to a state that violates an invariant; null if there is none
   */
  public record Result(int states, long transitions, @Nullable String violation) {}

  public ModelChecker(Scope scope) {
    var request = request(scope);
    var protocol = new MutantInjector(scope.mutant(), request.record());
    this.resourceManagerCount = scope.resourceManagers();
    for (var name : request.record().resourceManagers()) {
      processes.add(
          new ProcessSuccessorFinder<>(name, new ResourceManagerModel(protocol, name), messages));
    }
    for (var name : request.record().acceptors()) {
      var model = new AcceptorModel(protocol, request, name, scope.highestBallot());
      processes.add(new ProcessSuccessorFinder<>(name, model, messages));
    }
    this.shifts = new int[processes.size()];
    this.widths = new int[processes.size()];
    for (var i = 0; i < widths.length; i++) {
      widths[i] =
          i < resourceManagerCount
              ? 6
              : Math.min(20, (64 - 6 * resourceManagerCount) / scope.acceptors());
      shifts[i] = i == 0 ? 0 : shifts[i - 1] + widths[i - 1];
    }
  }

  static TransactionRequest request(Scope scope) {
    return TransactionRequest.of(
        new TransactionId("t"),
        IntStream.rangeClosed(1, scope.acceptors()).mapToObj(i -> "a" + i).toList(),
        1,
        ModelClockValues.VOTE_BY,
        new RequestingUser("ada", "ucl", List.of(), "scientist", "c"),
        IntStream.rangeClosed(1, scope.resourceManagers())
            .mapToObj(i -> new ResourceManagerActions("rm" + i, "<x/>"))
            .toList());
  }

  /**
   * Visits all states.
   *
   * @param progress is told now and then how many states were visited and how many wait
   */
  public Result explore(BiConsumer<Integer, Integer> progress) {
    states.add(0, messages.set(freeMessages()), -1);
    var current = 0;
    try {
      for (; current < states.size(); current++) {
        visit(current);
        if (current % 50_000 == 0) {
          progress.accept(current, states.size() - current);
        }
      }
    } catch (InvariantViolationException | IllegalStateException violation) {
      return new Result(states.size(), transitions, trace(current) + violation.getMessage());
    }
    return new Result(states.size(), transitions, null);
  }

  /**
   * Messages that a process may send initially without changing its state, such as Prepare by a
   * leader that crashes before it records that it leads. They are sent at once, since a message in
   * flight prevents nothing.
   */
  Set<ModelMessage> freeMessageSet() {
    return freeMessages().stream().mapToObj(messages::get).collect(toSet());
  }

  private BitSet freeMessages() {
    var sent = new BitSet();
    for (var process : processes) {
      for (var successor : process.successors(0, new BitSet())) {
        if (successor.machine() == 0 && successor.decision() == 0) {
          sent.or(successor.sent());
        }
      }
    }
    return sent;
  }

  private void visit(int state) {
    var inFlight = messages.set(states.messages(state));
    var successors = successorsOf(state, messages.withoutDecisions(inFlight));
    successors.requireConsistent(resourceManagerCount);
    var makeDecisions = successors.canViolate(resourceManagerCount);
    if (makeDecisions) {
      successors = successorsOf(state, inFlight);
    } else {
      checkSilenceAfterDecision(state, successors);
    }
    for (var i = 0; i < processes.size(); i++) {
      for (var successor : successors.successors().get(i)) {
        if (makeDecisions || successor.decision() == 0) {
          transitions++;
          var machines = withMachine(states.machines(state), i, successor.machine());
          states.add(machines, messages.set(union(inFlight, successor.sent())), state);
        }
      }
    }
  }

  /** Verifies why decisions may be deferred: a process that receives one sends nothing new. */
  private void checkSilenceAfterDecision(int state, ExploredStateSuccessors successors) {
    var inFlight = messages.set(states.messages(state));
    var arriving = messages.withoutDecisions(inFlight);
    var decisions = messages.decisionsIn(inFlight);
    successors
        .successors()
        .forEach(processSuccessors ->
            processSuccessors.forEach(
                successor -> decisions.or(messages.decisionsIn(successor.sent()))));
    for (var i = 0; i < processes.size(); i++) {
      var process = processes.get(i);
      var machine = machine(states.machines(state), i);
      for (var decision = decisions.nextSetBit(0);
          decision >= 0;
          decision = decisions.nextSetBit(decision + 1)) {
        if (!process.isSilentAfter(decision, machine, arriving)) {
          throw new InvariantViolationException(
              process.name() + " sends something new after it received a decision");
        }
      }
    }
  }

  /** The successors of a state in which these messages arrive. */
  private ExploredStateSuccessors successorsOf(int state, BitSet arriving) {
    var flags = messages.flagsOfSet(states.messages(state));
    var prepared = 0;
    var successors = new ArrayList<List<ProcessSuccessorFinder.Successor>>();
    for (var i = 0; i < processes.size(); i++) {
      var machine = machine(states.machines(state), i);
      var ownFlags = processes.get(i).flags(machine);
      flags |= ownFlags & ~StateFlags.PREPARED;
      prepared += (ownFlags & StateFlags.PREPARED) != 0 ? 1 : 0;
      successors.add(processes.get(i).successors(machine, arriving));
    }
    return new ExploredStateSuccessors(flags, prepared, successors);
  }

  private static BitSet union(BitSet first, BitSet second) {
    if (second.isEmpty()) {
      return first;
    }
    var union = (BitSet) first.clone();
    union.or(second);
    return union;
  }

  private long withMachine(long machines, int process, int machine) {
    if (machine >>> widths[process] != 0) {
      throw new UnsupportedOperationException(
          processes.get(process).name() + " has more states than fit in a state key");
    }
    var mask = ((1L << widths[process]) - 1) << shifts[process];
    return (machines & ~mask) | ((long) machine << shifts[process]);
  }

  private int machine(long machines, int process) {
    return (int) ((machines >>> shifts[process]) & ((1L << widths[process]) - 1));
  }

  private String trace(int number) {
    var steps = new ArrayList<List<String>>();
    for (var current = number; states.originOf(current) >= 0; current = states.originOf(current)) {
      var previous = states.originOf(current);
      var sent = messages.set(states.messages(current));
      for (var i = 0; i < processes.size(); i++) {
        var from = machine(states.machines(previous), i);
        var to = machine(states.machines(current), i);
        if (from != to) {
          var inFlight = messages.set(states.messages(previous));
          steps.add(processes.get(i).traceSteps(from, to, inFlight, sent));
        }
      }
    }
    Collections.reverse(steps);
    return steps.stream().flatMap(List::stream).map(line -> line + "\n").collect(joining());
  }

  /** All sets of messages sent before a decision, with the decisions that each allows, as flags. */
  Map<Set<ModelMessage>, Integer> decisionsByEmission() {
    var decisionsBySet = new HashMap<Set<ModelMessage>, Integer>();
    for (var state = 0; state < states.size(); state++) {
      var undecided = messages.withoutDecisions(messages.set(states.messages(state)));
      var sent = undecided.stream().mapToObj(messages::get).collect(toSet());
      decisionsBySet.merge(sent, successorsOf(state, undecided).decisions(), (a, b) -> a | b);
    }
    return decisionsBySet;
  }

  /** The number of states per process, for display. */
  public String statistics() {
    var text = new StringBuilder(messages.size() + " messages in " + messages.setCount() + " sets");
    for (var process : processes) {
      text.append(
          ", %s %d machines, %d views"
              .formatted(process.name(), process.machineCount(), process.viewCount()));
    }
    return text.toString();
  }
}
