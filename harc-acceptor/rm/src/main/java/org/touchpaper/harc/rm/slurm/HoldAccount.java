package org.touchpaper.harc.rm.slurm;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;

/** Sees to it that nothing can be held without somebody being told why. */
final class HoldAccount {
  private static final Logger LOG = LoggerFactory.getLogger(HoldAccount.class);

  private final Cluster cluster;
  private final SlurmController slurm;
  private volatile boolean isKnown;
  private volatile Optional<String> trouble = Optional.empty();

  HoldAccount(Cluster cluster, SlurmController slurm) {
    this.cluster = cluster;
    this.slurm = slurm;
  }

  /** Asks Slurm whether it knows the account, until it does; that it does not answer others say. */
  void look() {
    if (isKnown) {
      return;
    }
    try {
      isKnown = slurm.knowsAccount(cluster.holdAccount());
      if (!isKnown && trouble.isEmpty()) {
        LOG.error("cluster={} {}", cluster.name(), unknown());
      }
      trouble = isKnown ? Optional.empty() : Optional.of(unknown());
    } catch (SchedulerUnreachable e) {
      LOG.debug("cluster={} {}", cluster.name(), e.getMessage());
    }
  }

  /** What is wrong with it; empty if nothing is, or Slurm has not been asked yet. */
  Optional<String> trouble() {
    return trouble;
  }

  private String unknown() {
    return "Slurm makes no reservations out to the hold account "
        + cluster.holdAccount()
        + ": set touchpaper.rm.slurm.hold-account to an account of the cluster under which nobody"
        + " works (from Slurm 25.11 on, nobody itself is none); or is whoever asks no operator?";
  }
}
