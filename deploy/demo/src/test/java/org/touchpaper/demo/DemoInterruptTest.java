package org.touchpaper.demo;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C during {@code demo}, while a booking is made and while it is set up. */
class DemoInterruptTest {

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init") // set before any test
  private static LauncherFixture launchers;

  @BeforeAll
  static void createLaunchers() {
    launchers = new LauncherFixture(directory);
  }

  @AfterAll
  static void clear() {
    launchers.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2  One call", // a transaction is in progress
        "the response is 201", // the elements are being configured
      })
  void ctrlCLeavesNoProcessPortOrLock(String output) {
    try (var launcher = launchers.launch("demo")) {
      launcher.await(output);
      launcher.pressCtrlC();
      launchers.assertEndedInOrder(launcher);
    }
  }
}
