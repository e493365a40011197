package org.touchpaper.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Real launchers, one after another. All use one data directory, so that each start also shows that
 * the end before it left the data fit for use.
 */
final class Launchers implements AutoCloseable {
  private final Path data;
  private final Ports ports = FreePorts.find();

  Launchers(Path directory) {
    this.data = directory.resolve("data");
  }

  Path data() {
    return data;
  }

  Ports ports() {
    return ports;
  }

  LauncherProcess launch(String... command) {
    return launchOn(data, command);
  }

  LauncherProcess launchOn(Path where, String... command) {
    var arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of("--data", where.toString(), "--port-base", Integer.toString(ports.base())));
    return LauncherProcess.run(arguments.toArray(String[]::new));
  }

  /** As who listens on a port that a launcher needs. */
  ServerSocket take(String name) throws IOException {
    return new ServerSocket(ports.of(name), 1, InetAddress.getLoopbackAddress());
  }

  void assertEndedInOrder(LauncherProcess launcher) {
    assertThat(launcher.end()).isEqualTo(128 + 2);
    assertThat(launcher.output()).doesNotContain("Exception", "\tat ");
    assertNothingIsLeft();
  }

  void assertNothingIsLeft() {
    assertThat(LauncherProcess.on(data)).isEmpty();
    assertThat(ports.busy(Ports::isBusy)).isEmpty();
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
