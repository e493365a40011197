package org.touchpaper.harc.proof;

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

/**
 * The exploration as one would write it first, every step a state and nothing put off: what {@link
 * Explorer} leaves out is held against it.
 */
final class EveryStep {
  private final Letters letters = new Letters();
  private final List<Party<?>> parties = new ArrayList<>();
  private final Set<State> states = new HashSet<>();
  private final ArrayDeque<State> waiting = new ArrayDeque<>();
  private final Map<BitSet, Integer> sayings = new HashMap<>();

  private record State(List<Integer> machines, BitSet said) {}

  private record Step(int machine, BitSet said) {}

  EveryStep(Explorer.Scope scope) {
    var request = Explorer.request(scope);
    var machines = new Machines(scope.mutant(), request.record());
    for (var name : request.record().resourceManagers()) {
      parties.add(new Party<>(name, new VoterActor(machines, name)));
    }
    for (var name : request.record().acceptors()) {
      var actor = new AcceptorActor(machines, request, name, scope.highestBallot());
      parties.add(new Party<>(name, actor));
    }
  }

  int states() {
    return states.size();
  }

  /** As {@link Explorer#sayings}. */
  Map<Set<Letter>, Integer> sayings() {
    add(new State(parties.stream().map(_ -> 0).toList(), new BitSet()));
    while (!waiting.isEmpty()) {
      visit(waiting.remove());
    }
    return sayings.entrySet().stream()
        .collect(
            toMap(
                each -> each.getKey().stream().mapToObj(letters::get).collect(toSet()),
                Map.Entry::getValue));
  }

  private void visit(State state) {
    var claims = letters.claims(letters.set(state.said()));
    for (var i = 0; i < parties.size(); i++) {
      var party = parties.get(i);
      var machine = state.machines().get(i);
      claims |= party.claims(machine);
      for (var step : party.steps(machine, state.said())) {
        var machines = new ArrayList<>(state.machines());
        machines.set(i, step.machine());
        var said = (BitSet) state.said().clone();
        said.or(step.said());
        add(new State(List.copyOf(machines), said));
      }
    }
    var undecided = new BitSet();
    state.said().stream()
        .filter(each -> (letters.claimsOf(each) & Claims.DECIDED) == 0)
        .forEach(undecided::set);
    sayings.merge(undecided, claims & Claims.DECIDED, (a, b) -> a | b);
  }

  private void add(State state) {
    if (states.add(state)) {
      waiting.add(state);
    }
  }

  private final class Party<M> {
    private final String name;
    private final Actor<M> actor;
    private final List<M> machines = new ArrayList<>();
    private final Map<M, Integer> numbers = new HashMap<>();
    private final Map<Integer, List<Step>> byItself = new HashMap<>();
    private final Map<List<Integer>, List<Step>> onLetter = new HashMap<>();

    Party(String name, Actor<M> actor) {
      this.name = name;
      this.actor = actor;
      number(actor.beginning());
    }

    int claims(int machine) {
      return actor.claims(machines.get(machine));
    }

    List<Step> steps(int machine, BitSet said) {
      var all = new ArrayList<Step>();
      all.addAll(
          byItself.computeIfAbsent(machine, _ -> numbered(actor.byItself(machines.get(machine)))));
      for (var letter : said.stream().toArray()) {
        if (letters.get(letter).reaches(name)) {
          all.addAll(
              onLetter.computeIfAbsent(
                  List.of(machine, letter),
                  _ -> numbered(actor.receive(machines.get(machine), letters.get(letter)))));
        }
      }
      return all;
    }

    private List<Step> numbered(List<Actor.Turnout<M>> turnouts) {
      var steps = new ArrayList<Step>();
      for (var each : turnouts) {
        var said = new BitSet();
        each.said().forEach(letter -> said.set(letters.number(letter)));
        steps.add(new Step(number(each.next()), said));
      }
      return List.copyOf(steps);
    }

    private int number(M machine) {
      return numbers.computeIfAbsent(
          machine,
          fresh -> {
            machines.add(fresh);
            return machines.size() - 1;
          });
    }
  }
}
