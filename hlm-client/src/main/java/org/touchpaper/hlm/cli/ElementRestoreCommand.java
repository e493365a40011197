package org.touchpaper.hlm.cli;

import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "restore",
    description = {
      "Has set up again what an element lacks of circuits that stand, and prints their ids.",
      "What somebody removed counts as their will and fails its circuit after a while: this says before"
          + " that it was a mistake. What was cut, given up or ended stays so."
    })
final class ElementRestoreCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  @Mixin private ElementAccess access = new ElementAccess();

  @Parameters(
      paramLabel = "NAME",
      converter = ElementCommand.Tid.class,
      description = "The element.")
  private String name = "";

  ElementRestoreCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    return access.run(surroundings, name, this::restore);
  }

  private Outcome restore(ElementServices services, URI service, ElementReport report) {
    var reply = services.post(service, name, "restore", Map.of());
    var restored = reply.body();
    if (!reply.isGood() || restored == null) {
      return report.failed(service, reply);
    }
    if (access.json()) {
      report.line(reply.text());
    } else {
      report.restored(restored);
    }
    return restored.path("problem").isMissingNode() ? Outcome.DONE : Outcome.UNREACHABLE_OR_UNKNOWN;
  }
}
