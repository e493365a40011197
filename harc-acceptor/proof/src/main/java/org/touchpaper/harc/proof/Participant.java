package org.touchpaper.harc.proof;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.touchpaper.harc.proof.StepTable.Step;

/**
 * One process's side of the exploration: finds what may come next of its {@link StepTable}.
 *
 * <p>A step that says nothing new is <i>silent</i>: it concerns nobody else, and is possible later
 * too, since letters stay. So it is put off until a step that does concern others needs it: a
 * successor is any number of silent steps and one that is not. Of the successors that said the
 * same, one that another can reach silently is left out. The same vote accepted by several
 * acceptors comes as one bundle: to have counted more is no less than to have counted some.
 *
 * @param <M> its machine
 */
final class Participant<M> {
  private final String name;
  private final Letters letters;
  private final StepTable<M> steps;
  private final Map<View, List<Next>> seen = new HashMap<>();
  private final Map<Hearing, Boolean> hearings = new HashMap<>();
  private final BitSet concerning = new BitSet();
  private int looked;

  /** All that what comes next depends on. */
  private record View(int machine, BitSet letters) {}

  /**
   * What may come next.
   *
   * @param machine the machine's number afterwards
   * @param said what has been said that was new
   * @param decision the claim of a decision if that is all there is to it, and nothing new is said
   *     afterwards; else 0
   */
  record Next(int machine, BitSet said, int decision) {}

  /** That it hears of a decision, by the letter's number. */
  private record Hearing(View view, int decision) {}

  /** What it has said that was new, decisions aside, and what it is then. */
  private record Saying(int machine, BitSet letters) {}

  /** What those alike have in common: one of them may be another's future. */
  private record Alike(int claims, BitSet said) {}

  Participant(String name, Actor<M> actor, Letters letters) {
    this.name = name;
    this.letters = letters;
    this.steps = new StepTable<>(name, actor, letters);
  }

  String name() {
    return name;
  }

  int machineCount() {
    return steps.machineCount();
  }

  int viewCount() {
    return seen.size();
  }

  int claims(int machine) {
    return steps.claims(machine);
  }

  /** What may follow when all this has been said. */
  List<Next> next(int machine, BitSet inFlight) {
    var view = new View(machine, concerning(inFlight));
    var known = seen.get(view);
    if (known == null) {
      known = explore(machine, view.letters());
      seen.put(view, known);
    }
    return known;
  }

  /** True if it says nothing, once it has heard of that decision, that it could not say before. */
  boolean restsOn(int decision, int machine, BitSet inFlight) {
    return !letters.get(decision).reaches(name)
        || hearings.computeIfAbsent(
            new Hearing(new View(machine, concerning(inFlight)), decision), this::rests);
  }

  private boolean rests(Hearing hearing) {
    var known = hearing.view().letters();
    var informed = (BitSet) known.clone();
    informed.set(hearing.decision());
    var before = hearing.view().machine();
    var after = new LinkedHashSet<Integer>();
    var said = new LinkedHashSet<Saying>();
    for (var step : steps.onLetter(before, hearing.decision())) {
      note(step, known, after, said);
    }
    said.addAll(sayings(after, informed));
    return sayings(Set.of(before), known).containsAll(said);
  }

  /** All that may be said next, however much goes before that says nothing new but decisions. */
  private Set<Saying> sayings(Set<Integer> beginnings, BitSet known) {
    var reached = new LinkedHashSet<>(beginnings);
    var all = new ArrayList<>(reached);
    var said = new LinkedHashSet<Saying>();
    for (var at = 0; at < all.size(); at++) {
      var fresh = new LinkedHashSet<Integer>();
      steps.each(all.get(at), known, step -> note(step, known, fresh, said));
      fresh.stream().filter(reached::add).forEach(all::add);
    }
    return said;
  }

  private void note(Step step, BitSet known, Set<Integer> silent, Set<Saying> said) {
    var fresh = letters.undecided(step.said());
    fresh.andNot(known);
    if (fresh.isEmpty()) {
      silent.add(step.machine());
    } else {
      said.add(new Saying(step.machine(), fresh));
    }
  }

  private BitSet concerning(BitSet inFlight) {
    for (; looked < letters.size(); looked++) {
      var letter = letters.get(looked);
      concerning.set(looked, letter.reaches(name) || letter.from().equals(name));
    }
    var mine = (BitSet) concerning.clone();
    mine.and(inFlight);
    return mine;
  }

