package org.touchpaper.harc.rm;

import org.touchpaper.harc.rm.vote.Ledgers;
import org.touchpaper.harc.rm.vote.OtherNames;
import org.touchpaper.platform.health.HealthPart;

/** How many transactions are not finished here; that is no reason to be called ill. */
record TransactionsHealth(Ledgers ledgers, OtherNames otherNames) implements HealthPart {

  @Override
  public String name() {
    return "transactions";
  }

  @Override
  public Health look() {
    var unfinished = ledgers.listUnfinished().size() + " unfinished";
    return Health.up(unfinished + otherNames.trouble().map(each -> "; " + each).orElse(""));
  }
}
