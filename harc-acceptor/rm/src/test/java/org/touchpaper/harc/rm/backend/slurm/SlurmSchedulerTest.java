package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmReservation;
import org.touchpaper.harc.rm.scheduler.ActionStatusDetails;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** Scheduler behaviour that is specific to Slurm, on a real one. */
@Tag("slurm")
public class SlurmSchedulerTest extends SlurmClusterTestBase {
  @Test
  void holdsForTheHoldAccountAndHandsOverOnCommit() {
    var transaction = makeTransaction("run-1", 2);
    assertThat(prepareTwice(transaction)).isInstanceOf(Held.class);
    assertThat(reservation(transaction))
        .isEqualTo(
            new SlurmReservation(
                reservation(transaction).name(),
                List.of("man1", "man2"),
                slurm.tomorrow(0, 60),
                List.of(SlurmUnderTest.HOLD_ACCOUNT),
                false));
    slurm.newScheduler().commit(transaction);
    slurm.newScheduler().commit(transaction);
    assertThat(reservation(transaction).users()).containsExactly(SlurmUnderTest.ANNES_ACCOUNT);
    assertThat(status(transaction).path()).containsExactly("man1", "man2");
  }

  @Test
  void booksNoDrainedNode() {
    cluster.runAsAdmin(
        "scontrol", "update", "NodeName=man2", "State=DRAIN", "Reason=disk State=IDLE");
    try {
      var reason = prepareRefused(makeTransaction("run-1", 4));
      assertThat(reason.code()).isEqualTo(Refusal.Code.NODES_BUSY);
      assertThat(reason.reason()).contains("1 of 4 are down or drained");
      assertThat(reason.nextFit()).isNull();
      var rest = makeTransaction("run-2", 3);
      prepareTwice(rest);
      assertThat(status(rest).path()).containsExactly("man1", "man3", "man4");
    } finally {
      cluster.runAsAdmin("scontrol", "update", "NodeName=man2", "State=RESUME");
    }
  }

  @Test
  void refusesWithTheNextFitBesideOthersReservations() {
    createMaintenance(slurm.tomorrow(-30, 30), "ALL");
    var reason = prepareRefused(makeTransaction("run-1", 1));
    assertThat(reason.reason()).contains("man has 0 of 4 nodes free");
    assertThat(reason.nextFit()).isEqualTo(slurm.tomorrow(30, 90));
    var free =
        slurm
            .newScheduler()
            .queryAvailability(
                new ResourceAvailabilityQuery(
                    TestRequests.ANNE, "man", slurm.tomorrow(-60, 60), 4, Duration.ofMinutes(30)));
    assertThat(free.steps())
        .extracting(step -> step.free())
        .as("before, during, after")
        .containsExactly(4, 0, 4);
    assertThat(free.startRanges()).hasSize(2);
  }

  /**
   * Slurm itself would allow it: it ignores maintenance, and later weeks of recurring reservations.
   */
  @Test
  void booksNoNodeOfARecurringMaintenance() {
    createMaintenance(slurm.tomorrow(0, 60), "man[1-3]", "Flags=MAINT,WEEKLY");
    var nextWeek =
        new Schedule(
            slurm.tomorrow(0, 60).startTime().plus(Duration.ofDays(7)),
            slurm.tomorrow(0, 60).endTime().plus(Duration.ofDays(7)));
    assertThat(
            prepareRefused(TestRequests.transaction("t.1", slurm.nodes("run-1", 2, nextWeek)))
                .reason())
        .contains("man has 1 of 4 nodes free");
    var oneNode = TestRequests.transaction("t.2", slurm.nodes("run-2", 1, nextWeek));
    assertThat(prepareTwice(oneNode)).isInstanceOf(Held.class);
    assertThat(status(oneNode).path()).containsExactly("man4");
  }

  @Test
  void theNodeOfARunningJobWithoutALimitIsNotBooked() {
    submitJob("--nodelist=man1", "--time=UNLIMITED");
    var transaction = makeTransaction("run-1", 3);
    assertThat(prepareRefused(makeTransaction("run-2", 4)).nextFit()).isNull();
    assertThat(prepareTwice(transaction)).isInstanceOf(Held.class);
    assertThat(status(transaction).path()).containsExactly("man2", "man3", "man4");
  }

  @Test
  void refusesAnAccountThatSlurmDoesNotKnowBeforeTheVote() {
    for (var name : List.of("zoe", SlurmUnderTest.HOLD_ACCOUNT)) {
      var unknownUser =
          new Transaction(
              "t." + name,
              List.of(),
              new Person(name, "manchester", List.of(), "scientist"),
              "c",
              List.of(slurm.nodes("run-" + name, 1, slurm.tomorrow(0, 60))));
      assertThat(prepareRefused(unknownUser).reason())
          .contains("account " + name + " is not one that man accepts");
    }
    assertThat(cluster.controller().listReservations()).isEmpty();
  }

