package org.touchpaper.demo;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ctrl-C during {@code up}, at several points of the start, and during {@code demo}. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InterruptTest {

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

  @Order(1)
  @ParameterizedTest
  @ValueSource(
      strings = {
        "logs in", // nothing has started
        "starting PostgreSQL", // initdb runs
        "elements          healthy",
        "waiting for", // the services' JVM loads its classes
      })
  void ctrlCLeavesNoProcessPortOrLock(String output) {
    try (var launcher = launchers.launch("up")) {
      launcher.await(output);
      launcher.pressCtrlC();
      launchers.assertEndedInOrder(launcher);
    }
  }

  @Order(2)
  @Test
  void aSecondCtrlCDoesNotDisturbTheStop() {
    try (var launcher = launchers.launch("up")) {
      launcher.await("nsap              healthy"); // the other services are starting
      launcher.pressCtrlC();
      for (var step :
          List.of("stopping the services", "stopping acceptors", "stopping PostgreSQL")) {
        launcher.await(step);
        launcher.pressCtrlC();
      }
      launchers.assertEndedInOrder(launcher);
    }
  }

  @Order(3)
  @Test
  void ctrlCWhileTheDemoBooksLeavesNoProcessPortOrLock() {
    try (var launcher = launchers.launch("demo")) {
      launcher.await("2  One call"); // it waits for the answer
      launcher.pressCtrlC();
      launchers.assertEndedInOrder(launcher);
    }
  }
}
