package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.owner.Accounts;

class HoldAccountTest {
  private final PaperSlurm slurm = new PaperSlurm();
  private final HoldAccount account =
      new HoldAccount(new Cluster("man", "", "touchpaper", "nobody", Accounts.NONE), slurm);

  @Test
  void oneThatSlurmDoesNotKnowIsSaidUntilItDoes() {
    slurm.strangers.add("nobody");
    account.look();
    assertThat(account.trouble().orElseThrow())
        .contains("the hold account nobody", "set touchpaper.rm.slurm.hold-account");
    slurm.strangers.clear();
    account.look();
    assertThat(account.trouble()).isEmpty();
  }
}
