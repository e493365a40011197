package org.touchpaper.segment.kit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Counts the commands to each element, and selects the one at which the process dies. */
public final class CommandCrashPoints {

  /**
   * The n-th command to an element, counted from 1.
   *
   * @param executed true if the element has carried it out and its answer is lost
   */
  public record CommandPoint(String element, int command, boolean executed) {
    @Override
    public String toString() {
      return (executed ? "after" : "before") + " command " + command + " to " + element;
    }
  }

  private final @Nullable CommandPoint point;
  private final Map<String, Integer> before = new ConcurrentHashMap<>();
  private final Map<String, Integer> after = new ConcurrentHashMap<>();

  private CommandCrashPoints(@Nullable CommandPoint point) {
    this.point = point;
  }

  public static CommandCrashPoints none() {
    return new CommandCrashPoints(null);
  }

  public static CommandCrashPoints at(CommandPoint point) {
    return new CommandCrashPoints(point);
  }

  /**
   * All crash points so far that differ in effect: a service that dies before its next command has
   * written nothing since the element carried out the last one.
   */
  Stream<CommandPoint> points() {
    return before.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .flatMap(entry ->
            Stream.concat(
                Stream.of(new CommandPoint(entry.getKey(), 1, false)),
                IntStream.rangeClosed(1, entry.getValue())
                    .mapToObj(n -> new CommandPoint(entry.getKey(), n, true))));
  }

  boolean isBefore(String element) {
    return matches(element, before.merge(element, 1, Integer::sum), false);
  }

  boolean isAfter(String element) {
    return matches(element, after.merge(element, 1, Integer::sum), true);
  }

  private boolean matches(String element, int command, boolean executed) {
    return new CommandPoint(element, command, executed).equals(point);
  }
}
