package org.touchpaper.harc.rm.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmrestdAccess;
import org.touchpaper.harc.rm.backend.slurm.job.BatchJob;
import org.touchpaper.harc.rm.backend.slurm.job.SlurmJobController;
import org.touchpaper.harc.rm.run.JobLauncher.Submission;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** The same runs through slurmrestd. */
@SlurmInterface.Via(SlurmInterface.SLURMRESTD)
class SlurmrestdRunTest extends SlurmRunTest {

  @Test
  void aTokenThatMayNotSubmitForOthersIsReported() throws Exception {
    var token = home.resolve("token");
    Files.writeString(
        token, cluster.runAsAdmin("scontrol", "token", "username=bin", "lifespan=600"));
    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    var root = cluster.rest(SlurmClusterTestBase.TIMEOUT);
    var access = new SlurmrestdAccess(root.url(), "bin", token, root.version(), root.timeout());
    var jobs = SlurmJobController.of(access, cluster.controller(), Clock.systemUTC());
    for (var repeat = 0; repeat < 2; repeat++) {
      assertThat(jobs.listIds("tp-1", "daemon")).isEmpty();
      assertThatThrownBy(() -> jobs.submit(jobOf("daemon")))
          .isInstanceOf(SchedulerUnreachableException.class)
          .hasMessageContaining("only a token of root or SlurmUser may submit jobs of daemon");
    }
  }

  @Test
  void nothingIsSubmittedAsRoot() {
    assertThat(cluster.jobController().submit(jobOf("root")))
        .isEqualTo(new Submission.Refused("root has root's rights: nothing is launched"));
  }

  /** No test: there is no Java in the newer Slurm's tree. */
  @Override
  protected void aViewerThatVanishesDoesNotEndARunWithARelay() {}

  private static BatchJob jobOf(String account) {
    return new BatchJob(
        "tp-1", account, "none", "/tmp", 1, 1, 1, 1, Instant.EPOCH, 1, "#!/bin/bash\nexit 0\n");
  }
}
