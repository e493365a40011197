package org.touchpaper.harc.rm;

import org.touchpaper.harc.rm.vote.Ledgers;
import org.touchpaper.platform.health.HealthPart;

/** How many transactions are not finished here; that is no reason to be called ill. */
record TransactionsHealth(Ledgers ledgers) implements HealthPart {

  @Override
  public String name() {
    return "transactions";
  }

  @Override
  public Health look() {
    return Health.up(ledgers.listUnfinished().size() + " unfinished");
  }
}
