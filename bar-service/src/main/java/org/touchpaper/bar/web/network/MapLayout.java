package org.touchpaper.bar.web.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Places boxes and the labels of the lines between them on a map, so that none overlaps another. A
 * box with a location lies where it is on earth, as far as there is room. Another lies near those
 * that it is connected to (Fruchterman and Reingold, Graph drawing by force-directed placement,
 * 1991). Pure and deterministic: the same network gives the same map.
 *
 * @param width in units of the drawing
 * @param boxes the centre of each box, by its id
 * @param labels the centre of the label of each line, by its id
 */
record MapLayout(int width, int height, Map<String, Point> boxes, Map<String, Point> labels) {

  /** Fits a telephone in upright position, with letters that can be read. */
  private static final double WIDTH = 560;

  private static final double MARGIN = 12;

  /** The least distance between two boxes. */
  private static final double GAP = 16;

  private static final double LABEL_HEIGHT = 22;
  private static final int FORCE_STEPS = 200;
  private static final int SEPARATION_STEPS = 400;

  /** Steps in which boxes keep off lines, too; after that, a line may pass below a box. */
  private static final int LINE_STEPS = 100;

  /** Each try has a larger map than the one before. */
  private static final int MAX_TRIES = 12;

  private static final double GROWTH = 1.12;

  /** Where along a line its label may be, the best place first. */
  private static final double[] LABEL_PLACES = {.5, .42, .58, .34, .66, .26, .74, .18, .82};

  /** An angle after which points on a circle do not meet soon. */
  private static final double GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

  record Point(double x, double y) {
    Point plus(double dx, double dy) {
      return new Point(x + dx, y + dy);
    }
  }

  /**
   * Where a box is on earth.
   *
   * @param latitude in degrees north
   * @param longitude in degrees east
   */
  record Location(double latitude, double longitude) {}

  /** Something to be placed; null if it may lie anywhere. */
  record Box(String id, double width, double height, @Nullable Location location) {}

  /** A line between two boxes, with a label. */
  record Line(String id, String from, String to, double labelWidth) {}

  MapLayout {
    boxes = Map.copyOf(boxes);
    labels = Map.copyOf(labels);
  }

  static MapLayout of(List<Box> boxes, List<Line> lines) {
    var wanted = wantedPlaces(boxes, lines);
    var aspect = aspect(boxes);
    var scale = 1.0;
    for (var tries = 1; ; tries++) {
      var layout = new Attempt(boxes, lines, WIDTH * scale, WIDTH * scale * aspect).run(wanted);
      if (layout.isPresent()) {
        return layout.get();
      }
      if (tries == MAX_TRIES) {
        return new Attempt(boxes, lines, WIDTH * scale, WIDTH * scale * aspect).force(wanted);
      }
      scale *= GROWTH;
    }
  }

  /** Height by width, in proportion to the earth within limits. */
  private static double aspect(List<Box> boxes) {
    var locations = boxes.stream().flatMap(box -> Optional.ofNullable(box.location).stream());
    var known = locations.toList();
    if (known.size() < 2) {
      return 1;
    }
    var latitudes = range(known, Location::latitude);
    var longitudes = range(known, Location::longitude);
    var shrink = Math.cos(Math.toRadians((latitudes[0] + latitudes[1]) / 2));
    var ratio =
        (latitudes[1] - latitudes[0]) / Math.max(1e-6, (longitudes[1] - longitudes[0]) * shrink);
    return Math.clamp(ratio, .7, 1.3);
  }

  private static double[] range(List<Location> locations, ToDoubleFunction<Location> degrees) {
    var statistics = locations.stream().mapToDouble(degrees).summaryStatistics();
    return new double[] {statistics.getMin(), statistics.getMax()};
  }

  /** Returns where each box should be, in a square of side 1. */
  private static Map<String, Point> wantedPlaces(List<Box> boxes, List<Line> lines) {
    var places = new LinkedHashMap<String, Point>();
    var known = boxes.stream().flatMap(box -> Optional.ofNullable(box.location).stream()).toList();
    if (!known.isEmpty()) {
      var latitudes = range(known, Location::latitude);
      var longitudes = range(known, Location::longitude);
      for (var box : boxes) {
        if (box.location != null) {
          places.put(
              box.id,
              new Point(
                  spread(box.location, known, longitudes, Location::longitude),
                  1 - spread(box.location, known, latitudes, Location::latitude)));
        }
      }
    }
    var free = boxes.stream().map(Box::id).filter(id -> !places.containsKey(id)).toList();
    for (var i = 0; i < free.size(); i++) {
      var angle = i * GOLDEN_ANGLE;
      places.put(free.get(i), new Point(.5 + .4 * Math.cos(angle), .5 + .4 * Math.sin(angle)));
    }
    moveByForces(places, free, lines);
    return places;
  }

