package org.touchpaper.demo;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "up",
    description = "Starts the UKLight demo network and keeps it up until Ctrl-C.",
    footerHeading = "%nExample:%n",
    footer = "  ./touchpaper up --detach --data /tmp/uklight --port-base 1000")
final class UpCommand implements Callable<Integer> {
  @Mixin private Place place = new Place();

  @Option(
      names = "--detach",
      description = "Return when all is healthy; ./touchpaper down ends it.")
  private boolean detach;

  @Option(names = "--processes", description = "Each service in a process of its own.")
  private boolean processes;

  @Override
  public Integer call() throws InterruptedException {
    if (detach) {
      return new Detached(place.data(), place.ports(), processes).start();
    }
    try (var session = Session.open(place.data(), place.ports())) {
      session.start(processes);
      session.invite();
      new CountDownLatch(1).await();
    }
    return 0;
  }
}
