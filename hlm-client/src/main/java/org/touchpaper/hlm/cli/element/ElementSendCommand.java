package org.touchpaper.hlm.cli.element;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.element.ElementApiClient.ServiceReply;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "send",
    description = {
      "Sends one command to an element on the service's session, and prints the response.",
      "A command that may change the element requires --write. The service logs every command."
    })
public final class ElementSendCommand implements Callable<Integer> {
  private final CliEnvironment environment;
  @Mixin private ElementOptions elementOptions = new ElementOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = ElementCommand.ElementNameConverter.class,
      description = "Element name.")
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description =
          "One TL1 command. For a Cisco: one show command or, with --write, configuration lines, each"
              + " in quotes.")
  private List<String> command = List.of();

  @Option(names = "--write", description = "Permit a command that may change the element.")
  private boolean write;

  public ElementSendCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    return elementOptions.run(environment, name, this::send);
  }

  private ExitCode send(ElementApiClient client, URI service, ElementPrinter printer) {
    var request = Map.of("command", String.join("\n", command), "write", write);
    var reply = client.post(service, name, "commands", request);
    if (!reply.isSuccess() || reply.body() == null) {
      var exitCode = printer.reportFailure(service, reply);
      if (exitCode == ExitCode.UNREACHABLE_OR_UNKNOWN && reply.status() != 0) {
        environment.printError(
            "The command may have been sent, or may still be sent. Check the transcript before you"
                + " repeat it: touchpaper element transcript "
                + name);
      }
      return exitCode;
    }
    if (elementOptions.json()) {
      environment.printLine(reply.text());
    } else {
      printer.printCommandResult(reply.body());
    }
    return exitCode(reply);
  }

  /** A command completed in part needs a check before the next one, so it is no success. */
  private static ExitCode exitCode(ServiceReply reply) {
    var outcome = reply.body() == null ? "" : reply.body().path("outcome").asString();
    return switch (outcome) {
      case "COMPLETED" -> ExitCode.DONE;
      case "DENIED" -> ExitCode.REFUSED;
      default -> ExitCode.UNREACHABLE_OR_UNKNOWN;
    };
  }
}
