package org.touchpaper.demo.script;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What was verified, and what was not. The demo succeeds only if every step was reached and nothing
 * failed.
 */
final class Checks {

  /** One thing that was looked at. */
  record Check(String name, boolean holds, String seen) {}

  private final List<Check> made = new ArrayList<>();
  private final List<String> times = new ArrayList<>();
  private final Screen screen;

  Checks(Screen screen) {
    this.screen = screen;
  }

  /** Notes whether something holds, with what was seen if it does not. */
  boolean that(String name, boolean holds, String seen) {
    made.add(new Check(name, holds, seen));
    if (holds) {
      screen.verified(name);
    } else {
      screen.failed(name, seen);
    }
    return holds;
  }

  boolean equal(String name, String expected, String seen) {
    return that(name, expected.equals(seen), difference(expected, seen));
  }

  /** Ends the demo here: what follows would make no sense without it. */
  void require(String name, boolean holds, String seen) {
    if (!that(name, holds, seen)) {
      throw new DemoFailed(name);
    }
  }

  /** For the report: how long something took. */
  void took(String what, Instant from, Instant to) {
    times.add("%6.2f s  %s".formatted(Duration.between(from, to).toMillis() / 1000.0, what));
  }

  List<String> times() {
    return List.copyOf(times);
  }

  List<Check> made() {
    return List.copyOf(made);
  }

  List<Check> failures() {
    return made.stream().filter(check -> !check.holds()).toList();
  }

  private static String difference(String expected, String seen) {
    var at = 0;
    while (at < Math.min(expected.length(), seen.length())
        && expected.charAt(at) == seen.charAt(at)) {
      at++;
    }
    return "expected …" + excerpt(expected, at) + "… but found …" + excerpt(seen, at) + "…";
  }

  private static String excerpt(String text, int at) {
    return text.substring(Math.max(0, at - 40), Math.min(text.length(), at + 80));
  }

  /** A check failed that the rest of the demo stands on. */
  static final class DemoFailed extends RuntimeException {
    DemoFailed(String name) {
      super(name);
    }
  }
}