  private List<Next> explore(int first, BitSet known) {
    var claimed = claims(first) | claimsOf(known);
    Map<Alike, Set<Integer>> found = new LinkedHashMap<>();
    for (var machine : silently(first, known)) {
      steps.each(
          machine,
          known,
          step -> {
            if (!isSilent(step, known, claimed)) {
              var fresh = (BitSet) step.said().clone();
              fresh.andNot(known);
              found
                  .computeIfAbsent(
                      new Alike(claims(step.machine()) & ~claimed, fresh),
                      _ -> new LinkedHashSet<>())
                  .add(step.machine());
            }
          });
    }
    var next = new ArrayList<Next>();
    found.forEach((alike, group) -> {
      var then = (BitSet) known.clone();
      then.or(alike.said());
      for (var machine : foremost(group, then)) {
        next.add(new Next(machine, alike.said(), decision(alike, machine, then)));
      }
    });
    return List.copyOf(next);
  }

  private int decision(Alike alike, int machine, BitSet known) {
    var all = alike.claims();
    for (var each = alike.said().nextSetBit(0);
        each >= 0;
        each = alike.said().nextSetBit(each + 1)) {
      var claimed = letters.claimsOf(each);
      if ((claimed & Claims.DECIDED) == 0) {
        return 0;
      }
      all |= claimed;
    }
    var decision = all & Claims.DECIDED;
    return decision != 0 && saysNothingNew(machine, known) ? decision : 0;
  }

  private boolean saysNothingNew(int first, BitSet known) {
    var claimed = claims(first) | claimsOf(known);
    var speaking = new BitSet(1);
    for (var machine : silently(first, known)) {
      steps.each(
          machine,
          known,
          step -> {
            if (!isSilent(step, known, claimed)) {
              speaking.set(0);
            }
          });
    }
    return speaking.isEmpty();
  }

  /** Those that no other reaches silently; of several that reach each other, one. */
  private List<Integer> foremost(Set<Integer> group, BitSet known) {
    var kept = new ArrayList<Integer>();
    var reached = new BitSet();
    for (var machine : group) {
      if (!reached.get(machine)) {
        var reach = silently(machine, known);
        kept.removeIf(reach::contains);
        reach.forEach(reached::set);
        kept.add(machine);
      }
    }
    return kept;
  }

  /** The machines it may silently become, itself first. */
  private List<Integer> silently(int first, BitSet known) {
    var claimed = claims(first) | claimsOf(known);
    var all = new ArrayList<Integer>();
    var visited = new BitSet();
    all.add(first);
    visited.set(first);
    for (var at = 0; at < all.size(); at++) {
      steps.each(
          all.get(at),
          known,
          step -> {
            if (!visited.get(step.machine()) && isSilent(step, known, claimed)) {
              visited.set(step.machine());
              all.add(step.machine());
            }
          });
    }
    return all;
  }

  /** Nothing is said that was not said before, and nothing claimed that letters do not claim. */
  private boolean isSilent(Step step, BitSet known, int claimed) {
    if ((claims(step.machine()) & ~claimed) != 0) {
      return false;
    }
    for (var each = step.said().nextSetBit(0); each >= 0; each = step.said().nextSetBit(each + 1)) {
      if (!known.get(each)) {
        return false;
      }
    }
    return true;
  }

  private int claimsOf(BitSet known) {
    var all = 0;
    for (var each = known.nextSetBit(0); each >= 0; each = known.nextSetBit(each + 1)) {
      all |= letters.claimsOf(each);
    }
    return all;
  }

  /** What happened when it became another machine and said this, for a story. */
  List<String> tell(int before, int after, BitSet inFlight, BitSet said) {
    var known = concerning(inFlight);
    var claimed = claims(before) | claimsOf(known);
    Map<Integer, List<String>> lines = new HashMap<>();
    lines.put(before, List.of());
    var found = new ArrayList<List<String>>();
    for (var machine : silently(before, known)) {
      steps.each(
          machine,
          known,
          step -> {
            var more = new ArrayList<>(lines.getOrDefault(machine, List.of()));
            more.add(name + " <- " + step.story() + "  =>  " + steps.brief(step.machine()));
            var all = (BitSet) inFlight.clone();
            all.or(step.said());
            if (isSilent(step, known, claimed)) {
              lines.putIfAbsent(step.machine(), more);
            } else if (step.machine() == after && all.equals(said)) {
              found.add(more);
            }
          });
    }
    if (!found.isEmpty()) {
      return found.getFirst();
    }
    throw new UnsupportedOperationException(name + " does not get from " + before + " to " + after);
  }
}