  /**
   * Where a location is from the least to the greatest, half by degrees and half by rank: cities
   * lie close together, and the land between them is empty.
   */
  private static double spread(
      Location location, List<Location> all, double[] range, ToDoubleFunction<Location> degrees) {
    var value = degrees.applyAsDouble(location);
    var below = all.stream().filter(other -> degrees.applyAsDouble(other) < value).count();
    var same = all.stream().filter(other -> degrees.applyAsDouble(other) == value).count();
    var rank = all.size() == 1 ? .5 : (below + (same - 1) / 2.0) / (all.size() - 1);
    return (fraction(value, range) + rank) / 2;
  }

  private static double fraction(double value, double[] range) {
    return range[1] - range[0] < 1e-9 ? .5 : (value - range[0]) / (range[1] - range[0]);
  }

  private static void moveByForces(Map<String, Point> places, List<String> free, List<Line> lines) {
    var ideal = .5 / Math.sqrt(Math.max(1, places.size()));
    for (var step = 0; step < FORCE_STEPS; step++) {
      var limit = .1 * (1 - (double) step / FORCE_STEPS);
      for (var id : free) {
        var here = place(places, id);
        var dx = 0.0;
        var dy = 0.0;
        for (var other : places.entrySet()) {
          if (!other.getKey().equals(id)) {
            var distance = Math.max(1e-3, distance(here, other.getValue()));
            var push = ideal * ideal / (distance * distance);
            dx += (here.x - other.getValue().x) * push;
            dy += (here.y - other.getValue().y) * push;
          }
        }
        for (var line : lines) {
          var neighbour = line.from.equals(id) ? line.to : line.to.equals(id) ? line.from : null;
          if (neighbour != null && places.containsKey(neighbour)) {
            var there = place(places, neighbour);
            var pull = distance(here, there) / ideal;
            dx += (there.x - here.x) * pull;
            dy += (there.y - here.y) * pull;
          }
        }
        var length = Math.max(1e-9, Math.hypot(dx, dy));
        var move = Math.min(limit, length) / length;
        places.put(
            id,
            new Point(Math.clamp(here.x + dx * move, 0, 1), Math.clamp(here.y + dy * move, 0, 1)));
      }
    }
  }

  private static Point place(Map<String, Point> places, String id) {
    return Optional.ofNullable(places.get(id))
        .orElseThrow(() -> new IllegalArgumentException("no box " + id));
  }

  private static double distance(Point one, Point other) {
    return Math.hypot(one.x - other.x, one.y - other.y);
  }

  /** A rectangle around a centre. */
  private record Rectangle(Point centre, double width, double height) {
    boolean overlaps(Rectangle other) {
      return Math.abs(centre.x - other.centre.x) < (width + other.width) / 2
          && Math.abs(centre.y - other.centre.y) < (height + other.height) / 2;
    }

    Rectangle widened(double by) {
      return new Rectangle(centre, width + 2 * by, height + 2 * by);
    }
  }

  /** One try to place everything on a map of a size. */
  private static final class Attempt {

    private final List<Box> boxes;
    private final List<Line> lines;
    private final double width;
    private final double height;
    private final Map<String, Point> places = new HashMap<>();

    Attempt(List<Box> boxes, List<Line> lines, double width, double height) {
      this.boxes = boxes;
      this.lines = lines;
      this.width = width;
      this.height = height;
    }

    /** Returns a layout without overlaps; empty if there is too little room. */
    Optional<MapLayout> run(Map<String, Point> wanted) {
      start(wanted);
      for (var step = 0; step < SEPARATION_STEPS; step++) {
        if (!separate(step)) {
          return labels(false).map(this::layout);
        }
      }
      return Optional.empty();
    }

    /** Returns a layout also if something overlaps. */
    MapLayout force(Map<String, Point> wanted) {
      start(wanted);
      for (var step = 0; step < SEPARATION_STEPS && separate(step); step++) {
        // moves the boxes
      }
      return layout(labels(true).orElseThrow());
    }

    private MapLayout layout(Map<String, Point> labels) {
      return new MapLayout((int) Math.ceil(width), (int) Math.ceil(height), places, labels);
    }

    private void start(Map<String, Point> wanted) {
      places.clear();
      for (var box : boxes) {
        var place = place(wanted, box.id);
        places.put(box.id, within(box, place.x * width, place.y * height));
      }
    }

    private Point within(Box box, double x, double y) {
      return new Point(clamp(x, box.width, width), clamp(y, box.height, height));
    }

    private static double clamp(double value, double size, double room) {
      var least = MARGIN + size / 2;
      return Math.clamp(value, least, Math.max(least, room - least));
    }

    private Rectangle rectangle(Box box) {
      return new Rectangle(place(places, box.id), box.width, box.height);
    }

    /** Moves what overlaps a little; true if something did. */
    private boolean separate(int step) {
      var moved = false;
      for (var i = 0; i < boxes.size(); i++) {
        for (var j = i + 1; j < boxes.size(); j++) {
          moved |= pushApart(boxes.get(i), boxes.get(j));
        }
        for (var line : lines) {
          if (step < LINE_STEPS) {
            moved |= pushOff(boxes.get(i), line);
          }
        }
      }
      for (var line : lines) {
        moved |= makeRoom(line);
      }
      return moved;
    }

