package org.touchpaper.hlm.cli.harc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import org.touchpaper.hlm.cli.harc.AcceptorAdminClient.AcceptorReply;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "force",
    description = {
      "Forces the decision of a transaction. Use it when most acceptors are lost for good and",
      "resource managers hold resources for a transaction that can no longer be decided. Every",
      "acceptor that answers records who forced it, when, why and what was known."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper harc force ID abort --reason 'acceptors 2 and 3 lost' --accept-data-loss"
    })
public final class ForceCommand implements Callable<Integer> {
  private static final String WARNING =
      """
      Refused without --accept-data-loss. A forced decision may contradict one that unreachable
      acceptors have made or will make. Then some resource managers have committed and others have
      aborted (nodes without their lightpath, or a lightpath without its nodes), and each part must
      be corrected by hand. First make sure that the acceptors that do not answer are lost for good,
      and check every resource manager: one that has committed shows the decision.
      """;

  enum Decision {
    COMMIT,
    ABORT
  }

  private final CliEnvironment environment;
  @Mixin private HarcOptions harcOptions = new HarcOptions();

  @Parameters(
      index = "0",
      paramLabel = "ID",
      converter = HarcCommand.TransactionIdConverter.class,
      description = "Transaction id.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "commit|abort", description = "The decision.")
  private Decision decision = Decision.ABORT;

  @Option(
      names = "--reason",
      required = true,
      paramLabel = "TEXT",
      description = "Reason, for the record.")
  private String reason = "";

  @Option(names = "--accept-data-loss", description = "Required: without it nothing is changed.")
  private boolean isConfirmed;

  @Option(
      names = ForcedDecisionValidator.OVERRIDE_QUORUM_OPTION,
      description =
          "Force the decision although a majority of the acceptors answers and can decide.")
  private boolean overridesQuorum;

  @Option(
      names = "--although-it-can-be-voted-on",
      description = "Abort before voteBy, while resource managers may still vote.")
  private boolean isEarly;

  public ForceCommand(CliEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var path = "/" + id;
    try (var acceptors = harcOptions.connect()) {
      var printer = new HarcPrinter(environment);
      var before = acceptors.get(path);
      if (!harcOptions.json()) {
        printer.printTransaction(id, before);
      }
      var objection =
          new ForcedDecisionValidator(before).objectionTo(decision.name(), overridesQuorum);
      if (objection != null) {
        return refuse(
            printer, before, CliEnvironment.withoutControlCharacters("refused: " + objection));
      }
      if (!isConfirmed) {
        return refuse(printer, before, WARNING.strip());
      }
      var forced = acceptors.post(path + "?understood=true" + parameters());
      forced.forEach((name, reply) -> environment.printError(name + ": " + describe(reply)));
      var after = acceptors.get(path);
      if (harcOptions.json()) {
        printer.printJson(after, Map.of("said", describe(forced)));
        printer.warnOfContradiction(after);
      } else {
        printer.printTransaction(id, after);
      }
      return exitCode(forced, after).code();
    }
  }

  private int refuse(HarcPrinter printer, Map<String, AcceptorReply> before, String message) {
    if (harcOptions.json()) {
      printer.printJson(before, Map.of("refused", message));
    }
    environment.err().println(message);
    var exitCode = HarcPrinter.exitCode(before);
    return (exitCode == ExitCode.DONE ? ExitCode.REFUSED : exitCode).code();
  }

  /**
   * Success if an acceptor that processed the request reports this decision and none reports the
   * other. A decision reported by an acceptor that cannot write may not be durable.
   */
  private ExitCode exitCode(Map<String, AcceptorReply> forced, Map<String, AcceptorReply> after) {
    var isApplied =
        forced.entrySet().stream()
            .filter(entry -> entry.getValue().status() == 200 || entry.getValue().status() == 409)
            .map(Map.Entry::getKey)
            .anyMatch(name -> decision.name().equals(decisionOf(after.get(name))));
    if (isApplied
        && new ForcedDecisionValidator(after).decisions().equals(List.of(decision.name()))) {
      return ExitCode.DONE;
    }
    var isUnknown =
        forced.values().stream().anyMatch(reply -> reply.status() == 503)
            || forced.values().stream().allMatch(reply -> reply.status() == 0);
    return isUnknown ? ExitCode.UNREACHABLE_OR_UNKNOWN : ExitCode.REFUSED;
  }

  private static Map<String, String> describe(Map<String, AcceptorReply> replies) {
    var descriptions = new LinkedHashMap<String, String>();
    replies.forEach((name, reply) -> descriptions.put(name, describe(reply)));
    return descriptions;
  }

  /** Describes an acceptor's reply: "forced" only if the acceptor itself reports it. */
  private static String describe(AcceptorReply reply) {
    if (reply.body() == null) {
      return reply.problem();
    }
    return reply.body().has("forcedBy")
        ? "forced " + decisionOf(reply)
        : "not forced: " + (decisionOf(reply).isEmpty() ? "undecided" : decisionOf(reply));
  }

  private static String decisionOf(@Nullable AcceptorReply reply) {
    return reply == null || reply.body() == null ? "" : reply.body().path("decision").asString();
  }

  private String parameters() {
    return "&decision="
        + decision.name().toLowerCase(Locale.ROOT)
        + "&by="
        + HarcOptions.encode(environment.variable("USER", "unknown"))
        + "&reason="
        + HarcOptions.encode(reason)
        + (isEarly ? "&early=true" : "");
  }
}
