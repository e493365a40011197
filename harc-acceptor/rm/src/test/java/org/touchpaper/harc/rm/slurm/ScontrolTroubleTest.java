package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/** What scontrol may print that nobody can read: it is named to operators, and nothing is held. */
class ScontrolTroubleTest {

  @ParameterizedTest
  @ValueSource(strings = {"man[1-3", "man[3-1]", "man[1-b]"})
  void nodesThatCannotBeReadAreNoAnswer(String nodes) {
    var reservation = "ReservationName=lp1 Nodes=" + nodes + " State=ACTIVE";
    var slurm = printing(reservation);
    isNoAnswer(slurm, slurm::listReservations, "show reservations");
    isNoAnswer(slurm, () -> slurm.find("lp1"), "show reservation lp1");
    var busy = printing("JobId=7 JobState=RUNNING NodeList=" + nodes);
    isNoAnswer(busy, busy::listRunningJobs, "show jobs");
  }

  /** Whatever it is asked. */
  private static Scontrol printing(String line) {
    var scontrol = List.of("sh", "-c", "echo '" + line + "'");
    return new Scontrol(
        new SlurmCommands(scontrol, List.of("scancel"), null, Duration.ofMinutes(1)),
        Clock.systemUTC());
  }

  private static void isNoAnswer(Scontrol slurm, ThrowingCallable question, String what) {
    assertThatThrownBy(question)
        .isInstanceOf(SchedulerUnreachable.class)
        .hasMessageContainingAll(what, "not a ", "man[");
    assertThat(slurm.trouble().orElseThrow()).contains(what, "not a ");
  }
}
