package org.touchpaper.harc.rm.backend.slurm.client;

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
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.segment.connection.Schedule;

/** Failures of slurmrestd, and the messages about them for operators. */
class SlurmrestdControllerFailureTest {
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
  private SlurmrestdController slurm;

  @BeforeEach
  void open() throws IOException {
    token = directory.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, "a.b.c");
    slurm = controller(Duration.ofSeconds(30));
  }

  @AfterEach
  void close() {
    slurmrestd.close();
  }

  private SlurmrestdController controller(Duration timeout) {
    return new SlurmrestdController(
        SlurmrestdAccess.fromConfiguration(slurmrestd.url(), "slurm", token, null, timeout),
        Clock.systemUTC());
  }

  @Test
  void anOldVersionIsRejectedWithTheRemedy() {
    slurmrestd.servesVersions("v0.0.40", "v0.0.41", "v0.0.42");
    assertUnreachable(
        slurm::listNodes,
        "it serves API versions [v0.0.40, v0.0.41, v0.0.42]",
        "from v0.0.43 (Slurm 25.05) on",
        "remove touchpaper.rm.slurm.rest.url");
    assertThat(slurmrestd.requests).as("no other request was sent").containsOnly("GET /openapi/v3");
  }

  @Test
  void versionsAreDetectedOnceAndAgainWhenTheOneInUseDisappears() {
    slurmrestd.servesVersions("v0.0.43", "v0.0.44");
    slurmrestd.respond("GET /slurm/v0.0.44/reservations/", 200, NONE);
    slurm.listReservations();
    slurm.listReservations();
    slurmrestd.servesVersions("v0.0.45", "v0.0.46");
    slurmrestd.respond("GET /slurm/v0.0.44/reservations/", 404, "Unable to find requested URL");
    slurmrestd.respond("GET /slurm/v0.0.45/reservations/", 200, NONE);
    assertUnreachable(slurm::listReservations, "v0.0.44/reservations/: not found");
    assertThat(slurm.listReservations()).isEmpty();
    assertThat(slurm.problem()).isEmpty();
    assertThat(slurmrestd.requests)
        .containsExactly(
            "GET /openapi/v3",
            "GET /slurm/v0.0.44/reservations/",
            "GET /slurm/v0.0.44/reservations/",
            "GET /slurm/v0.0.44/reservations/",
            "GET /openapi/v3",
            "GET /slurm/v0.0.45/reservations/");
  }

  @Test
  void aRejectedTokenIsReportedAndCanBeReplacedAtAnyTime() throws IOException {
    slurmrestd.servesVersions("v0.0.45");
    slurmrestd.respond(
        "GET /slurm/v0.0.45/reservations/",
        511,
        ScriptedSlurmrestd.ERROR.formatted(1007, "Protocol authentication error"));
    assertUnreachable(
        slurm::listReservations,
        "slurmctld does not accept the token of slurm",
        "write the output of `scontrol token username=slurm` to " + token);
    slurmrestd.respond("GET /slurm/v0.0.45/reservations/", 401, "Authentication failure");
    assertUnreachable(slurm::listReservations, "access denied for slurm", token.toString());
    Files.writeString(token, "SLURM_JWT=d.e.f\n");
    slurmrestd.respond("GET /slurm/v0.0.45/reservations/", 200, NONE);
    assertThat(slurm.listReservations()).isEmpty();
    assertThat(slurmrestd.tokens).endsWith("a.b.c", "d.e.f");
  }

  @Test
  void aMissingTokenIsReportedAndNothingIsSent() throws IOException {
    Files.delete(token);
    assertUnreachable(slurm::listNodes, "cannot read the secret file " + token);
    assertThat(slurmrestd.requests).isEmpty();
  }

  /** Only reading back shows whether it was created. */
  @Test
  void aMissingAnswerIsNoRefusal() {
    slurmrestd.servesVersions("v0.0.45").respond("GET /slurm/v0.0.45/reservations/", 200, NONE);
    slurm = controller(Duration.ofMillis(700));
    assertUnreachable(() -> slurm.create(WANTED), "no answer within 700 ms");
  }

  /** A response that stops in the middle would block all other work. */
  @Test
  void aPartialResponseTimesOutLikeNone() {
    slurmrestd.servesVersions("v0.0.45").respondPartially("GET /slurm/v0.0.45/reservations/", NONE);
    slurm = controller(Duration.ofMillis(700));
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> assertUnreachable(slurm::listReservations, "no answer within 700 ms"));
  }

  @Test
  void anUnreachableSlurmctldIsNoRefusal() {
    respondToCreate(502, 1800, "Unable to contact slurm controller (connect failure)");
    assertUnreachable(() -> slurm.create(WANTED), "Unable to contact slurm controller");
  }

  @Test
  void reportsAUserWhoIsNoOperator() {
    respondToCreate(422, 2010, "Invalid user id");
    assertUnreachable(() -> slurm.create(WANTED), "check that slurm is an operator of the cluster");
    assertUnreachable(
        () -> slurm.knowsAccount("anne"), "check that slurm is an operator of the cluster");
  }

  @Test
  void aRefusalHasTheMessageOfSlurmctld() {
    respondToCreate(422, 2058, "Requested reservation overlaps with another reservation");
    assertThat(slurm.create(WANTED))
        .contains(
            "Requested reservation overlaps with another reservation"
                + " (2058, slurm_create_reservation: Error creating reservation lp1)");
    assertThat(slurm.problem()).as("it was an answer").isEmpty();
  }

  @Test
  void aResponseOfAnotherServerIsNoAnswer() {
    slurmrestd.servesVersions("v0.0.45");
    slurmrestd.respond("GET /slurm/v0.0.45/nodes/", 200, "<html>Welcome to nginx</html>");
    assertUnreachable(slurm::listNodes, "status 200 without a JSON body");
    slurmrestd.respond("GET /slurm/v0.0.45/nodes/", 200, "[]");
    assertUnreachable(slurm::listNodes, "status 200");
  }

  @Test
  void unreadableNodesCountAsNoAnswer() {
    slurmrestd.servesVersions("v0.0.45");
    var reservation = "{\"reservations\": [{\"name\": \"lp1\", \"node_list\": \"man[1-3\"}]}";
    slurmrestd.respond("GET /slurm/v0.0.45/reservations/", 200, reservation);
    assertUnreachable(slurm::listReservations, "reservations/: not a list of nodes", "man[1-3");
    var job =
        "{\"jobs\": [{\"job_state\": [\"RUNNING\"], \"resv_name\": \"\", \"nodes\": \"man[1-b]\"}]}";
    slurmrestd.respond("GET /slurm/v0.0.45/jobs/", 200, job);
    assertUnreachable(slurm::listRunningJobs, "jobs/: not a range of node numbers: 1-b");
  }

  private void respondToCreate(int status, int number, String error) {
    slurmrestd
        .servesVersions("v0.0.45")
        .respond("GET /slurm/v0.0.45/reservations/", 200, NONE)
        .respond(
            "POST /slurm/v0.0.45/reservation",
            status,
            ScriptedSlurmrestd.ERROR.formatted(number, error));
  }

  private void assertUnreachable(ThrowingCallable call, String... messageParts) {
    assertThatThrownBy(call)
        .isInstanceOf(SchedulerUnreachableException.class)
        .hasMessageContainingAll(messageParts)
        .hasMessageNotContaining("a.b.c");
    assertThat(slurm.problem().orElseThrow()).contains(messageParts);
  }
}
