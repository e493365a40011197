package org.touchpaper.hlm.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import org.touchpaper.hlm.cli.Acceptors.Reply;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "forget",
    description = {
      "Ends a transaction that is decided, and that a resource manager which is gone for good will",
      "never acknowledge: it is told of it no more. Who, when and why go to the journal and the log",
      "of every acceptor that answers. The decision itself is kept.",
      "It may be said as often as you like. An acceptor that is down does not take it (status 3), and",
      "goes on telling when it is back; it asks the others after a while, and ends too once one of",
      "them has. If `harc list` still names the resource manager there, say the same again."
    },
    footerHeading = "%nExamples:%n",
    footer = {"  touchpaper harc forget ID rm-newton --reason 'sold' --i-know-what-this-breaks"})
final class ForgetCommand implements Callable<Integer> {
  private static final String BREAKS =
      """
      Refused without --i-know-what-this-breaks. A resource manager that is forgotten is not told the
      decision any more. What it holds for the transaction it goes on holding, until it comes back and
      asks, or somebody puts it right by hand. First see to it that it is gone for good; one that is
      only away acknowledges when it is back.
      """;

  private final Surroundings surroundings;
  @Mixin private HarcAccess access = new HarcAccess();

  @Parameters(
      index = "0",
      paramLabel = "ID",
      converter = HarcCommand.TransactionId.class,
      description = "The transaction.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "RM", description = "The resource manager's peer name.")
  private String resourceManager = "";

  @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
  private String reason = "";

  @Option(names = "--i-know-what-this-breaks", description = "Without it nothing is done.")
  private boolean understood;

  ForgetCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    try (var acceptors = access.connect()) {
      var report = new HarcReport(surroundings);
      if (!understood) {
        var before = acceptors.get("/" + id);
        report(report, before);
        surroundings.err().println(BREAKS.strip());
        surroundings.err().flush();
        return Outcome.REFUSED.code();
      }
      var after = acceptors.delete("/" + id + "?understood=true" + parameters());
      report(report, after);
      return tellWhoTookIt(after).code();
    }
  }

  /** Who has never heard of the transaction tells nobody of it, and need not take it. */
  private Outcome tellWhoTookIt(Map<String, Reply> replies) {
    var took = namesOf(replies, status -> status == 200);
    var left = namesOf(replies, status -> status != 200 && status != 404);
    if (took.isEmpty()) {
      return HarcReport.outcome(replies);
    }
    surroundings.err().println(HarcReport.clean("taken by " + String.join(", ", took)));
    if (!left.isEmpty()) {
      surroundings
          .err()
          .println(
              HarcReport.clean(
                  "NOT taken by %s, which may go on telling %s: say the same again when it answers"
                      .formatted(String.join(", ", left), resourceManager)));
    }
    surroundings.err().flush();
    if (left.isEmpty()) {
      return Outcome.DONE;
    }
    return namesOf(replies, status -> status == 409).isEmpty()
        ? Outcome.UNREACHABLE_OR_UNKNOWN
        : Outcome.REFUSED;
  }

  private static List<String> namesOf(Map<String, Reply> replies, IntPredicate status) {
    return replies.entrySet().stream()
        .filter(each -> status.test(each.getValue().status()))
        .map(Map.Entry::getKey)
        .toList();
  }

  private void report(HarcReport report, Map<String, Reply> replies) {
    if (access.json()) {
      report.json(replies);
    } else {
      report.explain(id, replies);
    }
  }

  private String parameters() {
    var by = surroundings.variable("USER", "unknown");
    return "&resource-manager="
        + encoded(resourceManager)
        + "&by="
        + encoded(by)
        + "&reason="
        + encoded(reason);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
