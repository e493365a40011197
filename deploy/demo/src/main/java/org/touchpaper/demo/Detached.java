package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.touchpaper.platform.process.OwnSession;

/** A launcher in the background: started in a session of its own, and left when all is healthy. */
record Detached(DataDirectory data, Ports ports, boolean processes, String faults) {
  private static final Duration GLANCE = Duration.ofMillis(100);
  private static final Duration GRACE = Duration.ofSeconds(20);

  int start() throws InterruptedException {
    Session.makeRoom(data, ports);
    var log = data.log("launcher");
    var launcher = launch(log);
    var hook = new Thread(() -> Ending.end(launcher.toHandle(), GRACE), "end-background");
    Runtime.getRuntime().addShutdownHook(hook);
    var shown = 0L;
    while (!isReady(launcher)) {
      var hasEnded = launcher.waitFor(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
      shown = show(log, shown);
      if (hasEnded) {
        return 1;
      }
    }
    Runtime.getRuntime().removeShutdownHook(hook);
    show(log, shown);
    return 0;
  }

  private Process launch(Path log) {
    var command = new ArrayList<>(Commands.launcher());
    command.addAll(
        List.of(
            "up", "--data", data.root().toString(), "--port-base", Integer.toString(ports.base())));
    if (processes) {
      command.add("--processes");
    }
    if (!faults.isBlank()) {
      command.addAll(List.of("--faults", faults));
    }
    try {
      return new ProcessBuilder(OwnSession.of(command))
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
      var ready = Session.readyFile(data);
      return Files.exists(ready)
          && Files.readString(ready).strip().equals(Long.toString(launcher.pid()));
    } catch (IOException e) {
      return false; // it is being written or removed
    }
  }

  /** Passes on what the launcher has said since. */
  private static long show(Path log, long shown) {
    try (var in = Files.newInputStream(log)) {
      in.skipNBytes(shown);
      var copied = in.transferTo(System.out);
      System.out.flush();
      return shown + copied;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + log, e);
    }
  }
}
