package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.Store;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester.Person;

/** The name of whoever asks comes from afar, and goes to Slurm through what may be a shell. */
class AccountTest {
  @RegisterExtension private static final Store STORE = Store.fresh();

  private final PaperSlurm paper = new PaperSlurm();
  private final SlurmUnderTest slurm = new SlurmUnderTest("man", STORE.database(), paper);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x;id",
        "a,b",
        "$(id)",
        "`id`",
        "a b",
        "a\n",
        "-u",
        "Anne",
        "0",
        "",
        "ünal",
        "a$b",
        "a1234567890123456789012345678901234"
      })
  void whatIsNoAccountsNameIsRefusedAndNeverSaid(String name) {
    var make = Ask.transaction("t.1", slurm.nodes("run-1", 1, slurm.tomorrow(0, 60)));
    var stranger = new Person(name, "manchester", List.of(), "scientist");
    var asked = new Transaction("t.1", List.of(), stranger, "c", make.actions());
    for (var repeat = 0; repeat < 2; repeat++) {
      var refused = (Refused) slurm.start().prepare(asked);
      var refusal = refused.reasons().getFirst().refusal();
      assertThat(refusal.code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
      assertThat(refusal.reason())
          .contains("no account's", Accounts.PATTERN, "map it", "touchpaper.rm.accounts");
    }
    assertThat(paper.listReservations()).isEmpty();
    var commands =
        new SlurmCommands(List.of("echo"), List.of("echo"), null, Duration.ofSeconds(30));
    if (!name.matches("[A-Za-z0-9,-]*")) {
      assertThatThrownBy(() -> commands.run(List.of("echo"), List.of("Users=" + name)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a shell might read more");
    }
  }

  /** Two may be called the same at home, and are not the same here. */
  @Test
  void aNamesakeFromElsewhereHasNoAccount() {
    var make = Ask.transaction("t.1", slurm.nodes("run-1", 1, slurm.tomorrow(0, 60)));
    assertThat(slurm.start().prepare(make)).isInstanceOf(Held.class);
    for (var site : List.of("lancaster", "ucl.ac.uk", "")) {
      var namesake = new Person("anne", site, List.of(), "scientist");
      var asked =
          Ask.transaction(
              "t-" + site, namesake, slurm.nodes("run-" + site, 1, slurm.tomorrow(0, 60)));
      for (var repeat = 0; repeat < 2; repeat++) {
        var refused = (Refused) slurm.start().prepare(asked);
        assertThat(refused.reasons().getFirst().refusal().reason())
            .contains("anne of " + site + " has no account", "NAME@" + site);
      }
    }
    assertThat(paper.listReservations()).hasSize(1);
  }
}
