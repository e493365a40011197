package org.touchpaper.harc.verification.modelcheck;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transitions of one process: its machines by number, and the steps of each, spontaneous or by
 * message. They are computed on demand by the production code.
 *
 * @param <M> the machine
 */
final class ProcessTransitionTable<M> {
  private final String name;
  private final ProcessModel<M> model;
  private final ModelMessageIndex messages;
  private final Map<M, Integer> numbers = new HashMap<>();
  private final List<M> machines = new ArrayList<>();
  private final List<Integer> flags = new ArrayList<>();
  private final List<Step @Nullable []> spontaneousSteps = new ArrayList<>();
  private final List<Step @Nullable [][]> stepsByMessage = new ArrayList<>();

  /**
   * A step.
   *
   * @param previous the previous step of the same bundle; null for the first
   */
  record Step(@Nullable Step previous, String description, int machine, BitSet sent) {
    String trace() {
      return previous == null ? description : previous.trace() + ", " + description;
    }
  }

  /** Machine 0 is the initial one. */
  ProcessTransitionTable(String name, ProcessModel<M> model, ModelMessageIndex messages) {
    this.name = name;
    this.model = model;
    this.messages = messages;
    numberOf(model.initialState());
  }

  int machineCount() {
    return machines.size();
  }

  int flags(int machine) {
    return flags.get(machine);
  }

  String describe(int machine) {
    return model.describe(machines.get(machine));
  }

  /** Passes all steps of a machine that change anything to the consumer. */
  void forEachStep(int machine, BitSet known, Consumer<Step> consumer) {
    var steps = spontaneousSteps.get(machine);
    if (steps == null) {
      steps = toSteps(machine, model.spontaneousTransitions(machines.get(machine)));
      spontaneousSteps.set(machine, steps);
    }
    for (var step : steps) {
      consumer.accept(step);
    }
    for (var message = known.nextSetBit(0); message >= 0; message = known.nextSetBit(message + 1)) {
      if (messages.isStandalone(message)) {
        for (var step : stepsOn(machine, message)) {
          consumer.accept(step);
        }
      }
    }
    for (var bundle = 0; bundle < messages.bundleCount(); bundle++) {
      var parts = messages.bundle(bundle);
      if (parts.intersects(known)) {
        parts = (BitSet) parts.clone();
        parts.and(known);
        deliverBundle(machine, parts, 0, null, consumer);
      }
    }
  }

  /** Delivers one part after the other until one makes the machine send something. */
  private void deliverBundle(
      int machine, BitSet parts, int from, @Nullable Step previous, Consumer<Step> consumer) {
    var message = parts.nextSetBit(from);
    if (message < 0) {
      if (previous != null) {
        consumer.accept(previous);
      }
      return;
    }
    var steps = stepsOn(machine, message);
    if (steps.length == 0) {
      deliverBundle(machine, parts, message + 1, previous, consumer);
    }
    for (var next : steps) {
      var step = new Step(previous, next.description(), next.machine(), next.sent());
      if (next.sent().isEmpty() && flags(next.machine()) == flags(machine)) {
        deliverBundle(next.machine(), parts, message + 1, step, consumer);
      } else {
        consumer.accept(step);
      }
    }
  }

  /** The steps of a machine on a message. */
  Step[] stepsOn(int machine, int message) {
    var table = stepsByMessage.get(machine);
    if (table.length <= message) {
      table = Arrays.copyOf(table, messages.size() + 16);
      stepsByMessage.set(machine, table);
    }
    var steps = table[message];
    if (steps == null) {
      steps = toSteps(machine, transitionsOn(machine, message));
      table[message] = steps;
    }
    return steps;
  }

  private List<ProcessModel.Transition<M>> transitionsOn(int machine, int message) {
    return messages.get(message).canReach(name)
        ? model.receive(machines.get(machine), messages.get(message))
        : List.of();
  }

  private Step[] toSteps(int machine, List<ProcessModel.Transition<M>> transitions) {
    return transitions.stream()
        .map(transition -> {
          var sent = new BitSet();
          transition.sent().forEach(message -> sent.set(messages.numberOf(message)));
          return new Step(null, transition.description(), numberOf(transition.next()), sent);
        })
        .filter(step -> step.machine() != machine || !step.sent().isEmpty())
        .toArray(Step[]::new);
  }

  private int numberOf(M machine) {
    return numbers.computeIfAbsent(
        machine,
        added -> {
          machines.add(added);
          spontaneousSteps.add(null);
          stepsByMessage.add(new Step[0][]);
          flags.add(model.flags(added));
          return machines.size() - 1;
        });
  }
}
