package org.touchpaper.harc.rm.backend.slurm;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;

/** Checks that Slurm knows the hold account, without which nothing can be held. */
final class HoldAccountExistenceCheck {
  private static final Logger LOG = LoggerFactory.getLogger(HoldAccountExistenceCheck.class);

  private final Cluster cluster;
  private final SlurmController slurm;
  private volatile boolean isKnown;
  private volatile Optional<String> problem = Optional.empty();

  HoldAccountExistenceCheck(Cluster cluster, SlurmController slurm) {
    this.cluster = cluster;
    this.slurm = slurm;
  }

  /** Asks Slurm until it knows the account. That Slurm does not answer is reported elsewhere. */
  void check() {
    if (isKnown) {
      return;
    }
    try {
      isKnown = slurm.knowsAccount(cluster.holdAccount());
      if (!isKnown && problem.isEmpty()) {
        LOG.error("cluster={} {}", cluster.name(), unknownAccountMessage());
      }
      problem = isKnown ? Optional.empty() : Optional.of(unknownAccountMessage());
    } catch (SchedulerUnreachableException e) {
      LOG.debug("cluster={} {}", cluster.name(), e.getMessage());
    }
  }

  /** The problem with the account; empty if there is none, or Slurm has not answered yet. */
  Optional<String> problem() {
    return problem;
  }

  private String unknownAccountMessage() {
    return "Slurm does not accept reservations for the hold account "
        + cluster.holdAccount()
        + ": set touchpaper.rm.slurm.hold-account to an account of the cluster under which no user"
        + " works (not nobody, from Slurm 25.11 on), and check that Touchpaper acts as an operator";
  }
}
