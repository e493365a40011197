package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.touchpaper.demo.config.DataDirectory;
import org.touchpaper.demo.config.DataLock;
import org.touchpaper.platform.process.PidFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "down",
    description =
        "Stops a demo network, and cleans up after a killed launcher. The data stay for the next"
            + " up.")
final class DownCommand implements Callable<Integer> {
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final int MAX_TRIES = 50;
  private static final Duration RETRY_INTERVAL = Duration.ofMillis(100);

  @Mixin private DataDirectoryAndPortOptions options = new DataDirectoryAndPortOptions();

  @Override
  public Integer call() throws InterruptedException {
    var data = options.data();
    if (Files.notExists(data.runDirectory())) { // down creates no directory
      System.out.println("no demo network runs on " + data.root());
      return 0;
    }
    for (var attempt = 0; attempt < MAX_TRIES; attempt++) {
      var launcher = new PidFile(data.pidFile("launcher")).find();
      launcher.ifPresent(process -> ProcessTerminator.terminate(process, GRACE));
      if (clearLeftovers(data, launcher.isPresent())) {
        return 0;
      }
      Thread.sleep(RETRY_INTERVAL); // a launcher is starting or stopping
    }
    System.err.println("touchpaper: " + data.root() + " is locked by a launcher that does not end");
    return 1;
  }

  private static boolean clearLeftovers(DataDirectory data, boolean wasUp) {
    var lock = DataLock.tryAcquire(data.create());
    if (lock.isEmpty()) {
      return false;
    }
    try (var heldLock = lock.get()) {
      var ended = OrphanCleanup.terminateOrphans(data);
      Files.deleteIfExists(LauncherRun.readyFile(data));
      ended.forEach(
          name -> System.out.println("stopped " + name + ", left running by a killed launcher"));
      System.out.println(
          wasUp || !ended.isEmpty()
              ? "stopped; the data stay in " + data.root()
              : "no demo network runs on " + data.root());
      return heldLock.isHeld();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
