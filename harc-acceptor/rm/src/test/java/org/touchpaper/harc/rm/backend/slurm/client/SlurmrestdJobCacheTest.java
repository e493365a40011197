package org.touchpaper.harc.rm.backend.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.touchpaper.harc.rm.backend.slurm.job.BatchJob;
import org.touchpaper.harc.rm.backend.slurm.job.SlurmJobController;
import org.touchpaper.harc.rm.run.JobListingPendingException;
import org.touchpaper.platform.time.SettableClock;

/** slurmrestd cannot be asked for jobs of a name, so all are read: seldom. */
class SlurmrestdJobCacheTest {
  private static final String LIST = "GET /slurm/v0.0.45/jobs/";

  @TempDir private Path directory;
  private final SettableClock clock = SettableClock.at("2026-12-01T21:00:00Z");

  private SlurmJobController jobsOf(ScriptedSlurmrestd slurmrestd) throws IOException {
    var token = directory.resolve("token");
    Files.createFile(
        token, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(token, "a.b.c");
    var access =
        SlurmrestdAccess.fromConfiguration(
            slurmrestd.url(), "slurm", token, null, Duration.ofSeconds(30));
    return SlurmJobController.of(access, new SlurmrestdController(access, clock), clock);
  }

  @Test
  void allRunsTogetherReadTheJobsOnceASecondAndAfterASubmission() throws Exception {
    try (var slurmrestd = new ScriptedSlurmrestd().servesVersions("v0.0.45")) {
      slurmrestd
          .respond(
              LIST,
              200,
              """
              {"jobs": [{"name": "tp-1", "user_name": "anne", "job_id": 12},
                {"name": "tp-1", "user_name": "anne", "job_id": 7},
                {"name": "tp-1", "user_name": "ben", "job_id": 8},
                {"name": "tp-2", "user_name": "anne", "job_id": 9}], "errors": [], "warnings": []}
              """)
          .respond(
              "POST /slurm/v0.0.45/job/submit",
              200,
              "{\"job_id\": 13, \"errors\": [], \"warnings\": []}");
      var jobs = jobsOf(slurmrestd);
      assertThat(jobs.listIds("tp-1", "anne")).containsExactly("7", "12");
      assertThat(jobs.listIds("tp-2", "anne")).containsExactly("9");
      assertThat(readings(slurmrestd)).isEqualTo(1);
      clock.advance(Duration.ofSeconds(1));
      assertThat(jobs.listIds("tp-3", "anne")).isEmpty();
      assertThat(readings(slurmrestd)).isEqualTo(2);
      jobs.submit(
          new BatchJob("tp-3", "anne", "lp1", "/tmp", 1, 1, 1, 1, Instant.EPOCH, 1, "#!/bin/sh\n"));
      jobs.listIds("tp-3", "anne");
      assertThat(readings(slurmrestd)).isEqualTo(3);
    }
  }

  @Test
  void aSlowAnswerBlocksNoOtherRun() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var slurmrestd = new ScriptedSlurmrestd().servesVersions("v0.0.45")) {
      var jobs = jobsOf(slurmrestd);
      var first = threads.submit(() -> jobs.listIds("tp-1", "anne"));
      await().until(() -> readings(slurmrestd) == 1);
      clock.advance(Duration.ofMinutes(1));
      assertThatThrownBy(() -> jobs.listIds("tp-2", "anne"))
          .isInstanceOf(JobListingPendingException.class)
          .hasMessageContaining("has not listed its jobs since 2026-12-01T21:00:00Z");
      assertThat(readings(slurmrestd)).isEqualTo(1);

      slurmrestd.respond(LIST, 200, "{\"jobs\": [], \"errors\": [], \"warnings\": []}");
      slurmrestd.release();
      assertThat(first.get()).isEmpty();
      assertThat(jobs.listIds("tp-2", "anne")).isEmpty();
    }
  }

  private static long readings(ScriptedSlurmrestd slurmrestd) {
    return slurmrestd.requests.stream().filter(LIST::equals).count();
  }
}
