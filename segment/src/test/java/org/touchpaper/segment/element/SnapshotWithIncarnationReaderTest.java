package org.touchpaper.segment.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/** The incarnation stays right whatever happens to sessions. */
class SnapshotWithIncarnationReaderTest {

  private static final ConfigItem ITEM = new ConfigItem("A", "CRS", "1", "TP-1");

  private int sessions;
  private String start = "monday";
  private final List<String> queries = new ArrayList<>();
  private final SnapshotWithIncarnationReader reader =
      new SnapshotWithIncarnationReader(
          "A",
          () -> sessions,
          () -> {
            connect();
            queries.add(start);
            return start;
          });

  private void connect() {
    sessions = Math.max(sessions, 1);
  }

  private Snapshot read() {
    return reader.read(() -> List.of(ITEM));
  }

  @Test
  void queriesTheLastStartOncePerSession() {
    assertThat(read()).isEqualTo(new Snapshot(List.of(ITEM), "monday"));
    var first = queries.size();
    read();
    assertThat(queries).hasSize(first);
    sessions++;
    start = "tuesday";
    assertThat(read().incarnation()).isEqualTo("tuesday");
  }

  @Test
  void readsAgainIfTheSessionWasLostMeanwhile() {
    read();
    var readings = new ArrayList<String>();
    var snapshot =
        reader.read(() -> {
          readings.add(start);
          if (readings.size() == 1) {
            start = "tuesday";
            sessions++;
            return List.of(ITEM);
          }
          return List.of();
        });
    assertThat(snapshot).isEqualTo(new Snapshot(List.of(), "tuesday"));
    assertThat(readings).containsExactly("monday", "tuesday");
  }

  @Test
  void failsIfEverySessionBreaks() {
    assertThatThrownBy(() -> reader.read(() -> List.of(broken())))
        .isInstanceOf(ElementReadException.class)
        .hasMessageContaining("its session broke");
  }

  private ConfigItem broken() {
    sessions++;
    return ITEM;
  }

  @Test
  void anElementWithoutBootTimeCountsAsNotRestarted() {
    for (var lives : List.of(Map.entry("", "x"), Map.entry("x", ""), Map.entry("x", "x"))) {
      assertThat(
              ItemSurveyResult.of(
                  "A", List.of(ITEM), lives.getKey(), new Snapshot(List.of(), lives.getValue())))
          .isInstanceOf(ItemSurveyResult.Removed.class);
    }
    assertThat(ItemSurveyResult.of("A", List.of(ITEM), "x", new Snapshot(List.of(), "y")))
        .isInstanceOf(ItemSurveyResult.Lost.class);
  }
}
