package org.touchpaper.bench.chaos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Random order of faults in batches, so that no kind is missing by chance. The first batch has each
 * kind once; later ones repeat each kind by its weight.
 */
final class FaultSequence {
  private final Random random;
  private final Deque<ChaosInjector.FaultKind> remaining = new ArrayDeque<>();

  /** The same seed gives the same order. */
  FaultSequence(Random random) {
    this.random = random;
    shuffle(List.of(ChaosInjector.FaultKind.values()));
  }

  ChaosInjector.FaultKind next() {
    if (remaining.isEmpty()) {
      var kinds = new ArrayList<ChaosInjector.FaultKind>();
      for (var kind : ChaosInjector.FaultKind.values()) {
        kinds.addAll(Collections.nCopies(kind.weight(), kind));
      }
      shuffle(kinds);
    }
    return remaining.remove();
  }

  private void shuffle(List<ChaosInjector.FaultKind> kinds) {
    var shuffled = new ArrayList<>(kinds);
    Collections.shuffle(shuffled, random);
    remaining.addAll(shuffled);
  }
}
