package org.touchpaper.harc.rm.calendar;

import java.util.IllegalFormatException;
import java.util.List;
import java.util.Optional;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.harc.rm.nodes.FreeNodes;
import org.touchpaper.harc.rm.owner.Accounts;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * The machine a calendar is kept for.
 *
 * @param name the cluster's name, such as {@code newton}
 * @param nodeCount its nodes, numbered from 1; at least one
 * @param nodeName how a node is called, given its number: {@code newton%03d}; each differently
 * @param accounts whom people from afar are here
 */
public record Machine(String name, int nodeCount, String nodeName, Accounts accounts) {
  public Machine {
    if (nodeCount < 1) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.nodes is how many nodes %s has, from 1, not %d"
              .formatted(name, nodeCount));
    }
    if (nodeCount > 1 && named(nodeName, 1).equals(named(nodeName, nodeCount))) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.node-name calls nodes 1 and %d of %s the same: %s. The number's place in it is %%d, or %%03d"
              .formatted(nodeCount, name, nodeName));
    }
  }

  private static String named(String nodeName, int number) {
    try {
      return nodeName.formatted(number);
    } catch (IllegalFormatException e) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.node-name is no name with a node's number in it, such as newton%%03d: %s (%s)"
              .formatted(nodeName, e.getMessage()),
          e);
    }
  }

  List<String> namesOf(List<Integer> nodes) {
    return nodes.stream().map(number -> named(nodeName, number)).toList();
  }

  /** The rule that no free time could satisfy, if the work breaks one. */
  Optional<Refusal> neverFits(Work work) {
    return switch (work) {
      case Work.Path _ ->
          Optional.of(permanent(Refusal.Code.NOT_ALLOWED, "Work", name + " has no lightpaths"));
      case Work.Units _ ->
          Optional.of(permanent(Refusal.Code.NOT_ALLOWED, "Work", name + " has nodes alone"));
      case Work.Compute(var resource, _) when !resource.equals(name) ->
          Optional.of(
              permanent(
                  Refusal.Code.NOT_ALLOWED,
                  "Resource",
                  "this is the calendar of " + name + ", not of " + resource));
      case Work.Compute(_, var nodes) when nodes > nodeCount ->
          Optional.of(
              permanent(
                  Refusal.Code.MORE_THAN_MACHINE,
                  "Nodes",
                  name + " has " + nodeCount + " nodes, " + nodes + " were asked for"));
      case Work.Compute _ -> Optional.empty();
    };
  }

  /** Too few nodes are free then, and when enough will be. */
  Refusal busy(FreeNodes free, Schedule schedule, int nodes) {
    return new Refusal(
        Refusal.Code.NODES_BUSY,
        name,
        "Nodes",
        "only "
            + free.steps(schedule).stream().mapToInt(s -> s.free()).min().orElse(0)
            + " of "
            + name
            + "'s "
            + nodeCount
            + " nodes are free from "
            + schedule.startTime()
            + " to "
            + schedule.endTime()
            + ", "
            + nodes
            + " were asked for",
        free.nextFit(schedule, nodes).orElse(null));
  }

  Refusal permanent(Refusal.Code code, String field, String reason) {
    return new Refusal(code, name, field, reason, null);
  }
}
