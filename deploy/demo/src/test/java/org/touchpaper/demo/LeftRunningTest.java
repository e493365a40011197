package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Networks without a terminal: after the launcher was killed, or detached. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LeftRunningTest {

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
  @Test
  void downStopsPostgresqlOfAKilledLauncher() {
    upUntilKilledAt("starting PostgreSQL");
    downStopsAll();
  }

  @Order(2)
  @Test
  void upAndDownStopProcessesOfAKilledLauncher() {
    upUntilKilledAt("nsap              healthy");
    var leftRunning = LauncherProcess.listProcesses(launchers.data());
    assertThat(leftRunning).isNotEmpty();
    try (var next = launchers.launch("up")) {
      next.await("stopped postgresql, left running by a killed launcher");
      next.await("acceptor-3        healthy");
      assertThat(LauncherProcess.listProcesses(launchers.data()))
          .doesNotContainAnyElementsOf(leftRunning);
      next.kill();
    }
    downStopsAll();
  }

  private static void upUntilKilledAt(String output) {
    try (var launcher = launchers.launch("up")) {
      launcher.await(output);
      launcher.kill();
    }
  }

  private static void downStopsAll() {
    try (var down = launchers.launch("down")) {
      assertThat(down.end()).as(down.output()).isZero();
    }
    launchers.assertNothingIsLeft();
  }

  @Order(3)
  @Test
  void aDetachedNetworkRunsUntilDown() {
    try (var up = launchers.launch("up", "--detach")) {
      assertThat(up.end()).as(up.output()).isZero();
      assertThat(up.output())
          .contains("all healthy", launchers.ports().url("bar-ucl") + "/")
          .contains("export TOUCHPAPER_PORT_BASE=" + launchers.ports().base());
    }
    try (var second = launchers.launch("up")) {
      assertThat(second.end()).isEqualTo(1);
      assertThat(second.output()).contains("already runs on " + launchers.data(), "down --data");
    }
    downStopsAll();
  }
}
