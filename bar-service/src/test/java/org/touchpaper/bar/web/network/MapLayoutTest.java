package org.touchpaper.bar.web.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.web.network.MapLayout.Box;
import org.touchpaper.bar.web.network.MapLayout.Line;
import org.touchpaper.bar.web.network.MapLayout.Location;
import org.touchpaper.bar.web.network.MapLayout.Point;

/** A map on which nothing overlaps. */
class MapLayoutTest {

  @Test
  void placesOneBoxInsideTheMap() {
    var box = new Box("LONDON", 120, 36, null);
    var layout = MapLayout.of(List.of(box), List.of());
    assertInside(box, layout);
  }

  @Test
  void northIsUpAndEastIsRight() {
    var layout =
        MapLayout.of(
            List.of(
                box("LONDON", new Location(51.51, -.13)),
                box("LEEDS", new Location(53.80, -1.55)),
                box("EDINBURGH", new Location(55.94, -3.19))),
            List.of());
    assertThat(at(layout, "EDINBURGH").y()).isLessThan(at(layout, "LEEDS").y());
    assertThat(at(layout, "LEEDS").y()).isLessThan(at(layout, "LONDON").y());
    assertThat(at(layout, "EDINBURGH").x()).isLessThan(at(layout, "LONDON").x());
  }

  /** UKLight: London has an element of the core, one of the campus and the campus itself. */
  @Test
  void whatIsAtOnePlaceLiesSideBySide() {
    var london = new Location(51.51, -.13);
    var boxes =
        List.of(
            box("LONDON", london),
            box("METRO-UCL", london),
            new Box("UCL", 150, 80, london),
            box("READING", new Location(51.45, -.97)),
            box("WARRINGTON", new Location(53.39, -2.60)),
            box("LEEDS", new Location(53.80, -1.55)),
            box("METRO-MAN", new Location(53.47, -2.23)),
            new Box("Manchester", 180, 80, new Location(53.47, -2.23)));
    var lines =
        List.of(
            line("LONDON", "READING"),
            line("READING", "WARRINGTON"),
            line("WARRINGTON", "LEEDS"),
            line("LEEDS", "LONDON"),
            line("METRO-UCL", "LONDON"),
            line("UCL", "METRO-UCL"),
            line("METRO-MAN", "WARRINGTON"),
            line("Manchester", "METRO-MAN"));
    assertNothingOverlaps(boxes, lines);
  }

  @Test
  void aBoxWithoutALocationLiesNearItsNeighbour() {
    var boxes =
        List.of(
            box("SOUTH", new Location(50, 0)),
            box("NORTH", new Location(58, 0)),
            box("CAMPUS", null));
    var layout = MapLayout.of(boxes, List.of(line("CAMPUS", "NORTH")));
    assertThat(distance(at(layout, "CAMPUS"), at(layout, "NORTH")))
        .isLessThan(distance(at(layout, "CAMPUS"), at(layout, "SOUTH")));
  }

  @Test
  void theSameNetworkGivesTheSameMap() {
    var boxes = List.of(box("A", null), box("B", null), box("C", null));
    var lines = List.of(line("A", "B"), line("B", "C"));
    assertThat(MapLayout.of(boxes, lines)).isEqualTo(MapLayout.of(boxes, lines));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void nothingOverlapsInOtherNetworks(long seed) {
    var random = new Random(seed);
    var size = 3 + random.nextInt(14);
    var boxes = new ArrayList<Box>();
    var lines = new ArrayList<Line>();
    for (var i = 0; i < size; i++) {
      var location =
          random.nextInt(3) == 0
              ? null
              : new Location(50 + random.nextInt(6), -4 + random.nextInt(5));
      boxes.add(new Box("N" + i, 80 + random.nextInt(90), 36 + 20 * random.nextInt(3), location));
      if (i > 0) {
        lines.add(line("N" + random.nextInt(i), "N" + i));
      }
    }
    assertNothingOverlaps(boxes, lines);
  }

  private static void assertNothingOverlaps(List<Box> boxes, List<Line> lines) {
    var layout = MapLayout.of(boxes, lines);
    var all = new ArrayList<Box>(boxes);
    lines.forEach(line -> all.add(new Box(line.id(), line.labelWidth(), 20, null)));
    for (var i = 0; i < all.size(); i++) {
      assertInside(all.get(i), layout);
      for (var j = i + 1; j < all.size(); j++) {
        assertThat(overlap(all.get(i), all.get(j), layout))
            .as(all.get(i).id() + " and " + all.get(j).id())
            .isFalse();
      }
    }
  }

  private static boolean overlap(Box one, Box other, MapLayout layout) {
    var a = at(layout, one.id());
    var b = at(layout, other.id());
    return Math.abs(a.x() - b.x()) < (one.width() + other.width()) / 2
        && Math.abs(a.y() - b.y()) < (one.height() + other.height()) / 2;
  }

  private static void assertInside(Box box, MapLayout layout) {
    var at = at(layout, box.id());
    assertThat(at.x()).as(box.id()).isBetween(box.width() / 2, layout.width() - box.width() / 2);
    assertThat(at.y()).as(box.id()).isBetween(box.height() / 2, layout.height() - box.height() / 2);
  }

  private static Point at(MapLayout layout, String id) {
    var box = layout.boxes().get(id);
    return box != null ? box : layout.labels().getOrDefault(id, new Point(-1, -1));
  }

  private static double distance(Point one, Point other) {
    return Math.hypot(one.x() - other.x(), one.y() - other.y());
  }

  private static Box box(String id, @Nullable Location location) {
    return new Box(id, 9 * id.length() + 40, 36, location);
  }

  private static Line line(String from, String to) {
    return new Line(from + "-" + to, from, to, 80);
  }
}
