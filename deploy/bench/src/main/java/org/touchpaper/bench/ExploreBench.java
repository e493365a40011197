package org.touchpaper.bench;

import org.touchpaper.bench.command.AbstractBenchCommand;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.modelcheck.ModelChecker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Explores every reachable state of the Paxos Commit state machines. */
@Command(
    name = "explore",
    mixinStandardHelpOptions = true,
    description = {
      "Explores all reachable states of the production state machines of Paxos Commit: any order,",
      "loss and duplication of messages, crashes, and arbitrary clocks, up to the highest ballot.",
      "Ballot B belongs to the B-th acceptor. A state with contradicting decisions, or with a commit",
      "that not all resource managers voted for, ends with status 1 and the path to it."
    })
final class ExploreBench extends AbstractBenchCommand {
  private static final String TLC_COMPARISON =
      """
      TLC finds 1,321,761 states in PaxosCommit.tla with 2 resource managers, 3 acceptors and ballots
      0 and 1. The two numbers count different things.
      This model covers more: election of the leader of ballot 0 (enlisting), clients that begin at any
      acceptor, state lost in a crash, learning beside a leader, and wrong clocks.
      It has fewer states, because it counts only states with a new message: steps without a message
      are delayed until they matter; a decision is delayed until another contradicts it; equal votes of
      several acceptors are counted together; messages that need no state are sent at once; and one
      promise serves all instances, where PaxosCommit.tla has one for each. A ballot belongs to one
      acceptor: with ballots 0 and 1 only the first acceptor recovers, beside the leader of ballot 0;
      --ballots 2 has two acceptors that outbid each other (use one resource manager). Symmetry is not
      used, and states are compared exactly. A test explores small instances step by step and finds the
      same messages.
      """;

  @Option(
      names = "--resource-managers",
      paramLabel = "N",
      description = "number of resource managers, 1 or 2 (${DEFAULT-VALUE})")
  private int resourceManagers = 2;

  @Option(
      names = "--acceptors",
      paramLabel = "N",
      description = "number of acceptors, 1 or 3 (${DEFAULT-VALUE})")
  private int acceptors = 3;

  @Option(names = "--ballots", paramLabel = "B", description = "ballots 0 to B (${DEFAULT-VALUE})")
  private long highestBallot = 1;

  @Option(
      names = "--mutant",
      paramLabel = "M1",
      description = "inject this mutant: M1, M2 and so on, or its name")
  private Mutant mutant = Mutant.NONE;

  @Override
  public Integer call() {
    if (resourceManagers < 1 || resourceManagers > 2 || (acceptors != 1 && acceptors != 3)) {
      throw invalidOption("--resource-managers must be 1 or 2, and --acceptors 1 or 3");
    }
    if (highestBallot < 0) {
      throw invalidOption("--ballots must not be negative");
    }
    var scope = new ModelChecker.Scope(resourceManagers, acceptors, highestBallot, mutant);
    var startedAt = System.nanoTime();
    var result =
        new ModelChecker(scope)
            .explore((states, waiting) ->
                err().printf("%d states visited, %d waiting%n", states, waiting));
    report(result, (System.nanoTime() - startedAt) / 1e9);
    return result.violation() == null ? 0 : 1;
  }

  private void report(ModelChecker.Result result, double seconds) {
    var violations = result.violation() == null ? 0 : 1;
    if (result.violation() != null) {
      out().println(result.violation());
    }
    print(
        "%d resource managers, %d acceptors, ballots 0 to %d: %d states, %d transitions,"
            + " %d violations, %.1f s%n%s",
        resourceManagers,
        acceptors,
        highestBallot,
        result.states(),
        result.transitions(),
        violations,
        seconds,
        TLC_COMPARISON);
    printJson(
        "{\"states\":%d,\"violations\":%d,\"seconds\":%.3f}", result.states(), violations, seconds);
  }
}
