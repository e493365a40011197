package org.touchpaper.hlm.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.cli.Acceptors.Reply;
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

  @Option(
      names = Gathered.ALTHOUGH,
      description =
          "Decide even though more than half of its acceptors answer, and could by themselves.")
  private boolean althoughAMajorityAnswers;

  @Option(
      names = "--although-it-can-be-voted-on",
      description = "Abort before the time until which resource managers may vote.")
  private boolean early;

  ForceCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    var path = "/" + id;
    try (var acceptors = access.connect()) {
      var report = new HarcReport(surroundings);
      var before = acceptors.get(path);
      if (!access.json()) {
        report.explain(id, before);
      }
      var objection = new Gathered(before).objectionTo(decision.name(), althoughAMajorityAnswers);
      if (objection != null) {
        return refused(report, before, HarcReport.clean("refused: " + objection));
      }
      if (!understood) {
        return refused(report, before, BREAKS.strip());
      }
      var said = acceptors.post(path + "?understood=true" + parameters());
      said.forEach((name, reply) -> surroundings.err().println(line(name, reply)));
      var after = acceptors.get(path);
      if (access.json()) {
        report.json(after, Map.of("said", words(said)));
        report.shoutAtBoth(after);
      } else {
        report.explain(id, after);
      }
      return outcome(said, after).code();
    }
  }

  private int refused(HarcReport report, Map<String, Reply> before, String sentence) {
    if (access.json()) {
      report.json(before, Map.of("refused", sentence));
    }
    surroundings.err().println(sentence);
    surroundings.err().flush();
    var asked = HarcReport.outcome(before);
    return (asked == Outcome.DONE ? Outcome.REFUSED : asked).code();
  }

  /**
   * Done if nobody names the other end, and somebody who has dealt with our word names this one;
   * what an acceptor that cannot write names may not be durable.
   */
  private Outcome outcome(Map<String, Reply> said, Map<String, Reply> after) {
    var dealtWith =
        said.entrySet().stream()
            .filter(each -> each.getValue().status() == 200 || each.getValue().status() == 409)
            .map(Map.Entry::getKey)
            .anyMatch(name -> decision.name().equals(end(after.get(name))));
    if (dealtWith && new Gathered(after).decisions().equals(List.of(decision.name()))) {
      return Outcome.DONE;
    }
    var unknown =
        said.values().stream().anyMatch(reply -> reply.status() == 503)
            || said.values().stream().allMatch(reply -> reply.status() == 0);
    return unknown ? Outcome.UNREACHABLE_OR_UNKNOWN : Outcome.REFUSED;
  }

  private static Map<String, String> words(Map<String, Reply> said) {
    var words = new LinkedHashMap<String, String>();
    said.forEach((name, reply) -> words.put(name, words(reply)));
    return words;
  }

  /** What an acceptor says for itself: that it was forced only if it is so there. */
  private static String words(Reply reply) {
    if (reply.body() == null) {
      return reply.sentence();
    }
    return reply.body().has("forcedBy")
        ? "forced " + end(reply)
        : "not forced, but " + (end(reply).isEmpty() ? "undecided" : end(reply));
  }

  private static String line(String name, Reply reply) {
    return HarcReport.clean(name + ": " + words(reply));
  }

  private static String end(@Nullable Reply reply) {
    return reply == null || reply.body() == null ? "" : reply.body().path("decision").asString();
  }

  private String parameters() {
    return "&decision="
        + word()
        + "&by="
        + by()
        + "&reason="
        + why()
        + (early ? "&early=true" : "");
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
