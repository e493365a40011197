package org.touchpaper.hlm.cli.harc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.harc.AcceptorAdminClient.AcceptorReply;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "forget",
    description = {
      "Stops sending a decision to a resource manager that is lost for good and will never",
      "acknowledge it. The decision itself is kept. Every acceptor that answers records who, when"
          + " and",
      "why in its journal and log.",
      "The command may be repeated. An acceptor that is down misses it (status 3) and continues to",
      "send the decision when it is back, until it learns from another acceptor that it can stop.",
      "If `harc list` still shows the resource manager there, repeat the command."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  touchpaper harc forget ID rm-newton --reason 'sold' --accept-data-loss"})
public final class ForgetResourceManagerCommand implements Callable<Integer> {
  private static final String WARNING =
      """
      Refused without --accept-data-loss. A forgotten resource manager no longer receives the
      decision. It keeps what it holds for the transaction until it is back and asks for the outcome,
      or an administrator corrects it by hand. First make sure that it is lost for good; one that is
      only unreachable acknowledges when it is back.
      """;

  private final CliEnvironment environment;
  @Mixin private HarcOptions harcOptions = new HarcOptions();

  @Parameters(
      index = "0",
      paramLabel = "ID",
      converter = HarcCommand.TransactionIdConverter.class,
      description = "Transaction id.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "RM", description = "Peer name of the resource manager.")
  private String resourceManager = "";

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Reason, for the record.")
  private String reason = "";

  @Option(names = "--accept-data-loss", description = "Required: without it nothing is changed.")
  private boolean isConfirmed;

  public ForgetResourceManagerCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    try (var acceptors = harcOptions.connect()) {
      var printer = new HarcPrinter(environment);
      if (!isConfirmed) {
        printer.printTransaction(harcOptions, id, acceptors.get("/" + id));
        environment.err().println(WARNING.strip());
        return ExitCode.REFUSED.code();
      }
      var after = acceptors.delete("/" + id + "?understood=true" + parameters());
      printer.printTransaction(harcOptions, id, after);
      return printAcceptances(after).code();
    }
  }

  /** An acceptor that does not know the transaction (404) sends nothing and need not accept. */
  private ExitCode printAcceptances(Map<String, AcceptorReply> replies) {
    var accepted = namesOf(replies, status -> status == 200);
    var remaining = namesOf(replies, status -> status != 200 && status != 404);
    if (accepted.isEmpty()) {
      return HarcPrinter.exitCode(replies);
    }
    environment.printError("accepted by " + String.join(", ", accepted));
    if (!remaining.isEmpty()) {
      environment.printError(
          "NOT accepted by %s, which may still send to %s; repeat the command when it answers"
              .formatted(String.join(", ", remaining), resourceManager));
    }
    if (remaining.isEmpty()) {
      return ExitCode.DONE;
    }
    return namesOf(replies, status -> status == 409).isEmpty()
        ? ExitCode.UNREACHABLE_OR_UNKNOWN
        : ExitCode.REFUSED;
  }

  private static List<String> namesOf(Map<String, AcceptorReply> replies, IntPredicate status) {
    return replies.entrySet().stream()
        .filter(entry -> status.test(entry.getValue().status()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private String parameters() {
    return "&resource-manager="
        + HarcOptions.encode(resourceManager)
        + "&by="
        + HarcOptions.encode(environment.variable("USER", "unknown"))
        + "&reason="
        + HarcOptions.encode(reason);
  }
}
