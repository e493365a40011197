package org.touchpaper.bar.coallocation.transaction;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentDryRunRequest;

/**
 * What a request would get, or why it would be refused. Nothing is held.
 *
 * @param schedule the time of the run
 * @param refusals none if all parts fit
 * @param alternatives other times that fit, nearest first; only after a refusal
 */
public record DryRunResult(
    Schedule schedule,
    List<NodesResult> compute,
    List<LightpathResult> lightpaths,
    List<UnitsResult> units,
    List<Refusal> refusals,
    List<Schedule> alternatives) {

  public DryRunResult {
    compute = List.copyOf(compute);
    lightpaths = List.copyOf(lightpaths);
    units = List.copyOf(units);
    refusals = List.copyOf(refusals);
    alternatives = List.copyOf(alternatives);
  }

  /**
   * Nodes of a cluster.
   *
   * @param freeNodes the nodes that are free throughout, as far as known
   */
  public record NodesResult(Compute part, boolean fits, @Nullable Integer freeNodes) {}

  /**
   * An amount of a unit of a store or an instrument.
   *
   * @param freeAmount what is free throughout, as far as known
   */
  public record UnitsResult(Units part, boolean fits, @Nullable Integer freeAmount) {}

  /**
   * A lightpath.
   *
   * @param path the elements and links crossed; empty if it does not fit
   * @param links what it would take of the links; empty also if it stays as it is
   */
  public record LightpathResult(
      Lightpath part, boolean fits, List<String> path, List<SegmentDryRunRequest.LinkUse> links) {
    public LightpathResult {
      path = List.copyOf(path);
      links = List.copyOf(links);
    }
  }

  /** Returns true if it is refused, and a booking would be tried again at another time. */
  boolean isTemporarilyRefused() {
    return !refusals.isEmpty() && refusals.stream().allMatch(RetryPolicy::isTemporary);
  }

  /** Returns true if it is refused only because something did not answer. */
  public boolean isUnanswered() {
    return !refusals.isEmpty()
        && refusals.stream().allMatch(refusal -> refusal.code() == Refusal.Code.UNREACHABLE);
  }

  DryRunResult withAlternatives(List<Schedule> schedules) {
    return new DryRunResult(schedule, compute, lightpaths, units, refusals, schedules);
  }
}
