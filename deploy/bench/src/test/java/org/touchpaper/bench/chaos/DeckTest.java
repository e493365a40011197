package org.touchpaper.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.touchpaper.bench.chaos.Misfortune.Kind;

/** Nothing stays out by chance, and each comes up as often as it weighs. */
class DeckTest {
  private static final int SEEDS = 200;
  private static final List<Kind> KINDS = List.of(Kind.values());

  private static List<Kind> deal(Deck deck, int count) {
    return Stream.generate(deck::deal).limit(count).toList();
  }

  @Test
  void dealsOneOfEachKindFirst() {
    for (var seed = 0; seed < SEEDS; seed++) {
      assertThat(deal(new Deck(new Random(seed)), KINDS.size()))
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(KINDS);
    }
  }

  @Test
  void dealsAsManyOfEachAsItWeighsInEveryHandAfterThat() {
    var whole = new ArrayList<Kind>();
    KINDS.forEach(kind -> whole.addAll(Collections.nCopies(kind.weight(), kind)));
    for (var seed = 0; seed < SEEDS; seed++) {
      var deck = new Deck(new Random(seed));
      deal(deck, KINDS.size());
      for (var hand = 0; hand < 3; hand++) {
        assertThat(deal(deck, whole.size()))
            .as("seed %d, hand %d", seed, hand)
            .containsExactlyInAnyOrderElementsOf(whole);
      }
    }
  }

  @Test
  void dealsTheSameAgainToTheSameSeedAndOtherwiseToOthers() {
    var stories = new HashSet<List<Kind>>();
    for (var seed = 0; seed < SEEDS; seed++) {
      var story = deal(new Deck(new Random(seed)), 30);
      assertThat(deal(new Deck(new Random(seed)), 30)).isEqualTo(story);
      stories.add(story);
    }
    assertThat(stories).hasSize(SEEDS);
  }
}
