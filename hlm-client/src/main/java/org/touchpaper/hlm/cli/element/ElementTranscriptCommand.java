package org.touchpaper.hlm.cli.element;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "transcript",
    description =
        "Prints the conversation with an element: sent (->) and received (<-), passwords masked.")
public final class ElementTranscriptCommand implements Callable<Integer> {
  private static final int MAX_LINES = 500;

  private final CliEnvironment environment;
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ElementOptions elementOptions = new ElementOptions();

  @Parameters(
      paramLabel = "NAME",
      converter = ElementCommand.ElementNameConverter.class,
      description = "Element name.")
  private String name = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Print new lines as they come, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--lines",
      paramLabel = "N",
      description = "Number of last lines, at most " + MAX_LINES + ". Default: ${DEFAULT-VALUE}.")
  private int lines = 50;

  public ElementTranscriptCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (lines < 0 || lines > MAX_LINES) {
      throw new ParameterException(spec.commandLine(), "--lines must be from 0 to " + MAX_LINES);
    }
    return elementOptions.run(environment, name, (client, service, _) -> print(client, service));
  }

  private ExitCode print(ElementApiClient client, URI service) {
    try {
      if (!follow) {
        print(client.transcript(service, name, lines).stream());
        return ExitCode.DONE;
      }
      try (var text = client.follow(service, name, lines)) {
        print(text);
      }
      environment.printError(service + ": the service ended the transcript");
    } catch (IOException | UncheckedIOException e) {
      environment.printError(service + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.UNREACHABLE_OR_UNKNOWN;
  }

  /** Skips empty lines, which are only a heartbeat. */
  private void print(Stream<String> text) {
    text.filter(line -> !line.isEmpty()).forEach(environment::printLine);
  }
}
