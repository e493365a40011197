package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.touchpaper.bench.chaos.ChaosInjector.FaultKind;

/** No kind is missing by chance, and each occurs as often as its weight. */
class FaultSequenceTest {
  private static final int SEEDS = 200;
  private static final List<FaultKind> KINDS = List.of(FaultKind.values());

  private static List<FaultKind> take(FaultSequence schedule, int count) {
    return Stream.generate(schedule::next).limit(count).toList();
  }

  @Test
  void startsWithOneOfEachKind() {
    for (var seed = 0; seed < SEEDS; seed++) {
      assertThat(take(new FaultSequence(new Random(seed)), KINDS.size()))
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(KINDS);
    }
  }

  @Test
  void repeatsEachKindByItsWeightInLaterBatches() {
    var batch = new ArrayList<FaultKind>();
    KINDS.forEach(kind -> batch.addAll(Collections.nCopies(kind.weight(), kind)));
    for (var seed = 0; seed < SEEDS; seed++) {
      var schedule = new FaultSequence(new Random(seed));
      take(schedule, KINDS.size());
      for (var batchNumber = 0; batchNumber < 3; batchNumber++) {
        assertThat(take(schedule, batch.size()))
            .as("seed %d, batch %d", seed, batchNumber)
            .containsExactlyInAnyOrderElementsOf(batch);
      }
    }
  }

  @Test
  void dependsOnTheSeedOnly() {
    var orders = new HashSet<List<FaultKind>>();
    for (var seed = 0; seed < SEEDS; seed++) {
      var order = take(new FaultSequence(new Random(seed)), 30);
      assertThat(take(new FaultSequence(new Random(seed)), 30)).isEqualTo(order);
      orders.add(order);
    }
    assertThat(orders).hasSize(SEEDS);
  }
}
