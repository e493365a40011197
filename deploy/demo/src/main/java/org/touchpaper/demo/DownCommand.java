package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.touchpaper.platform.process.PidFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "down",
    description =
        "Ends a demo network, and clears what a killed launcher left. The data stay for the next"
            + " up.")
final class DownCommand implements Callable<Integer> {
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final int TRIES = 50;
  private static final Duration BETWEEN = Duration.ofMillis(100);

  @Mixin private Place place = new Place();

  @Override
  public Integer call() throws InterruptedException {
    var data = place.data();
    if (Files.notExists(data.run())) { // nor does down make a directory of its own
      System.out.println("nothing runs on " + data.root());
      return 0;
    }
    for (var tried = 0; tried < TRIES; tried++) {
      var launcher = new PidFile(data.pidFile("launcher")).find();
      launcher.ifPresent(process -> Ending.end(process, GRACE));
      if (cleared(data, launcher.isPresent())) {
        return 0;
      }
      Thread.sleep(BETWEEN); // somebody is just starting or ending it
    }
    System.err.println("touchpaper: somebody holds " + data.root() + " and does not let go");
    return 1;
  }

  private static boolean cleared(DataDirectory data, boolean wasUp) {
    var lock = DataLock.take(data.create());
    if (lock.isEmpty()) {
      return false;
    }
    try (var held = lock.get()) {
      var left = Leftovers.clear(data);
      Files.deleteIfExists(Session.readyFile(data));
      left.forEach(name -> System.out.println("ended " + name + ", left by a killed launcher"));
      System.out.println(
          wasUp || !left.isEmpty() ? "ended; the data stay in " + data.root() : "nothing ran");
      return held.isHeld();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
