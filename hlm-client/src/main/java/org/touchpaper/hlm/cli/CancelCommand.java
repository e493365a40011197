package org.touchpaper.hlm.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "cancel",
    description = "Cancels a booking before its start, tears it down while it is active.",
    footerHeading = "%nExample:%n",
    footer = "  touchpaper cancel 019ad3f5-5e7a-7c31-8f0e-3a1c5c8f2b10")
final class CancelCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin private Access access = new Access();

  @Parameters(paramLabel = "ID", converter = BookingId.class, description = "The booking's id.")
  private String id = "";

  CancelCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var again = "touchpaper cancel" + access.words() + " " + Shell.word(id);
    try (var client = access.connect(surroundings)) {
      return Report.tell(
              surroundings,
              access.json(),
              Asking.untilDecided(surroundings, () -> client.cancel(id)),
              Report::coAllocation,
              Remedy.giveBack(again))
          .code();
    }
  }
}
