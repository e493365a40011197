package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.demo.config.DataDirectory;

/** Launchers that cannot start: they report the reason and change nothing. */
class RefusedStartTest {

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

  @Test
  void everyBusyPortIsReportedWithTheOptionThatMovesIt() throws Exception {
    new DataDirectory(launchers.data()).create(); // as after an earlier run
    try (var browser = launchers.occupyPort("bar-ucl");
        var database = launchers.occupyPort("postgresql");
        var launcher = launchers.launch("up")) {
      assertThat(launcher.end()).isEqualTo(1);
      assertThat(launcher.output())
          .contains("port " + browser.getLocalPort() + " for bar-ucl is in use")
          .contains("port " + database.getLocalPort() + " for postgresql is in use")
          .contains("--port-base")
          .doesNotContain("Exception");
    }
    launchers.assertNothingIsLeft();
  }

  @ParameterizedTest
  @ValueSource(strings = {"up", "up --detach", "demo"})
  void aRefusedStartLeavesNoDirectoryBehind(String command) throws Exception {
    var never = directory.resolve("never");
    try (var browser = launchers.occupyPort("bar-ucl");
        var launcher = launchers.launchOn(never, command.split(" ", -1))) {
      assertThat(launcher.end()).isEqualTo(1);
      assertThat(launcher.output()).contains("port " + browser.getLocalPort() + " for bar-ucl");
    }
    assertThat(never).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"up, 1", "up --detach, 1", "demo, 1", "down, 0"})
  void aFileInsteadOfADataDirectoryIsLeftUnchanged(String command, int status) throws Exception {
    var file = directory.resolve("file");
    Files.writeString(file, "mine");
    try (var launcher = launchers.launchOn(file, command.split(" ", -1))) {
      assertThat(launcher.end()).isEqualTo(status);
      assertThat(launcher.output()).contains(file.toString()).doesNotContain("Exception", "\tat ");
    }
    assertThat(file).hasContent("mine");
  }
}
