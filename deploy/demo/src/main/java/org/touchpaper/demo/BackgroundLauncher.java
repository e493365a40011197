package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DemoNetworkVariant;
import org.touchpaper.demo.config.PortPlan;
import org.touchpaper.platform.process.SetsidCommand;

/** Starts a launcher in a session of its own and returns when the network is healthy. */
record BackgroundLauncher(
    DataDirectory data,
    PortPlan ports,
    DemoNetworkVariant network,
    boolean processes,
    EmulatorRunSettings elements) {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
  private static final Duration TERMINATION_GRACE = Duration.ofSeconds(20);

  int start() throws InterruptedException {
    LauncherRun.prepareDataDirectory(data, ports);
    var log = data.log("launcher");
    var launcher = launch(log);
    var hook =
        new Thread(
            () -> ProcessTerminator.terminate(launcher.toHandle(), TERMINATION_GRACE),
            "end-background");
    Runtime.getRuntime().addShutdownHook(hook);
    var bytesCopied = 0L;
    while (!isReady(launcher)) {
      var hasEnded = launcher.waitFor(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      bytesCopied = copyOutput(log, bytesCopied);
      if (hasEnded) {
        return 1;
      }
    }
    Runtime.getRuntime().removeShutdownHook(hook);
    copyOutput(log, bytesCopied);
    return 0;
  }

  private Process launch(Path log) {
    var command = new ArrayList<>(ProcessCommands.launcher());
    command.addAll(
        List.of(
            "up",
            "--network",
            network.label(),
            "--data",
            data.root().toString(),
            "--port-base",
            Integer.toString(ports.base())));
    if (processes) {
      command.add("--processes");
    }
    command.addAll(elements.asArguments());
    try {
      return new ProcessBuilder(SetsidCommand.of(command))
          .redirectInput(Path.of("/dev/null").toFile())
          .redirectErrorStream(true)
          .redirectOutput(log.toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the launcher in the background", e);
    }
  }

  private boolean isReady(Process launcher) {
    try {
      var ready = LauncherRun.readyFile(data);
      return Files.exists(ready)
          && Files.readString(ready).strip().equals(Long.toString(launcher.pid()));
    } catch (IOException e) {
      return false; // the file is being written or removed
    }
  }

  private static long copyOutput(Path log, long bytesCopied) {
    try (var in = Files.newInputStream(log)) {
      in.skipNBytes(bytesCopied);
      var copied = in.transferTo(System.out);
      System.out.flush();
      return bytesCopied + copied;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }
}
