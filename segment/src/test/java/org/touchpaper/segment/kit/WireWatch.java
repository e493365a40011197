package org.touchpaper.segment.kit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts the commands to each element, and says at which of them to die. */
public final class WireWatch {

  /**
   * The n-th command to an element, counted from 1.
   *
   * @param executed true if the element has carried it out and its answer is lost
   */
  public record Point(String element, int command, boolean executed) {
    @Override
    public String toString() {
      return (executed ? "after" : "before") + " command " + command + " to " + element;
    }
  }

  private final @Nullable Point point;
  private final Map<String, Integer> before = new ConcurrentHashMap<>();
  private final Map<String, Integer> after = new ConcurrentHashMap<>();

  private WireWatch(@Nullable Point point) {
    this.point = point;
  }

  public static WireWatch none() {
    return new WireWatch(null);
  }

  public static WireWatch at(Point point) {
    return new WireWatch(point);
  }

  /**
   * Every moment passed so far that leaves something else behind: a service that dies before its
   * next command has written nothing since the element carried out the last one.
   */
  Stream<Point> points() {
    return before.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMap(each ->
            Stream.concat(
                Stream.of(new Point(each.getKey(), 1, false)),
                IntStream.rangeClosed(1, each.getValue())
                    .mapToObj(n -> new Point(each.getKey(), n, true))));
  }

  boolean isBefore(String element) {
    return isHere(element, before.merge(element, 1, Integer::sum), false);
  }

  boolean isAfter(String element) {
    return isHere(element, after.merge(element, 1, Integer::sum), true);
  }

  private boolean isHere(String element, int command, boolean executed) {
    return new Point(element, command, executed).equals(point);
  }
}
