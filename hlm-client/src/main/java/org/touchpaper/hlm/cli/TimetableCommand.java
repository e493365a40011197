package org.touchpaper.hlm.cli;

import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "timetable",
    description = "Shows what is free. Only a booking decides.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper timetable newton",
      "  touchpaper timetable vis.ucl/newton.manchester --from +1h --to +3h"
    })
final class TimetableCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private Access access = new Access();

  @Parameters(
      paramLabel = "RESOURCE",
      description = "A cluster, or two hosts with a slash between.")
  private String resource = "";

  @Option(names = "--from", paramLabel = "TIME", description = "As for reserve; now if left out.")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "A day later if left out.")
  private @Nullable String to;

  TimetableCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var start = instant("--from", from);
    var end = instant("--to", to);
    try (var client = access.connect(surroundings)) {
      return Report.tell(
              surroundings,
              access.json(),
              client.timetable(resource, start, end),
              Report::timetable,
              Remedy.lookAgain())
          .code();
    }
  }

  private @Nullable Instant instant(String option, @Nullable String text) {
    try {
      return text == null ? null : Times.instant(option, text, surroundings.clock().instant());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
