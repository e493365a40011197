package org.touchpaper.harc.rm.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.segment.connection.Schedule;

/** What slurmrestd may say instead of an answer, and what is then said to operators. */
class SlurmrestdTroubleTest {
  private static final String NONE =
      "{\"reservations\": [], \"errors\": [], \"warnings\": [{\"description\": \"so so\"}]}";
  private static final SlurmReservation WANTED =
      new SlurmReservation(
          "lp1",
          List.of("man1"),
          new Schedule(
              Instant.parse("2100-12-01T21:00:00Z"), Instant.parse("2100-12-01T22:00:00Z")),
          List.of("bin"),
          false);

  @TempDir Path directory;
  private final ScriptedSlurmrestd slurmrestd = new ScriptedSlurmrestd();
  private Path token;
  private Slurmrestd slurm;

  @BeforeEach
  void open() throws IOException {
    token = directory.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, "a.b.c");
    slurm = speaking(Duration.ofSeconds(30));
  }

  @AfterEach
  void close() {
    slurmrestd.close();
  }

  private Slurmrestd speaking(Duration timeout) {
    return new Slurmrestd(
        RestAccess.configured(slurmrestd.url(), "slurm", token, null, timeout), Clock.systemUTC());
  }

  @Test
  void oneThatIsTooOldIsRefusedWithTheRemedy() {
    slurmrestd.serves("v0.0.40", "v0.0.41", "v0.0.42");
    isNoAnswer(
        slurm::listNodes,
        "it serves [v0.0.40, v0.0.41, v0.0.42]",
        "from v0.0.43 (Slurm 25.05) on",
        "leave out touchpaper.rm.slurm.rest.url");
    assertThat(slurmrestd.heard).as("nothing was tried").containsOnly("GET /openapi/v3");
  }

  @Test
  void itsVersionsAreAskedForOnceAndAgainWhenTheOneSpokenIsGone() {
    slurmrestd.serves("v0.0.43", "v0.0.44");
    slurmrestd.says("GET /slurm/v0.0.44/reservations/", 200, NONE);
    slurm.listReservations();
    slurm.listReservations();
    slurmrestd.serves("v0.0.45", "v0.0.46");
    slurmrestd.says("GET /slurm/v0.0.44/reservations/", 404, "Unable to find requested URL");
    slurmrestd.says("GET /slurm/v0.0.45/reservations/", 200, NONE);
    isNoAnswer(slurm::listReservations, "it serves no such thing");
    assertThat(slurm.listReservations()).isEmpty();
    assertThat(slurm.trouble()).isEmpty();
    assertThat(slurmrestd.heard)
        .containsExactly(
            "GET /openapi/v3",
            "GET /slurm/v0.0.44/reservations/",
            "GET /slurm/v0.0.44/reservations/",
            "GET /slurm/v0.0.44/reservations/",
            "GET /openapi/v3",
            "GET /slurm/v0.0.45/reservations/");
  }

  @Test
  void aTokenThatIsNotAcceptedIsToBeRenewedAndMayBeAtAnyTime() throws IOException {
    slurmrestd.serves("v0.0.45");
    slurmrestd.says(
        "GET /slurm/v0.0.45/reservations/",
        511,
        ScriptedSlurmrestd.ERROR.formatted(1007, "Protocol authentication error"));
    isNoAnswer(
        slurm::listReservations,
        "slurmctld does not accept the token of slurm",
        "put what `scontrol token username=slurm` prints into " + token);
    slurmrestd.says("GET /slurm/v0.0.45/reservations/", 401, "Authentication failure");
    isNoAnswer(slurm::listReservations, "it does not let slurm in", token.toString());
    Files.writeString(token, "SLURM_JWT=d.e.f\n");
    slurmrestd.says("GET /slurm/v0.0.45/reservations/", 200, NONE);
    assertThat(slurm.listReservations()).isEmpty();
    assertThat(slurmrestd.tokens).endsWith("a.b.c", "d.e.f");
  }

  @Test
  void aTokenThatGoesMissingIsSaidAndNothingIsSent() throws IOException {
    Files.delete(token);
    isNoAnswer(slurm::listNodes, "cannot read the secret file " + token);
    assertThat(slurmrestd.heard).isEmpty();
  }

  /** Whether it was made, reading tells. */
  @Test
  void silenceIsNoRefusal() {
    slurmrestd.serves("v0.0.45").says("GET /slurm/v0.0.45/reservations/", 200, NONE);
    slurm = speaking(Duration.ofMillis(700));
    isNoAnswer(() -> slurm.create(WANTED), "no answer within 700 ms");
  }

  /** One that stops in the middle would keep everybody else from being looked after. */
  @Test
  void halfAnAnswerIsWaitedForNoLongerThanNone() {
    slurmrestd.serves("v0.0.45").beginsToSay("GET /slurm/v0.0.45/reservations/", NONE);
    slurm = speaking(Duration.ofMillis(700));
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> isNoAnswer(slurm::listReservations, "no answer within 700 ms"));
  }

  @Test
  void aSlurmctldThatIsDownIsNoRefusal() {
    whenMaking(502, 1800, "Unable to contact slurm controller (connect failure)");
    isNoAnswer(() -> slurm.create(WANTED), "Unable to contact slurm controller");
  }

  @Test
  void whoeverIsNoOperatorIsTold() {
    whenMaking(422, 2010, "Invalid user id");
    isNoAnswer(() -> slurm.create(WANTED), "is slurm an operator of the cluster");
    isNoAnswer(() -> slurm.knowsAccount("anne"), "is slurm an operator of the cluster");
  }

  @Test
  void whatSlurmctldWillNotDoIsARefusalInItsOwnWords() {
    whenMaking(422, 2058, "Requested reservation overlaps with another reservation");
    assertThat(slurm.create(WANTED))
        .contains(
            "Requested reservation overlaps with another reservation"
                + " (2058, slurm_create_reservation: Error creating reservation lp1)");
    assertThat(slurm.trouble()).as("it was an answer").isEmpty();
  }

  @Test
  void somethingElseThanSlurmrestdIsNoAnswer() {
    slurmrestd.serves("v0.0.45");
    slurmrestd.says("GET /slurm/v0.0.45/nodes/", 200, "<html>Welcome to nginx</html>");
    isNoAnswer(slurm::listNodes, "200 with what is no JSON");
    slurmrestd.says("GET /slurm/v0.0.45/nodes/", 200, "[]");
    isNoAnswer(slurm::listNodes, "status 200");
  }

  @Test
  void nodesThatCannotBeReadAreNoAnswer() {
    slurmrestd.serves("v0.0.45");
    var reservation = "{\"reservations\": [{\"name\": \"lp1\", \"node_list\": \"man[1-3\"}]}";
    slurmrestd.says("GET /slurm/v0.0.45/reservations/", 200, reservation);
    isNoAnswer(slurm::listReservations, "reservations/: not a list of nodes", "man[1-3");
    var job =
        "{\"jobs\": [{\"job_state\": [\"RUNNING\"], \"resv_name\": \"\", \"nodes\": \"man[1-b]\"}]}";
    slurmrestd.says("GET /slurm/v0.0.45/jobs/", 200, job);
    isNoAnswer(slurm::listRunningJobs, "jobs/: not a range of nodes' numbers: 1-b");
  }

  private void whenMaking(int status, int number, String error) {
    slurmrestd
        .serves("v0.0.45")
        .says("GET /slurm/v0.0.45/reservations/", 200, NONE)
        .says(
            "POST /slurm/v0.0.45/reservation",
            status,
            ScriptedSlurmrestd.ERROR.formatted(number, error));
  }

  private void isNoAnswer(ThrowingCallable question, String... says) {
    assertThatThrownBy(question)
        .isInstanceOf(SchedulerUnreachable.class)
        .hasMessageContainingAll(says)
        .hasMessageNotContaining("a.b.c");
    assertThat(slurm.trouble().orElseThrow()).contains(says);
  }
}
