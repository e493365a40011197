package org.touchpaper.harc.rm;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.touchpaper.harc.rm.voting.RenamedServiceGuard;
import org.touchpaper.harc.rm.voting.VoteRepository;
import org.touchpaper.harc.rm.voting.Voter;

/**
 * Reports the number of unfinished transactions, and what stands in their way. It is always up:
 * unfinished transactions are not a fault.
 */
record TransactionsHealthIndicator(
    VoteRepository votes, RenamedServiceGuard renamedServiceGuard, Voter voter)
    implements HealthIndicator {

  private static final long TIMEOUT_SECONDS = 1;

  /** Does not wait until the database's pool gives up. */
  @Override
  public Health health() {
    return CompletableFuture.supplyAsync(this::check, task -> Thread.ofVirtual().start(task))
        .completeOnTimeout(Health.unknown().build(), TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .exceptionally(e -> Health.unknown().withException(e).build())
        .join();
  }

  private Health check() {
    var unfinished = votes.listUnfinished().size() + " unfinished";
    return Health.up()
        .withDetail(
            "transactions",
            Stream.concat(
                    Stream.of(unfinished),
                    Stream.of(renamedServiceGuard.problem(), voter.describeConflicts())
                        .flatMap(Optional::stream))
                .collect(Collectors.joining("; ")))
        .build();
  }
}
