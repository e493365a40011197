package org.touchpaper.demo;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = "Starts the demo network, books, checks every step on the elements, and ends it.")
final class DemoCommand implements Callable<Integer> {
  @Mixin private Place place = new Place();

  @Option(names = "--keep", description = "Leave it running afterwards, until Ctrl-C.")
  private boolean keep;

  @Option(names = "--processes", description = "Each service in a process of its own.")
  private boolean processes;

  @Override
  public Integer call() throws InterruptedException {
    try (var session = Session.open(place.data(), place.ports())) {
      session.start(processes);
      var status = Script.run(session, keep);
      if (keep) {
        session.invite();
        new CountDownLatch(1).await();
      }
      return status;
    }
  }
}
