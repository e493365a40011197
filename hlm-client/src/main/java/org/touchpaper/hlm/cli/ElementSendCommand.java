package org.touchpaper.hlm.cli;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.touchpaper.hlm.cli.ElementServices.Reply;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "send",
    description = {
      "Sends an element one command on the service's own session, and prints what it says.",
      "What may change the element is refused without --write. Each is in the service's log."
    })
final class ElementSendCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  @Mixin private ElementAccess access = new ElementAccess();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      converter = ElementCommand.Tid.class,
      description = "The element.")
  private String name = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description =
          "One TL1 command; for a Cisco one show line, or with --write lines of configuration,"
              + " each in quotes.")
  private List<String> command = List.of();

  @Option(names = "--write", description = "It may change the element.")
  private boolean write;

  ElementSendCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    return access.run(surroundings, name, this::send);
  }

  private Outcome send(ElementServices services, URI service, ElementReport report) {
    var order = Map.of("command", String.join("\n", command), "write", write);
    var reply = services.post(service, name, "commands", order);
    if (!reply.isGood() || reply.body() == null) {
      var failed = report.failed(service, reply);
      if (failed == Outcome.UNREACHABLE_OR_UNKNOWN && reply.status() != 0) {
        report.complain(
            "Whether it was sent, or will be yet, is not known. Before you send it again look at"
                + " the transcript: touchpaper element transcript "
                + name);
      }
      return failed;
    }
    if (access.json()) {
      report.line(reply.text());
    } else {
      report.said(reply.body());
    }
    return outcome(reply);
  }

  /** What was done in part may want to be looked at before anything else is done. */
  private static Outcome outcome(Reply reply) {
    var ending = reply.body() == null ? "" : reply.body().path("outcome").asString();
    return switch (ending) {
      case "COMPLETED" -> Outcome.DONE;
      case "DENIED" -> Outcome.REFUSED;
      default -> Outcome.UNREACHABLE_OR_UNKNOWN;
    };
  }
}
