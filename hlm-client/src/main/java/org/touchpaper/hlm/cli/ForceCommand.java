package org.touchpaper.hlm.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "force",
    description = {
      "Decides a transaction in the acceptors' place: for when most of them are lost for good, and",
      "resource managers hold what nobody will ever decide. Who, when, why and what was known go to",
      "the journal and the log of every acceptor that answers."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  touchpaper harc force ID abort --reason 'acceptors 2 and 3 burnt' --i-know-what-this-breaks"
    })
final class ForceCommand implements Callable<Integer> {
  private static final String BREAKS =
      """
      Refused without --i-know-what-this-breaks. A forced decision may contradict one that acceptors
      out of reach have made already, or will make: then some resource managers have committed and
      others aborted, nodes without their lightpath or a lightpath without its nodes, and each part
      has to be put right by hand. First see to it that the acceptors that do not answer are gone
      for good, and look at every resource manager: one that has committed says what was decided.
      """;

  /** What can be forced. */
  enum Decision {
    COMMIT,
    ABORT
  }

  private final Surroundings surroundings;
  @Mixin private HarcAccess access = new HarcAccess();

  @Parameters(
      index = "0",
      paramLabel = "ID",
      converter = HarcCommand.TransactionId.class,
      description = "The transaction.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "commit|abort", description = "Its end.")
  private Decision decision = Decision.ABORT;

  @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Why.")
  private String reason = "";

  @Option(names = "--i-know-what-this-breaks", description = "Without it nothing is done.")
  private boolean understood;

  ForceCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var path = "/" + id;
    try (var acceptors = access.connect()) {
      var report = new HarcReport(surroundings);
      var before = acceptors.get(path);
      report.explain(id, before);
      var decided = HarcReport.decisions(before);
      if (!decided.isEmpty()) {
        return refused("refused: it is decided already: " + String.join(" and ", decided));
      }
      if (!understood) {
        return refused(BREAKS.strip());
      }
      acceptors
          .post(path + "?understood=true&decision=" + word() + "&by=" + by() + "&reason=" + why())
          .forEach((name, reply) -> surroundings.err().println(HarcCommand.said(name, reply)));
      var after = acceptors.get(path);
      if (access.json()) {
        report.json(after);
      } else {
        report.explain(id, after);
      }
      return HarcReport.decisions(after).equals(List.of(decision.name()))
          ? Outcome.DONE.code()
          : Outcome.REFUSED.code();
    }
  }

  private int refused(String sentence) {
    surroundings.err().println(sentence);
    surroundings.err().flush();
    return Outcome.REFUSED.code();
  }

  private String word() {
    return decision.name().toLowerCase(Locale.ROOT);
  }

  private String by() {
    return encoded(surroundings.variable("USER", "unknown"));
  }

  private String why() {
    return encoded(reason);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
