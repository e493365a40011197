package org.touchpaper.harc.proof;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one process's machine does: its states by number, and what becomes of each by itself and by
 * each letter; worked out when first asked for, by the production code.
 *
 * @param <M> the machine
 */
final class StepTable<M> {
  private final String name;
  private final Actor<M> actor;
  private final Letters letters;
  private final Map<M, Integer> numbers = new HashMap<>();
  private final List<M> machines = new ArrayList<>();
  private final List<Integer> claims = new ArrayList<>();
  private final List<Step @Nullable []> byItself = new ArrayList<>();
  private final List<Step @Nullable [][]> afterLetter = new ArrayList<>();

  /**
   * One way a machine's step turns out.
   *
   * @param before the step that came before in the same bundle; null for the first
   */
  record Step(@Nullable Step before, String what, int machine, BitSet said) {
    String story() {
      return before == null ? what : before.story() + ", " + what;
    }
  }

  /** Number 0 is what it begins as. */
  StepTable(String name, Actor<M> actor, Letters letters) {
    this.name = name;
    this.actor = actor;
    this.letters = letters;
    number(actor.beginning());
  }

  int machineCount() {
    return machines.size();
  }

  int claims(int machine) {
    return claims.get(machine);
  }

  String brief(int machine) {
    return actor.brief(machines.get(machine));
  }

  /** All steps of a machine that may change something. */
  void each(int machine, BitSet known, Consumer<Step> use) {
    var whims = byItself.get(machine);
    if (whims == null) {
      whims = numbered(machine, actor.byItself(machines.get(machine)));
      byItself.set(machine, whims);
    }
    for (var each : whims) {
      use.accept(each);
    }
    for (var letter = known.nextSetBit(0); letter >= 0; letter = known.nextSetBit(letter + 1)) {
      if (letters.comesAlone(letter)) {
        for (var each : onLetter(machine, letter)) {
          use.accept(each);
        }
      }
    }
    for (var bundle = 0; bundle < letters.bundleCount(); bundle++) {
      var parts = letters.bundle(bundle);
      if (parts.intersects(known)) {
        parts = (BitSet) parts.clone();
        parts.and(known);
        deliver(machine, parts, 0, null, use);
      }
    }
  }

  /** One part after the other, until one makes it speak. */
  private void deliver(
      int machine, BitSet parts, int from, @Nullable Step before, Consumer<Step> use) {
    var letter = parts.nextSetBit(from);
    if (letter < 0) {
      if (before != null) {
        use.accept(before);
      }
      return;
    }
    var steps = onLetter(machine, letter);
    if (steps.length == 0) {
      deliver(machine, parts, letter + 1, before, use);
    }
    for (var each : steps) {
      var step = new Step(before, each.what(), each.machine(), each.said());
      if (each.said().isEmpty() && claims(each.machine()) == claims(machine)) {
        deliver(each.machine(), parts, letter + 1, step, use);
      } else {
        use.accept(step);
      }
    }
  }

  /** Those of a machine that is handed this letter. */
  Step[] onLetter(int machine, int letter) {
    var table = afterLetter.get(machine);
    if (table.length <= letter) {
      table = Arrays.copyOf(table, letters.size() + 16);
      afterLetter.set(machine, table);
    }
    var steps = table[letter];
    if (steps == null) {
      steps = numbered(machine, answers(machine, letter));
      table[letter] = steps;
    }
    return steps;
  }

  private List<Actor.Turnout<M>> answers(int machine, int letter) {
    return letters.get(letter).reaches(name)
        ? actor.receive(machines.get(machine), letters.get(letter))
        : List.of();
  }

  private Step[] numbered(int machine, List<Actor.Turnout<M>> turnouts) {
    return turnouts.stream()
        .map(each -> {
          var words = new BitSet();
          each.said().forEach(letter -> words.set(letters.number(letter)));
          return new Step(null, each.what(), number(each.next()), words);
        })
        .filter(step -> step.machine() != machine || !step.said().isEmpty())
        .toArray(Step[]::new);
  }

  private int number(M machine) {
    return numbers.computeIfAbsent(
        machine,
        fresh -> {
          machines.add(fresh);
          byItself.add(null);
          afterLetter.add(new Step[0][]);
          claims.add(actor.claims(fresh));
          return machines.size() - 1;
        });
  }
}
