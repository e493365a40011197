package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.demo.config.PortPlan;

/**
 * Starts real launchers one after another on one data directory, so that each start also checks
 * that the previous stop left usable data.
 */
final class LauncherFixture implements AutoCloseable {
  private final Path data;
  private final PortPlan ports = FreePortPlans.find();

  LauncherFixture(Path directory) {
    this.data = directory.resolve("data");
  }

  Path data() {
    return data;
  }

  PortPlan ports() {
    return ports;
  }

  LauncherProcess launch(String... command) {
    return launchOn(data, command);
  }

  LauncherProcess launchOn(Path directory, String... command) {
    var arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of("--data", directory.toString(), "--port-base", Integer.toString(ports.base())));
    return LauncherProcess.run(arguments.toArray(String[]::new));
  }

  /** Occupies a port that a launcher needs. */
  ServerSocket occupyPort(String name) throws IOException {
    return new ServerSocket(ports.of(name), 1, InetAddress.getLoopbackAddress());
  }

  void assertEndedInOrder(LauncherProcess launcher) {
    assertThat(launcher.end()).isEqualTo(128 + 2);
    assertThat(launcher.output()).doesNotContain("Exception", "\tat ");
    assertNothingIsLeft();
  }

  void assertNothingIsLeft() {
    assertThat(LauncherProcess.listProcesses(data)).isEmpty();
    assertThat(ports.listBusy(PortPlan::isBusy)).isEmpty();
    assertThat(data.resolve("lock")).doesNotExist();
    assertThat(data.resolve("run")).isEmptyDirectory();
  }

  @Override
  public void close() {
    try (var down = launch("down")) {
      down.end();
    }
  }
}