    private boolean pushApart(Box one, Box other) {
      if (!rectangle(one).widened(GAP / 2).overlaps(rectangle(other).widened(GAP / 2))) {
        return false;
      }
      var a = place(places, one.id);
      var b = place(places, other.id);
      var overlapX = (one.width + other.width) / 2 + GAP - Math.abs(a.x - b.x);
      var overlapY = (one.height + other.height) / 2 + GAP - Math.abs(a.y - b.y);
      // the way to go is the shorter one, as a part of how far it is
      var alongX = overlapX / width < overlapY / height;
      var dx = alongX ? (overlapX / 2 + .5) * (a.x <= b.x ? -1 : 1) : 0;
      var dy = alongX ? 0 : (overlapY / 2 + .5) * (a.y <= b.y ? -1 : 1);
      places.put(one.id, within(one, a.x + dx, a.y + dy));
      places.put(other.id, within(other, b.x - dx, b.y - dy));
      return true;
    }

    /** Moves a box off a line that passes below it. */
    private boolean pushOff(Box box, Line line) {
      if (line.from.equals(box.id) || line.to.equals(box.id)) {
        return false;
      }
      var from = place(places, line.from);
      var to = place(places, line.to);
      var here = place(places, box.id);
      var length = distance(from, to);
      if (length < 1 || !crosses(rectangle(box).widened(4), from, to)) {
        return false;
      }
      var normalX = -(to.y - from.y) / length;
      var normalY = (to.x - from.x) / length;
      var side = (here.x - from.x) * normalX + (here.y - from.y) * normalY;
      var push = side < 0 ? -8 : 8;
      places.put(box.id, within(box, here.x + normalX * push, here.y + normalY * push));
      return true;
    }

    /** Moves the ends of a line apart, or another box away, if its label has no place. */
    private boolean makeRoom(Line line) {
      if (isFree(line, boxes)) {
        return false;
      }
      var ends =
          boxes.stream().filter(box -> box.id.equals(line.from) || box.id.equals(line.to)).toList();
      if (isFree(line, ends)) {
        var label = labelAt(line, .5).widened(GAP / 2);
        for (var box : boxes) {
          var here = place(places, box.id);
          if (!ends.contains(box) && label.overlaps(rectangle(box))) {
            var up = here.y < label.centre.y ? -6 : 6;
            var left = here.x < label.centre.x ? -3 : 3;
            places.put(box.id, within(box, here.x + left, here.y + up));
          }
        }
        return true;
      }
      var from = place(places, line.from);
      var to = place(places, line.to);
      var length = Math.max(1, distance(from, to));
      var dx = (to.x - from.x) / length * 4;
      var dy = (to.y - from.y) / length * 4;
      for (var box : ends) {
        var sign = box.id.equals(line.from) ? -1 : 1;
        var here = place(places, box.id);
        places.put(box.id, within(box, here.x + sign * dx, here.y + sign * dy));
      }
      return true;
    }

    private boolean isFree(Line line, List<Box> among) {
      var taken = among.stream().map(box -> rectangle(box).widened(2)).toList();
      return label(line, taken).isPresent();
    }

    private static boolean crosses(Rectangle rectangle, Point from, Point to) {
      for (var step = 0; step <= 40; step++) {
        var part = step / 40.0;
        var point = new Point(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
        if (rectangle.overlaps(new Rectangle(point, 0, 0))) {
          return true;
        }
      }
      return false;
    }

    /** Places the labels; empty if one has no room. */
    private Optional<Map<String, Point>> labels(boolean anywhere) {
      var labels = new HashMap<String, Point>();
      var taken = new ArrayList<Rectangle>();
      boxes.forEach(box -> taken.add(rectangle(box).widened(2)));
      for (var line : lines) {
        var label = label(line, taken);
        if (label.isEmpty() && !anywhere) {
          return Optional.empty();
        }
        var chosen = label.orElseGet(() -> labelAt(line, .5));
        taken.add(chosen);
        labels.put(line.id, chosen.centre);
      }
      return Optional.of(labels);
    }

    private Optional<Rectangle> label(Line line, List<Rectangle> taken) {
      for (var part : LABEL_PLACES) {
        var label = labelAt(line, part);
        if (taken.stream().noneMatch(label::overlaps) && isInside(label)) {
          return Optional.of(label);
        }
      }
      return Optional.empty();
    }

    private boolean isInside(Rectangle label) {
      return label.centre.x >= label.width / 2 && label.centre.x <= width - label.width / 2;
    }

    private Rectangle labelAt(Line line, double part) {
      var from = place(places, line.from);
      var to = place(places, line.to);
      return new Rectangle(
          from.plus((to.x - from.x) * part, (to.y - from.y) * part), line.labelWidth, LABEL_HEIGHT);
    }
  }
}
