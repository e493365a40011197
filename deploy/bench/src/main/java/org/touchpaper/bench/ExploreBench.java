package org.touchpaper.bench;

import java.util.Locale;
import java.util.concurrent.Callable;
import org.touchpaper.harc.proof.Explorer;
import org.touchpaper.harc.proof.Mutant;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Visits every state that Paxos Commit's machines can get into, and says how many there are. */
@Command(
    name = "explore",
    mixinStandardHelpOptions = true,
    description = {
      "Walks the production state machines of Paxos Commit completely: any order of messages,",
      "loss, duplication, crashes, and clocks that say anything, up to the highest ballot. Ballot B is",
      "the B-th acceptor's. A state in which the decision is not one, or not one that all voted for,",
      "ends with status 1, and the way into it is told."
    })
final class ExploreBench implements Callable<Integer> {
  private static final String BESIDE_TLC =
      """
      TLC finds 1,321,761 states in PaxosCommit.tla with 2 resource managers, 3 acceptors and ballots
      0 and 1. The numbers are not of the same things.
      More is here: the leader of ballot 0 and how it becomes one (enlisting), clients that begin
      anywhere, what a process forgets in a crash, learning beside a leader, clocks that are wrong.
      Fewer are the states, since only those count in which somebody said something new: steps that tell
      nobody anything are put off until they matter, a decision is put off until another contradicts
      it (whoever has decided says nothing new), equal votes of several acceptors are counted together,
      what anybody can say at the beginning and forget is said at once, and one promise serves all
      instances, where PaxosCommit.tla has one for each. And a ballot belongs to one acceptor here: with
      ballots 0 and 1 the first alone recovers, beside the leader of ballot 0, and --ballots 2 has two
      that outbid each other, of one resource manager. Symmetry is not used, and states are compared
      exactly. A test walks small instances step by step, and finds the same said.
      """;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--resource-managers",
      paramLabel = "N",
      description = "1 or 2 that vote (${DEFAULT-VALUE})")
  private int resourceManagers = 2;

  @Option(names = "--acceptors", paramLabel = "N", description = "1 or 3 (${DEFAULT-VALUE})")
  private int acceptors = 3;

  @Option(names = "--ballots", paramLabel = "B", description = "ballots 0 to B (${DEFAULT-VALUE})")
  private long highestBallot = 1;

  @Option(
      names = "--mutant",
      paramLabel = "M1",
      converter = MutantConverter.class,
      description = "put this mistake in: M1, M2 and so on, or its name")
  private Mutant mutant = Mutant.NONE;

  @Option(names = "--json", description = "end with one line of JSON")
  private boolean json;

  @Override
  public Integer call() {
    if (resourceManagers < 1 || resourceManagers > 2 || (acceptors != 1 && acceptors != 3)) {
      throw new ParameterException(
          spec.commandLine(), "1 or 2 resource managers, 1 or 3 acceptors can be explored");
    }
    if (highestBallot < 0) {
      throw new ParameterException(spec.commandLine(), "ballots are never negative");
    }
    var scope = new Explorer.Scope(resourceManagers, acceptors, highestBallot, mutant);
    var begun = System.nanoTime();
    var result =
        new Explorer(scope)
            .explore((states, waiting) ->
                spec.commandLine()
                    .getErr()
                    .printf("%d states visited, %d waiting%n", states, waiting));
    report(result, (System.nanoTime() - begun) / 1e9);
    return result.violation() == null ? 0 : 1;
  }

  private void report(Explorer.Result result, double seconds) {
    var out = spec.commandLine().getOut();
    var violations = result.violation() == null ? 0 : 1;
    if (result.violation() != null) {
      out.println(result.violation());
    }
    out.printf(
        Locale.ROOT,
        "%d resource managers, %d acceptors, ballots 0 to %d: %d states, %d transitions,"
            + " %d violations, %.1f s%n%s",
        resourceManagers,
        acceptors,
        highestBallot,
        result.states(),
        result.transitions(),
        violations,
        seconds,
        BESIDE_TLC);
    if (json) {
      out.printf(
          Locale.ROOT,
          "{\"states\":%d,\"violations\":%d,\"seconds\":%.3f}%n",
          result.states(),
          violations,
          seconds);
    }
  }
}
