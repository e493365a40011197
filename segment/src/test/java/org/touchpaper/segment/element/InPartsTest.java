package org.touchpaper.segment.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.kit.ScriptedElement;

/** One card in trouble hides no other, and costs few questions. */
class InPartsTest {

  private final ScriptedElement a = new ScriptedElement("A");
  private final List<List<Item.Key>> questions = new ArrayList<>();

  private final ElementDriver heard =
      new ElementDriver() {
        @Override
        public String element() {
          return a.element();
        }

        @Override
        public Capabilities capabilities() {
          return new Capabilities(Set.of("CRS"));
        }

        @Override
        public Snapshot read(Collection<Item.Key> keys) {
          questions.add(List.copyOf(keys));
          return a.read(keys);
        }

        @Override
        public Outcome create(Item item) {
          throw new UnsupportedOperationException();
        }

        @Override
        public Outcome delete(Item item) {
          throw new UnsupportedOperationException();
        }
      };

  private static Item.Key key(int place) {
    return new Item.Key("CRS", "%04d".formatted(place));
  }

  private static List<Item.Key> keys(int from, int to) {
    return IntStream.range(from, to).mapToObj(InPartsTest::key).toList();
  }

  @Test
  void whatIsToldAtOnceIsAskedOnce() {
    a.put(new Item("A", "CRS", "0001", "TP-1"));
    var read = InParts.read(heard, keys(0, 10));
    assertThat(read.items()).extracting(Item::owner).containsExactly("TP-1");
    assertThat(read.incarnation()).isEqualTo("boot 0");
    assertThat(read.hidden()).isEmpty();
    assertThat(questions).hasSize(1);
  }

  @Test
  void aCardThatIsOutOfOrderHidesNothingElse() {
    keys(0, 1000).forEach(at -> a.put(new Item("A", "CRS", at.key(), "TP-" + at.key())));
    a.doesNotTellOf(Set.copyOf(keys(500, 510)));
    var read = InParts.read(heard, keys(0, 1000));
    assertThat(read.items()).hasSize(990);
    assertThat(read.hidden()).hasSize(10).containsKeys(key(500), key(509));
    assertThat(read.hidden().get(key(500))).contains("A cannot be read").contains("EQWT");
    assertThat(questions).hasSizeLessThan(60);
  }

  @Test
  void oneThatTellsNothingIsNotAskedWithoutEnd() {
    a.doesNotTellOf(Set.copyOf(keys(0, 10_000)));
    assertThat(InParts.read(heard, keys(0, 10_000)).hidden()).hasSize(10_000);
    assertThat(questions).hasSizeLessThan(3 * InParts.MOST_REFUSALS);
  }

  @Test
  void oneThatGivesNoAnswerIsAskedOnce() {
    a.reachable(false);
    assertThatThrownBy(() -> InParts.read(heard, keys(0, 10)))
        .isInstanceOf(ElementUnreachable.class);
    assertThat(questions).hasSize(1);
  }

  /** What is missing of a circuit is missing, whatever else is not told of it. */
  @Test
  void aCircuitIsLookedAtAsFarAsItIsTold() {
    var there = new Item("A", "CRS", "0001", "TP-1");
    var hidden = new Item("A", "CRS", "0002", "TP-1");
    a.put(there);
    a.doesNotTellOf(Set.of(hidden.place()));
    var circuits = new Circuits(Elements.of(List.of(a)), Duration.ZERO);
    assertThat(circuits.look(List.of(there, hidden), Map.of()))
        .containsExactly(new Survey.Intact("A", ""));
    a.strip();
    assertThat(circuits.look(List.of(there, hidden), Map.of()))
        .containsExactly(new Survey.Taken("A", there + " was removed while the element ran"));
  }
}
