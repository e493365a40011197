package org.touchpaper.bar.coallocation.transaction;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationParts;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * What a dry run judges: the parts of one run, and whose they are.
 *
 * @param slot the time of the run
 * @param now the time of the dry run
 */
record DryRunRequest(Person person, List<Part> parts, Schedule slot, Instant now) {

  DryRunRequest {
    parts = List.copyOf(parts);
  }

  /**
   * A part to judge.
   *
   * @param existing the part that is changed; null for a new one
   * @param run its time after the change
   * @param isUnchanged if it stays as it is
   */
  record Part(
      CoAllocationPart part,
      @Nullable CoAllocationPart existing,
      Schedule run,
      boolean isUnchanged,
      boolean isRescheduled) {

    static Part ofNew(CoAllocationPart part, Schedule run) {
      return new Part(part, null, run, false, true);
    }
  }

  List<CoAllocationPart> allParts() {
    return parts.stream().map(Part::part).toList();
  }

  /** The parts' fields in the request, by part id. */
  Map<UUID, String> fields() {
    return CoAllocationParts.fields(allParts());
  }

  /** The refusal of a resource manager that does not answer. */
  static Refusal unreachable(String rm, String reason) {
    return new Refusal(Refusal.Code.UNREACHABLE, rm, "", reason, null);
  }
}
