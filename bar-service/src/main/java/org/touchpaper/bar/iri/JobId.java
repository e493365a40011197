package org.touchpaper.bar.iri;

import java.util.Optional;
import java.util.UUID;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.run.PartRun;

/**
 * The id of a job: the booking, its part, and which launch on that part it is, from 1. Clients take
 * it as it is.
 */
record JobId(UUID booking, UUID part, int launch) {

  static JobId of(CoAllocation booking, Compute part, PartRun run) {
    return new JobId(booking.id(), part.partId(), run.after() + 1);
  }

  /** Empty for what is no id of a job. */
  static Optional<JobId> parse(String text) {
    var words = text.split("\\.", -1);
    try {
      return words.length != 3 || !words[2].matches("[1-9][0-9]{0,8}")
          ? Optional.empty()
          : Optional.of(
              new JobId(
                  UUID.fromString(words[0]),
                  UUID.fromString(words[1]),
                  Integer.parseInt(words[2])));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return booking + "." + part + "." + launch;
  }
}
