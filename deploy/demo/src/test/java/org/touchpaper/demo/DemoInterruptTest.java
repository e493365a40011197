package org.touchpaper.demo;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Launchers of the demo that somebody ends with Ctrl-C, while there is a booking. */
class DemoInterruptTest {

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static Launchers launchers;

  @BeforeAll
  static void choosePlace() {
    launchers = new Launchers(directory);
  }

  @AfterAll
  static void clear() {
    launchers.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2  One call", // a transaction is under way
        "the answer is 201", // the elements are being configured
        "the lightpath is ACTIVE", // the elements hold the circuit
        "newton refuses", // the abort is on its way to the segments
      })
  void ctrlCLeavesNoProcessPortOrLock(String words) {
    try (var launcher = launchers.launch("demo")) {
      launcher.await(words);
      launcher.pressCtrlC();
      launchers.assertEndedInOrder(launcher);
    }
  }
}
