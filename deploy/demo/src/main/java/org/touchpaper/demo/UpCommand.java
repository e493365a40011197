package org.touchpaper.demo;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.touchpaper.tl1.element.FaultPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "up",
    description = "Starts the UKLight demo network and keeps it up until Ctrl-C.",
    footerHeading = "%nExample:%n",
    footer = {
      "  ./touchpaper up --detach --data /tmp/uklight --port-base 1000",
      "  ./touchpaper up --faults 7",
      "  ./touchpaper up --faults seed=7,all=0.001,restart-empty=0"
    })
final class UpCommand implements Callable<Integer> {
  @Mixin private Place place = new Place();

  @Option(
      names = "--detach",
      description = "Return when all is healthy; ./touchpaper down ends it.")
  private boolean detach;

  @Option(names = "--processes", description = "Each service in a process of its own.")
  private boolean processes;

  @Option(
      names = "--faults",
      paramLabel = "PLAN",
      defaultValue = "${env:TOUCHPAPER_FAULTS:-}",
      description = {
        "What goes wrong on the emulated elements: a seed (one command in a thousand of each kind),",
        "a list such as seed=7,all=0.001,restart=0, or a file of such lines. Not said: nothing."
      })
  private String faults = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  /** The same for whoever is told it, wherever that runs; empty if nothing goes wrong. */
  private String planned() {
    try {
      var plan = FaultPlan.read(faults);
      return plan.equals(FaultPlan.NONE) ? "" : plan.asText();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--faults: " + e.getMessage());
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    var plan = planned();
    if (detach) {
      return new Detached(place.data(), place.ports(), processes, plan).start();
    }
    try (var session = Session.open(place.data(), place.ports())) {
      session.start(processes, plan);
      session.invite();
      new CountDownLatch(1).await();
    }
    return 0;
  }
}
