package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real launchers, ended in every way and at every point. All use one data directory, so that each
 * start also shows that the end before it left the data fit for use.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InterruptTest {

  @TempDir static Path directory;

  private static Path data;
  private static Ports ports;

  @BeforeAll
  static void choosePorts() {
    data = directory.resolve("data");
    ports = FreePorts.find();
  }

  @AfterAll
  static void clear() {
    try (var down = launch("down")) {
      down.end();
    }
  }

  @Order(1)
  @ParameterizedTest(name = "{1} at \"{0}\"")
  @CsvSource({
    "'logs in', up", // nothing has started
    "'starting PostgreSQL', up", // initdb runs
    "'starting PostgreSQL', up", // the server starts
    "'elements          healthy', up",
    "'acceptor-1        healthy', up",
    "'acceptor-2        healthy', up",
    "'acceptor-3        healthy', up",
    "'waiting for', up", // the services' process loads its classes
    "'nsap              healthy', up", // the others of its process are starting
    "'lnsap-ucl         healthy', up",
    "'bar-ucl           healthy', up",
    "'rm-newton         healthy', up",
    "'all healthy', up",
    "'2  One call', demo", // a transaction is under way
    "'the answer is 201', demo", // the elements are being configured
    "'the lightpath is ACTIVE', demo", // the elements hold the circuit
    "'newton refuses', demo", // the abort is on its way to the segments
  })
  void ctrlCLeavesNoProcessPortOrLock(String words, String command) {
    try (var launcher = launch(command)) {
      launcher.await(words);
      launcher.pressCtrlC();
      assertEndedInOrder(launcher);
    }
  }

  @Order(2)
  @ParameterizedTest
  @ValueSource(strings = {"ending the services", "ending acceptors", "ending PostgreSQL"})
  void aSecondCtrlCDoesNotDisturbTheEnd(String words) {
    try (var launcher = launch("up")) {
      launcher.await("nsap              healthy");
      launcher.pressCtrlC();
      launcher.await(words);
      launcher.pressCtrlC();
      assertEndedInOrder(launcher);
    }
  }

  private static void assertEndedInOrder(LauncherProcess launcher) {
    assertThat(launcher.end()).isEqualTo(128 + 2);
    assertThat(launcher.output()).doesNotContain("Exception", "\tat ");
    assertNothingIsLeft();
  }

  private static void assertNothingIsLeft() {
    assertThat(LauncherProcess.on(data)).isEmpty();
    assertThat(ports.busy(Ports::isBusy)).isEmpty();
    assertThat(data.resolve("lock")).doesNotExist();
    assertThat(data.resolve("run")).isEmptyDirectory();
  }

  @Order(3)
  @ParameterizedTest
  @ValueSource(strings = {"starting PostgreSQL", "nsap              healthy"})
  void whatAKilledLauncherLeftIsClearedByDown(String words) {
    try (var launcher = launch("up")) {
      launcher.await(words);
      launcher.kill();
    }
    try (var down = launch("down")) {
      assertThat(down.end()).as(down.output()).isZero();
    }
    assertNothingIsLeft();
  }

  @Order(4)
  @Test
  void whatAKilledLauncherLeftIsClearedByTheNextUp() {
    try (var killed = launch("up")) {
      killed.await("nsap              healthy");
      killed.kill();
    }
    try (var next = launch("up")) {
      next.await("ended postgresql, left running by a launcher that was killed");
      next.await("acceptor-3        healthy");
      next.pressCtrlC();
      assertEndedInOrder(next);
    }
  }

  @Order(5)
  @Test
  void aDetachedNetworkRunsUntilDown() {
    try (var up = launch("up", "--detach")) {
      assertThat(up.end()).as(up.output()).isZero();
      assertThat(up.output())
          .contains("all healthy", ports.url("bar-ucl") + "/")
          .contains("export TOUCHPAPER_URL=" + ports.url("bar-ucl"));
    }
    try (var second = launch("up")) {
      assertThat(second.end()).isEqualTo(1);
      assertThat(second.output()).contains("runs on " + data + " already", "down --data");
    }
    try (var down = launch("down")) {
      assertThat(down.end()).as(down.output()).isZero();
    }
    assertNothingIsLeft();
  }

  @Order(6)
  @Test
  void everyBusyPortIsNamedWithTheOptionThatMovesIt() throws Exception {
    try (var browser = take("bar-ucl");
        var database = take("postgresql");
        var launcher = launch("up")) {
      assertThat(launcher.end()).isEqualTo(1);
      assertThat(launcher.output())
          .contains("port " + browser.getLocalPort() + ", for bar-ucl, is in use")
          .contains("port " + database.getLocalPort() + ", for postgresql, is in use")
          .contains("--port-base")
          .doesNotContain("Exception");
    }
    assertNothingIsLeft();
  }

  @Order(7)
  @ParameterizedTest
  @ValueSource(strings = {"up", "up --detach", "demo"})
  void aRefusedStartLeavesNoDirectoryBehind(String command) throws Exception {
    var never = directory.resolve("never");
    try (var browser = take("bar-ucl");
        var launcher = launchOn(never, command.split(" ", -1))) {
      assertThat(launcher.end()).isEqualTo(1);
      assertThat(launcher.output()).contains("port " + browser.getLocalPort() + ", for bar-ucl");
    }
    assertThat(never).doesNotExist();
  }

  @Order(8)
  @ParameterizedTest
  @CsvSource({"up, 1", "up --detach, 1", "demo, 1", "down, 0"})
  void aFileIsNoDataDirectoryAndStaysAsItIs(String command, int status) throws Exception {
    var file = directory.resolve("file");
    Files.writeString(file, "mine");
    try (var launcher = launchOn(file, command.split(" ", -1))) {
      assertThat(launcher.end()).isEqualTo(status);
      assertThat(launcher.output()).contains(file.toString()).doesNotContain("Exception", "\tat ");
    }
    assertThat(file).hasContent("mine");
  }

  private static ServerSocket take(String name) throws Exception {
    return new ServerSocket(ports.of(name), 1, InetAddress.getLoopbackAddress());
  }

  private static LauncherProcess launch(String... command) {
    return launchOn(data, command);
  }

  private static LauncherProcess launchOn(Path where, String... command) {
    var arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of("--data", where.toString(), "--port-base", Integer.toString(ports.base())));
    return LauncherProcess.run(arguments.toArray(String[]::new));
  }
}
