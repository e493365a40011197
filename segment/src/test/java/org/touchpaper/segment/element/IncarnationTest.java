package org.touchpaper.segment.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/** Which life of an element was read, however its sessions come and go. */
class IncarnationTest {

  private static final Item ITEM = new Item("A", "CRS", "1", "TP-1");

  private int sessions;
  private String start = "monday";
  private final List<String> asked = new ArrayList<>();
  private final Incarnation it =
      new Incarnation(
          "A",
          () -> sessions,
          () -> {
            connect();
            asked.add(start);
            return start;
          });

  private void connect() {
    sessions = Math.max(sessions, 1);
  }

  private Snapshot read() {
    return it.read(() -> List.of(ITEM));
  }

  @Test
  void asksOnceInEachSession() {
    assertThat(read()).isEqualTo(new Snapshot(List.of(ITEM), "monday"));
    var first = asked.size();
    read();
    assertThat(asked).hasSize(first);
    sessions++;
    start = "tuesday";
    assertThat(read().incarnation()).isEqualTo("tuesday");
  }

  @Test
  void readsAgainWhenTheSessionWasLostOnTheWay() {
    read();
    var readings = new ArrayList<String>();
    var snapshot =
        it.read(() -> {
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
  void givesUpWhereEverySessionBreaks() {
    assertThatThrownBy(() -> it.read(() -> List.of(broken())))
        .isInstanceOf(ElementUnreachable.class)
        .hasMessageContaining("breaks again and again");
  }

  private Item broken() {
    sessions++;
    return ITEM;
  }

  @Test
  void anElementThatCannotTellIsTakenNotToHaveRestarted() {
    for (var lives : List.of(Map.entry("", "x"), Map.entry("x", ""), Map.entry("x", "x"))) {
      assertThat(
              Survey.of(
                  "A", List.of(ITEM), lives.getKey(), new Snapshot(List.of(), lives.getValue())))
          .isInstanceOf(Survey.Taken.class);
    }
    assertThat(Survey.of("A", List.of(ITEM), "x", new Snapshot(List.of(), "y")))
        .isInstanceOf(Survey.Lost.class);
  }
}
