package org.touchpaper.harc.rm.backend.calendar;

import java.util.IllegalFormatException;
import java.util.List;
import java.util.Optional;
import org.touchpaper.harc.rm.booking.NodeAvailability;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.scheduler.RequestedResources;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability.Step;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * A machine with a calendar.
 *
 * @param name the cluster's name, such as {@code newton}
 * @param nodeCount the number of nodes, which are numbered from 1; at least one
 * @param nodeName the format of a node's name, given its number: {@code newton%03d}; names must
 *     differ
 * @param accounts the local accounts of users
 */
public record Machine(String name, int nodeCount, String nodeName, AccountMapping accounts) {
  public Machine {
    if (nodeCount < 1) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.nodes must be the number of nodes of %s, at least 1, not %d"
              .formatted(name, nodeCount));
    }
    if (nodeCount > 1 && formatNodeName(nodeName, 1).equals(formatNodeName(nodeName, nodeCount))) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.node-name gives nodes 1 and %d of %s the same name, %s: put %%d or %%03d where the number belongs"
              .formatted(nodeCount, name, nodeName));
    }
  }

  private static String formatNodeName(String nodeName, int number) {
    try {
      return nodeName.formatted(number);
    } catch (IllegalFormatException e) {
      throw new IllegalArgumentException(
          "touchpaper.rm.calendar.node-name must be a format with a node's number, such as newton%%03d, not %s (%s)"
              .formatted(nodeName, e.getMessage()),
          e);
    }
  }

  List<String> namesOf(List<Integer> nodes) {
    return nodes.stream().map(number -> formatNodeName(nodeName, number)).toList();
  }

  /** The refusal of work that can never be booked here; empty if it can. */
  Optional<Refusal> permanentRefusal(RequestedResources work) {
    return switch (work) {
      case RequestedResources.Path _ ->
          Optional.of(
              refusal(
                  Refusal.Code.NOT_ALLOWED, "Work", name + " offers only nodes, not lightpaths"));
      case RequestedResources.Units _ ->
          Optional.of(
              refusal(Refusal.Code.NOT_ALLOWED, "Work", name + " offers only nodes, not units"));
      case RequestedResources.Compute(var resource, _) when !resource.equals(name) ->
          Optional.of(
              refusal(
                  Refusal.Code.NOT_ALLOWED,
                  "Resource",
                  "the resource is " + name + ", not " + resource));
      case RequestedResources.Compute(_, var nodes) when nodes > nodeCount ->
          Optional.of(
              refusal(
                  Refusal.Code.MORE_THAN_MACHINE,
                  "Nodes",
                  name + " has " + nodeCount + " nodes; " + nodes + " requested"));
      case RequestedResources.Compute _ -> Optional.empty();
    };
  }

  /** The refusal for too few free nodes, with the next fit. */
  Refusal busyRefusal(NodeAvailability availability, Schedule schedule, int nodes) {
    return new Refusal(
        Refusal.Code.NODES_BUSY,
        name,
        "Nodes",
        "%s has %d of %d nodes free from %s to %s; %d requested"
            .formatted(
                name,
                availability.steps(schedule).stream().mapToInt(Step::free).min().orElse(0),
                nodeCount,
                schedule.startTime(),
                schedule.endTime(),
                nodes),
        availability.nextFit(schedule, nodes).orElse(null));
  }

  Refusal refusal(Refusal.Code code, String field, String reason) {
    return new Refusal(code, name, field, reason, null);
  }
}
