package org.touchpaper.bench.chaos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * In which order misfortune comes: shuffled, and dealt to the end before it is shuffled again, so
 * that nothing stays out by chance. The first hand has one of each kind, later ones as many as each
 * weighs.
 */
final class Deck {
  private final Random random;
  private final Deque<Misfortune.Kind> left = new ArrayDeque<>();

  /** The same seed deals the same. */
  Deck(Random random) {
    this.random = random;
    shuffle(List.of(Misfortune.Kind.values()));
  }

  Misfortune.Kind deal() {
    if (left.isEmpty()) {
      var all = new ArrayList<Misfortune.Kind>();
      for (var kind : Misfortune.Kind.values()) {
        all.addAll(Collections.nCopies(kind.weight(), kind));
      }
      shuffle(all);
    }
    return left.remove();
  }

  private void shuffle(List<Misfortune.Kind> kinds) {
    var shuffled = new ArrayList<>(kinds);
    Collections.shuffle(shuffled, random);
    left.addAll(shuffled);
  }
}