  @Test
  void isActiveAtItsStartAndACancelEndsItsJobs() {
    var now = slurm.clock.instant();
    var transaction =
        TestRequests.transaction(
            "t.1",
            slurm.nodes("run-1", 1, new Schedule(now.minusSeconds(1), now.plusSeconds(3600))));
    prepareTwice(transaction);
    slurm.newScheduler().commit(transaction);
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    submitJob("--reservation=" + status(transaction).reference(), "--time=5");
    var cancel = TestRequests.transaction("t.2", new BookingAction.Cancel("run-1"));
    prepareTwice(cancel);
    slurm.newScheduler().commit(cancel);
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.CANCELLED);
    assertThat(status(transaction).released()).as("a job runs in it").isFalse();
    await()
        .atMost(TIMEOUT)
        .until(
            () -> slurm.synchronizer().check("run-1").isEmpty() && status(transaction).released());
    assertThat(cluster.controller().listReservations()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 86_400})
  void aBookingThatIsMovedToNowStartsNow(int ahead) {
    var now = slurm.clock.instant();
    var later = new Schedule(now.plusSeconds(ahead), now.plusSeconds(ahead + 3600));
    var transaction = TestRequests.transaction("t.1", slurm.nodes("run-1", 1, later));
    prepareTwice(transaction);
    slurm.newScheduler().commit(transaction);
    var atOnce = new Schedule(now.minusSeconds(1), now.plusSeconds(3600));
    var move = TestRequests.transaction("t.2", new BookingAction.Modify("run-1", atOnce, null));
    prepareTwice(move);
    slurm.newScheduler().commit(move);
    slurm.newScheduler().commit(move);
    assertThat(status(transaction).problem()).isNull();
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    assertThat(reservation(transaction).isActive()).isTrue();
    assertThat(reservation(transaction).schedule().endTime()).isEqualTo(atOnce.endTime());
  }

  /**
   * Decided late: the active reservation is closed, its jobs are ended, and it is created again for
   * its new time.
   */
  @Test
  void aStartedBookingThatIsMovedIsCreatedAgain() {
    var now = slurm.clock.instant();
    var soon = new Schedule(now.plusSeconds(15), now.plusSeconds(3600));
    var later = slurm.tomorrow(0, 60);
    var transaction = TestRequests.transaction("t.1", slurm.nodes("run-1", 1, soon));
    prepareTwice(transaction);
    slurm.newScheduler().commit(transaction);
    var move = TestRequests.transaction("t.2", new BookingAction.Modify("run-1", later, null));
    prepareTwice(move);
    await().atMost(TIMEOUT).until(() -> reservation(transaction).isActive());
    slurm.clock.set(soon.startTime().plusSeconds(1));
    slurm.reconciliationLoop().check();
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.ACTIVE);
    submitJob("--reservation=" + status(transaction).reference(), "--time=5");
    slurm.newScheduler().commit(move);
    await()
        .atMost(TIMEOUT)
        .until(() -> {
          slurm.synchronizer().check("run-1");
          return status(transaction).problem() == null;
        });
    slurm.reconciliationLoop().check();
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.COMMITTED);
    assertThat(reservation(transaction).schedule()).isEqualTo(later);
    assertThat(reservation(transaction).users()).containsExactly(SlurmUnderTest.ANNES_ACCOUNT);
    assertThat(cluster.controller().listReservations()).hasSize(1);
  }

  @Test
  void nothingIsLeftOfItAfterItsEnd() {
    var transaction = commitRun("run-1", 1);
    slurm.clock.set(slurm.tomorrow(60, 61).startTime());
    assertThat(status(transaction).state()).isEqualTo(ActionStatusDetails.State.ENDED);
    slurm.synchronizer().check("run-1");
    assertThat(status(transaction).released()).isTrue();
    assertThat(cluster.controller().listReservations()).isEmpty();
  }

  @Test
  void twoClustersAreIndependent() {
    try (var otherCluster = slurmInterface.up("ucl");
        var farStore = ResourceManagerDatabase.fresh()) {
      var far = fixture(otherCluster, farStore);
      var here = commitRun("run-1", 4);
      var there = TestRequests.transaction("t.run-1", far.nodes("run-1", 4, far.tomorrow(0, 60)));
      assertThat(far.newScheduler().prepare(there)).isInstanceOf(Held.class);
      assertThat(far.newScheduler().queryStatuses(there).getFirst().reference())
          .isNotEqualTo(status(here).reference());
      far.newScheduler().abort(there);
      assertThat(otherCluster.controller().listReservations()).isEmpty();
      assertThat(cluster.controller().listReservations()).hasSize(1);
    }
  }
}
