package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.ownership.AccountMapping;

class HoldAccountExistenceCheckTest {
  private final SimulatedSlurm slurm = new SimulatedSlurm();
  private final HoldAccountExistenceCheck account =
      new HoldAccountExistenceCheck(
          new Cluster("man", "", "touchpaper", "nobody", AccountMapping.NONE), slurm);

  @Test
  void anUnknownHoldAccountIsReportedUntilSlurmKnowsIt() {
    slurm.unknownAccounts.add("nobody");
    account.check();
    assertThat(account.problem().orElseThrow())
        .contains("the hold account nobody", "set touchpaper.rm.slurm.hold-account");
    slurm.unknownAccounts.clear();
    account.check();
    assertThat(account.problem()).isEmpty();
  }
}
