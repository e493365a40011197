package org.touchpaper.harc.rm;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.touchpaper.harc.rm.vote.Ledgers;
import org.touchpaper.harc.rm.vote.OtherNames;
import org.touchpaper.harc.rm.vote.Voter;
import org.touchpaper.platform.health.HealthPart;

/** How many transactions are not finished here; that is no reason to be called ill. */
record TransactionsHealth(Ledgers ledgers, OtherNames otherNames, Voter voter)
    implements HealthPart {

  @Override
  public String name() {
    return "transactions";
  }

  @Override
  public Health look() {
    var unfinished = ledgers.listUnfinished().size() + " unfinished";
    return Health.up(
        Stream.concat(
                Stream.of(unfinished),
                Stream.of(otherNames.trouble(), voter.contradictions()).flatMap(Optional::stream))
            .collect(Collectors.joining("; ")));
  }
}
