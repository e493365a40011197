package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** Unreadable output of scontrol is reported to operators, and nothing is held. */
class ScontrolControllerFailureTest {

  @ParameterizedTest
  @ValueSource(strings = {"man[1-3", "man[3-1]", "man[1-b]"})
  void unreadableNodesCountAsNoAnswer(String nodes) {
    var reservation = "ReservationName=lp1 Nodes=" + nodes + " State=ACTIVE";
    var slurm = controllerPrinting(reservation);
    assertUnreachable(slurm, slurm::listReservations, "show reservations");
    assertUnreachable(slurm, () -> slurm.find("lp1"), "show reservation lp1");
    var busy = controllerPrinting("JobId=7 JobState=RUNNING NodeList=" + nodes);
    assertUnreachable(busy, busy::listRunningJobs, "show jobs");
  }

  /** Prints that for every request. */
  private static ScontrolController controllerPrinting(String line) {
    var scontrol = List.of("sh", "-c", "echo '" + line + "'");
    return new ScontrolController(
        new SlurmCommands(scontrol, List.of("scancel"), null, Duration.ofMinutes(1)),
        Clock.systemUTC());
  }

  private static void assertUnreachable(
      ScontrolController slurm, ThrowingCallable call, String messagePart) {
    assertThatThrownBy(call)
        .isInstanceOf(SchedulerUnreachableException.class)
        .hasMessageContainingAll(messagePart, "not a ", "man[");
    assertThat(slurm.problem().orElseThrow()).contains(messagePart, "not a ");
  }
}
