package org.touchpaper.harc.rm.backend.slurm.client;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import org.touchpaper.segment.connection.Schedule;

/**
 * A reservation in Slurm (slurm 22.05, scontrol(1)).
 *
 * @param name unique on the cluster
 * @param nodes its nodes; none if it reserves only licences
 * @param schedule when, in whole seconds; the next occurrence if it recurs
 * @param users the accounts that may use it
 * @param isActive true if Slurm reports it as active
 * @param recurrence how often it recurs
 */
public record SlurmReservation(
    String name,
    List<String> nodes,
    Schedule schedule,
    List<String> users,
    boolean isActive,
    Recurrence recurrence) {
  /** One that does not recur, as all of ours. */
  public SlurmReservation(
      String name, List<String> nodes, Schedule schedule, List<String> users, boolean isActive) {
    this(name, nodes, schedule, users, isActive, Recurrence.NONE);
  }

  public SlurmReservation {
    nodes = List.copyOf(nodes);
    users = List.copyOf(users);
  }

  public boolean isOnlyFor(String account) {
    return users.equals(List.of(account));
  }

  /** Returns true if it covers those nodes for the rest of that time. */
  public boolean covers(List<String> wanted, Schedule during, Instant now) {
    var from = during.startTime().isAfter(now) ? during.startTime() : now;
    return new HashSet<>(nodes).containsAll(wanted)
        && !schedule.startTime().isAfter(from)
        && !schedule.endTime().isBefore(during.endTime());
  }

  /** Returns true if it has exactly those nodes, for exactly that time or the rest of it. */
  public boolean matches(List<String> wanted, Schedule during, Instant now) {
    var hasBegunAsWanted = isActive && !during.startTime().isAfter(now);
    return nodes.size() == wanted.size()
        && new HashSet<>(nodes).containsAll(wanted)
        && schedule.endTime().equals(during.endTime())
        && (hasBegunAsWanted || schedule.startTime().equals(during.startTime()));
  }
}
