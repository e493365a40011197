package org.touchpaper.harc.rm;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.harc.rm.voting.RenamedServiceGuard;
import org.touchpaper.harc.rm.voting.VoteRepository;
import org.touchpaper.harc.rm.voting.Voter;
import org.touchpaper.platform.health.HealthCheck;

/**
 * Reports the number of unfinished transactions. It is always up: unfinished transactions are not a
 * fault.
 */
record TransactionsHealthCheck(
    VoteRepository votes, RenamedServiceGuard renamedServiceGuard, Voter voter)
    implements HealthCheck {

  @Override
  public String name() {
    return "transactions";
  }

  @Override
  public Health check() {
    var unfinished = votes.listUnfinished().size() + " unfinished";
    return Health.up(
        Stream.concat(
                Stream.of(unfinished),
                Stream.of(renamedServiceGuard.problem(), voter.describeConflicts())
                    .flatMap(Optional::stream))
            .collect(Collectors.joining("; ")));
  }
}
