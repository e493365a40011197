package org.touchpaper.harc.verification.modelcheck;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.verification.MutantInjector;

/**
 * A straightforward exploration, in which every step is a state and nothing is deferred; {@link
 * ModelChecker} is compared with it.
 */
final class NaiveModelChecker {
  private final ModelMessageIndex messages = new ModelMessageIndex();
  private final List<ModelledProcess<?>> processes = new ArrayList<>();
  private final Set<State> states = new HashSet<>();
  private final ArrayDeque<State> waiting = new ArrayDeque<>();
  private final Map<BitSet, Integer> decisionsByEmission = new HashMap<>();

  private record State(List<Integer> machines, BitSet sent) {}

  private record Step(int machine, BitSet sent) {}

  NaiveModelChecker(ModelChecker.Scope scope) {
    var request = ModelChecker.request(scope);
    var protocol = new MutantInjector(scope.mutant(), request.record());
    for (var name : request.record().resourceManagers()) {
      processes.add(new ModelledProcess<>(name, new ResourceManagerModel(protocol, name)));
    }
    for (var name : request.record().acceptors()) {
      var model = new AcceptorModel(protocol, request, name, scope.highestBallot());
      processes.add(new ModelledProcess<>(name, model));
    }
  }

  int states() {
    return states.size();
  }

  /** As {@link ModelChecker#decisionsByEmission}. */
  Map<Set<ModelMessage>, Integer> decisionsByEmission() {
    add(new State(processes.stream().map(_ -> 0).toList(), new BitSet()));
    while (!waiting.isEmpty()) {
      visit(waiting.remove());
    }
    return decisionsByEmission.entrySet().stream()
        .collect(
            toMap(
                entry -> entry.getKey().stream().mapToObj(messages::get).collect(toSet()),
                Map.Entry::getValue));
  }

  private void visit(State state) {
    var flags = messages.flagsOfSet(messages.set(state.sent()));
    for (var i = 0; i < processes.size(); i++) {
      var process = processes.get(i);
      var machine = state.machines().get(i);
      flags |= process.flags(machine);
      for (var step : process.steps(machine, state.sent())) {
        var machines = new ArrayList<>(state.machines());
        machines.set(i, step.machine());
        var sent = (BitSet) state.sent().clone();
        sent.or(step.sent());
        add(new State(List.copyOf(machines), sent));
      }
    }
    var undecided = new BitSet();
    state.sent().stream()
        .filter(message -> (messages.flagsOf(message) & StateFlags.DECIDED) == 0)
        .forEach(undecided::set);
    decisionsByEmission.merge(undecided, flags & StateFlags.DECIDED, (a, b) -> a | b);
  }

  private void add(State state) {
    if (states.add(state)) {
      waiting.add(state);
    }
  }

  private final class ModelledProcess<M> {
    private final String name;
    private final ProcessModel<M> model;
    private final List<M> machines = new ArrayList<>();
    private final Map<M, Integer> numbers = new HashMap<>();
    private final Map<Integer, List<Step>> spontaneousSteps = new HashMap<>();
    private final Map<List<Integer>, List<Step>> stepsByMessage = new HashMap<>();

    ModelledProcess(String name, ProcessModel<M> model) {
      this.name = name;
      this.model = model;
      numberOf(model.initialState());
    }

    int flags(int machine) {
      return model.flags(machines.get(machine));
    }

    List<Step> steps(int machine, BitSet sent) {
      var steps = new ArrayList<Step>();
      steps.addAll(
          spontaneousSteps.computeIfAbsent(
              machine, _ -> toSteps(model.spontaneousTransitions(machines.get(machine)))));
      for (var message : sent.stream().toArray()) {
        if (messages.get(message).canReach(name)) {
          steps.addAll(
              stepsByMessage.computeIfAbsent(
                  List.of(machine, message),
                  _ -> toSteps(model.receive(machines.get(machine), messages.get(message)))));
        }
      }
      return steps;
    }

    private List<Step> toSteps(List<ProcessModel.Transition<M>> transitions) {
      var steps = new ArrayList<Step>();
      for (var transition : transitions) {
        var sent = new BitSet();
        transition.sent().forEach(message -> sent.set(messages.numberOf(message)));
        steps.add(new Step(numberOf(transition.next()), sent));
      }
      return List.copyOf(steps);
    }

    private int numberOf(M machine) {
      return numbers.computeIfAbsent(
          machine,
          added -> {
            machines.add(added);
            return machines.size() - 1;
          });
    }
  }
}
