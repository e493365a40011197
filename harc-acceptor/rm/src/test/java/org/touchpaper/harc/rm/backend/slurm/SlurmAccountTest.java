package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmCommands;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** User names come from other sites, and are passed to Slurm, possibly through a shell. */
class SlurmAccountTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final SimulatedSlurm simulatedSlurm = new SimulatedSlurm();
  private final SlurmUnderTest slurm = new SlurmUnderTest("man", STORE.database(), simulatedSlurm);

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
  void anInvalidAccountNameIsRefusedAndNeverPassedToSlurm(String name) {
    var make = TestRequests.transaction("t.1", slurm.nodes("run-1", 1, slurm.tomorrow(0, 60)));
    var remoteUser = new Person(name, "manchester", List.of(), "scientist");
    var transaction = new Transaction("t.1", List.of(), remoteUser, "c", make.actions());
    for (var repeat = 0; repeat < 2; repeat++) {
      var refused = (Refused) slurm.newScheduler().prepare(transaction);
      var refusal = refused.refusals().getFirst().refusal();
      assertThat(refusal.code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
      assertThat(refusal.reason())
          .contains(
              "is not a valid account name",
              AccountMapping.ACCOUNT_PATTERN,
              "map it",
              "touchpaper.rm.accounts");
    }
    assertThat(simulatedSlurm.listReservations()).isEmpty();
    var commands =
        new SlurmCommands(List.of("echo"), List.of("echo"), null, Duration.ofSeconds(30));
    if (!name.matches("[A-Za-z0-9,-]*")) {
      assertThatThrownBy(() -> commands.run(List.of("echo"), List.of("Users=" + name)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("a shell might interpret it");
    }
  }

  /** Users of different sites may have the same name without being the same person here. */
  @Test
  void aUserWithTheSameNameFromAnotherSiteHasNoAccount() {
    var make = TestRequests.transaction("t.1", slurm.nodes("run-1", 1, slurm.tomorrow(0, 60)));
    assertThat(slurm.newScheduler().prepare(make)).isInstanceOf(Held.class);
    for (var site : List.of("lancaster", "ucl.ac.uk", "")) {
      var namesake = new Person("anne", site, List.of(), "scientist");
      var transaction =
          TestRequests.transaction(
              "t-" + site, namesake, slurm.nodes("run-" + site, 1, slurm.tomorrow(0, 60)));
      for (var repeat = 0; repeat < 2; repeat++) {
        var refused = (Refused) slurm.newScheduler().prepare(transaction);
        assertThat(refused.refusals().getFirst().refusal().reason())
            .contains("anne of " + site + " has no account", "NAME@" + site);
      }
    }
    assertThat(simulatedSlurm.listReservations()).hasSize(1);
  }
}
