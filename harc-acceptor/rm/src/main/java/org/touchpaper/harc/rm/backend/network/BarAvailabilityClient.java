package org.touchpaper.harc.rm.backend.network;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/**
 * Asks the BAR for its timetable. A lightpath starts the setup lead before its run, so the query
 * covers a longer window, and start times are converted to those of the run.
 */
final class BarAvailabilityClient {
  private final String self;
  private final BarClient bar;
  private final HostStps hosts;
  private final Duration lead;

  BarAvailabilityClient(String self, BarClient bar, NetworkSettings network) {
    this.self = self;
    this.bar = bar;
    this.hosts = network.hosts();
    this.lead = network.setupLead();
  }

  ResourceAvailability query(ResourceAvailabilityQuery query) {
    var ends = query.resource().split("\\.\\.", -1);
    if (ends.length != 2) {
      throw new IllegalArgumentException(
          "the resource of a network must be two hosts, from..to, not " + query.resource());
    }
    var window = query.window();
    var extendedWindow = new Schedule(window.startTime().minus(lead), window.endTime());
    var freeCapacity =
        bar.timetable(
            new FreeCapacityQuery(
                new RequesterIdentity(self, query.onBehalfOf(), UUID.randomUUID().toString()),
                stp(ends[0]),
                stp(ends[1]),
                extendedWindow,
                query.amount(),
                query.duration() == null ? null : query.duration().plus(lead)));
    return new ResourceAvailability(
        "Mbit/s", steps(freeCapacity, window), startRanges(freeCapacity, window));
  }

  private Stp stp(String host) {
    return hosts
        .find(host)
        .orElseThrow(() ->
            new IllegalArgumentException("host " + host + " is not attached to this network"));
  }

  private static List<ResourceAvailability.Step> steps(
      FreeCapacityResult freeCapacity, Schedule window) {
    return freeCapacity.steps().stream()
        .filter(step -> step.during().overlaps(window))
        .map(step -> new ResourceAvailability.Step(clip(step.during(), window), step.freeMbps()))
        .toList();
  }

  private static Schedule clip(Schedule step, Schedule window) {
    var from = step.startTime().isBefore(window.startTime()) ? window : step;
    var to = step.endTime().isAfter(window.endTime()) ? window : step;
    return new Schedule(from.startTime(), to.endTime());
  }

  private List<ResourceAvailability.StartRange> startRanges(
      FreeCapacityResult freeCapacity, Schedule window) {
    return freeCapacity.starts().stream()
        .flatMap(range -> {
          var first = range.firstStart().plus(lead);
          var last = range.lastStart().plus(lead);
          return first.isAfter(window.endTime())
              ? Stream.<ResourceAvailability.StartRange>of()
              : Stream.of(
                  new ResourceAvailability.StartRange(
                      first, last.isAfter(window.endTime()) ? window.endTime() : last));
        })
        .toList();
  }
}
