package org.touchpaper.hlm.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "status",
    description = "Shows one booking, or all of yours.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper status",
      "  touchpaper status 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10 --json"
    })
final class StatusCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin private Access access = new Access();

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      converter = BookingId.class,
      description = "The booking's id.")
  private @Nullable String id;

  StatusCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    try (var client = access.connect(surroundings)) {
      var outcome =
          id == null
              ? Report.tell(
                  surroundings, access.json(), client.list(), Report::page, Remedy.lookAgain())
              : Report.tell(
                  surroundings,
                  access.json(),
                  client.find(id),
                  Report::coAllocation,
                  Remedy.lookAgain());
      return outcome.code();
    }
  }
}
