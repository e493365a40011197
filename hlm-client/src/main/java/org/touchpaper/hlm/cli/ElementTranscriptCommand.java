package org.touchpaper.hlm.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "transcript",
    description = "What was said to an element (->) and by it (<-), passwords masked.")
final class ElementTranscriptCommand implements Callable<Integer> {
  private static final int MOST = 500;

  private final Surroundings surroundings;
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ElementAccess access = new ElementAccess();

  @Parameters(
      paramLabel = "NAME",
      converter = ElementCommand.Tid.class,
      description = "The element.")
  private String name = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with what comes, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--lines",
      paramLabel = "N",
      description =
          "How many of the last lines, " + MOST + " at most; ${DEFAULT-VALUE} if left out.")
  private int lines = 50;

  ElementTranscriptCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    if (lines < 0 || lines > MOST) {
      throw new ParameterException(spec.commandLine(), "--lines: from 0 to " + MOST);
    }
    return access.run(surroundings, name, this::print);
  }

  private Outcome print(ElementServices services, URI service, ElementReport report) {
    try {
      if (!follow) {
        print(services.transcript(service, name, lines).stream(), report);
        return Outcome.DONE;
      }
      try (var text = services.follow(service, name, lines)) {
        print(text, report);
      }
      report.complain(service + " has ended the transcript");
    } catch (IOException | UncheckedIOException e) {
      report.complain(service + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Outcome.UNREACHABLE_OR_UNKNOWN;
  }

  /** An empty line only says that the service is there. */
  private static void print(Stream<String> text, ElementReport report) {
    text.filter(line -> !line.isEmpty()).forEach(report::line);
  }
}
