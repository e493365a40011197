package org.touchpaper.harc.rm.backend.slurm.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What slurmctld says of a batch job.
 *
 * @param name its name
 * @param account the account under which it runs
 * @param state its state in Slurm's words (squeue(1), job state codes), such as {@code PENDING}
 * @param reason why it has that state; empty if Slurm gives none
 * @param exitCode null if Slurm gives none
 * @param signal the number of the signal that ended it; 0 for none
 * @param nodes the nodes it has or had; empty until it starts
 * @param start when it started or is expected to; empty if unknown
 * @param isDetached true if it waits, and its reservation was deleted or lost under it: it waits
 *     for ever, or starts on other nodes
 */
public record BatchJobStatus(
    String name,
    String account,
    String state,
    String reason,
    @Nullable Integer exitCode,
    int signal,
    List<String> nodes,
    Optional<Instant> start,
    boolean isDetached) {
  /** The state of a job that waits for ever, because its reservation is gone. */
  public static final String RESERVATION_DELETED = "RESV_DEL_HOLD";

  public BatchJobStatus {
    nodes = List.copyOf(nodes);
  }

  /** Returns true if a job in that state is to be put into a reservation, empty for none. */
  static boolean isDetached(String state, String reservation) {
    return state.equals(RESERVATION_DELETED) || (state.equals("PENDING") && reservation.isEmpty());
  }

  /** Returns true if it is the job of that name and account. */
  public boolean belongsTo(String expectedName, String expectedAccount) {
    return name.equals(expectedName) && account.equals(expectedAccount);
  }
}
