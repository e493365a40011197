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

/** A card out of order hides only itself, and costs few reads. */
class BisectingReaderTest {

  private final ScriptedElement a = new ScriptedElement("A");
  private final List<List<ConfigItem.Key>> reads = new ArrayList<>();

  private final ElementDriver driver =
      new ElementDriver() {
        @Override
        public String element() {
          return a.element();
        }

        @Override
        public Snapshot read(Collection<ConfigItem.Key> keys) {
          reads.add(List.copyOf(keys));
          return a.read(keys);
        }

        @Override
        public EditOutcome create(ConfigItem item) {
          throw new UnsupportedOperationException();
        }

        @Override
        public EditOutcome delete(ConfigItem item) {
          throw new UnsupportedOperationException();
        }
      };

  private static ConfigItem.Key key(int place) {
    return new ConfigItem.Key("CRS", "%04d".formatted(place));
  }

  private static List<ConfigItem.Key> keys(int from, int to) {
    return IntStream.range(from, to).mapToObj(BisectingReaderTest::key).toList();
  }

  @Test
  void aCompleteAnswerNeedsOneRead() {
    a.put(new ConfigItem("A", "CRS", "0001", "TP-1"));
    var read = BisectingReader.read(driver, keys(0, 10));
    assertThat(read.items()).extracting(ConfigItem::owner).containsExactly("TP-1");
    assertThat(read.incarnation()).isEqualTo("boot 0");
    assertThat(read.unreadable()).isEmpty();
    assertThat(reads).hasSize(1);
  }

  @Test
  void aCardOutOfOrderHidesOnlyItself() {
    keys(0, 1000).forEach(at -> a.put(new ConfigItem("A", "CRS", at.key(), "TP-" + at.key())));
    a.makeUnreadable(Set.copyOf(keys(500, 510)));
    var read = BisectingReader.read(driver, keys(0, 1000));
    assertThat(read.items()).hasSize(990);
    assertThat(read.unreadable()).hasSize(10).containsKeys(key(500), key(509));
    assertThat(read.unreadable().get(key(500))).contains("A cannot be read").contains("EQWT");
    assertThat(reads).hasSizeLessThan(60);
  }

  @Test
  void failedReadsAreLimited() {
    a.makeUnreadable(Set.copyOf(keys(0, 10_000)));
    assertThat(BisectingReader.read(driver, keys(0, 10_000)).unreadable()).hasSize(10_000);
    assertThat(reads).hasSizeLessThan(3 * BisectingReader.MAX_FAILED_READS);
  }

  @Test
  void anUnreachableElementIsReadOnce() {
    a.reachable(false);
    assertThatThrownBy(() -> BisectingReader.read(driver, keys(0, 10)))
        .isInstanceOf(ElementReadException.class);
    assertThat(reads).hasSize(1);
  }

  /** A missing item is found, even if others are unreadable. */
  @Test
  void aRemovedItemIsFoundBesideAnUnreadableOne() {
    var item = new ConfigItem("A", "CRS", "0001", "TP-1");
    var hidden = new ConfigItem("A", "CRS", "0002", "TP-1");
    a.put(item);
    a.makeUnreadable(Set.of(hidden.place()));
    var circuits = new CircuitExecutor(DriverRegistry.of(List.of(a)), Duration.ZERO);
    assertThat(circuits.survey(List.of(item, hidden), Map.of()))
        .containsExactly(new ItemSurveyResult.Intact("A", ""));
    a.removeAll();
    assertThat(circuits.survey(List.of(item, hidden), Map.of()))
        .containsExactly(
            new ItemSurveyResult.Removed("A", item + " was removed while the element ran"));
  }
}
