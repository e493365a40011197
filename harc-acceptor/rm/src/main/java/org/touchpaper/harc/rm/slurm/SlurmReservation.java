package org.touchpaper.harc.rm.slurm;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * A reservation as Slurm has it (slurm 22.05, scontrol(1)).
 *
 * @param name unique on the cluster
 * @param nodes the nodes it keeps; none if it keeps licences alone
 * @param schedule when, in whole seconds; the next time of one that comes again
 * @param users the accounts that may use it
 * @param isActive true if Slurm says that it is going on
 * @param recurrence how often it comes again
 */
record SlurmReservation(
    String name,
    List<String> nodes,
    Schedule schedule,
    List<String> users,
    boolean isActive,
    Recurrence recurrence) {
  /** One that does not come again, as all of ours. */
  SlurmReservation(
      String name, List<String> nodes, Schedule schedule, List<String> users, boolean isActive) {
    this(name, nodes, schedule, users, isActive, Recurrence.NONE);
  }

  SlurmReservation {
    nodes = List.copyOf(nodes);
    users = List.copyOf(users);
  }

  boolean isOnlyFor(String account) {
    return users.equals(List.of(account));
  }

  /** True if it keeps at least those nodes, for at least what is left of that time. */
  boolean covers(List<String> wanted, Schedule during, Instant now) {
    var from = during.startTime().isAfter(now) ? during.startTime() : now;
    return new HashSet<>(nodes).containsAll(wanted)
        && !schedule.startTime().isAfter(from)
        && !schedule.endTime().isBefore(during.endTime());
  }

  /** True if it keeps just those nodes, for just that time or what is left of it. */
  boolean is(List<String> wanted, Schedule during, Instant now) {
    var hasBegunAsWanted = isActive && !during.startTime().isAfter(now);
    return nodes.size() == wanted.size()
        && new HashSet<>(nodes).containsAll(wanted)
        && schedule.endTime().equals(during.endTime())
        && (hasBegunAsWanted || schedule.startTime().equals(during.startTime()));
  }
}
