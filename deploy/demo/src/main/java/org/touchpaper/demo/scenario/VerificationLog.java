package org.touchpaper.demo.scenario;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks and durations of a demo run. The demo succeeds only if every step is reached and no check
 * fails.
 */
final class VerificationLog {

  /** A check, with the observed value for the case that it failed. */
  record Check(String name, boolean isMet, String observed) {}

  private final List<Check> checks = new ArrayList<>();
  private final List<String> durations = new ArrayList<>();
  private final DemoConsole screen;

  VerificationLog(DemoConsole screen) {
    this.screen = screen;
  }

  boolean verify(String name, boolean isMet, String observed) {
    checks.add(new Check(name, isMet, observed));
    if (isMet) {
      screen.printVerified(name);
    } else {
      screen.printFailed(name, observed);
    }
    return isMet;
  }

  boolean verifyEqual(String name, String expected, String observed) {
    return verify(name, expected.equals(observed), difference(expected, observed));
  }

  /** Records a check and stops the demo if it fails. */
  void require(String name, boolean isMet, String observed) {
    if (!verify(name, isMet, observed)) {
      throw new DemoFailedException(name);
    }
  }

  void recordDuration(String label, Instant from, Instant to) {
    durations.add("%6.2f s  %s".formatted(Duration.between(from, to).toMillis() / 1000.0, label));
  }

  List<String> durations() {
    return List.copyOf(durations);
  }

  List<Check> checks() {
    return List.copyOf(checks);
  }

  List<Check> failures() {
    return checks.stream().filter(check -> !check.isMet()).toList();
  }

  private static String difference(String expected, String observed) {
    var index = 0;
    while (index < Math.min(expected.length(), observed.length())
        && expected.charAt(index) == observed.charAt(index)) {
      index++;
    }
    return "expected …%s… but found …%s…"
        .formatted(excerpt(expected, index), excerpt(observed, index));
  }

  private static String excerpt(String text, int index) {
    return text.substring(Math.max(0, index - 40), Math.min(text.length(), index + 80));
  }

  static final class DemoFailedException extends RuntimeException {
    DemoFailedException(String name) {
      super(name);
    }
  }
}
