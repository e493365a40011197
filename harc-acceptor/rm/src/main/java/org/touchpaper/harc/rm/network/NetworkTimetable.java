package org.touchpaper.harc.rm.network;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.touchpaper.harc.rm.local.FreeTime;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.TimetableQuestion;

/**
 * Passes the BAR's timetable on. A lightpath is booked a little ahead of its run, so the BAR is
 * asked about a longer stretch, and its start times are told as those of the run.
 */
final class NetworkTimetable {
  private final String self;
  private final Bar bar;
  private final Hosts hosts;
  private final Duration lead;

  NetworkTimetable(String self, Bar bar, Network network) {
    this.self = self;
    this.bar = bar;
    this.hosts = network.hosts();
    this.lead = network.setupLead();
  }

  FreeTime answer(FreeTimeQuestion question) {
    var ends = question.resource().split("\\.\\.", -1);
    if (ends.length != 2) {
      throw new IllegalArgumentException(
          "a network's resource is two hosts, from..to, not " + question.resource());
    }
    var window = question.window();
    var asked = new Schedule(window.startTime().minus(lead), window.endTime());
    var free =
        bar.timetable(
            new TimetableQuestion(
                new Requester(self, question.onBehalfOf(), UUID.randomUUID().toString()),
                stp(ends[0]),
                stp(ends[1]),
                asked,
                question.amount(),
                question.duration() == null ? null : question.duration().plus(lead)));
    return new FreeTime("Mbit/s", steps(free, window), starts(free, window));
  }

  private Stp stp(String host) {
    return hosts
        .find(host)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "no host called " + host + " is attached to this network"));
  }

  private static List<FreeTime.Step> steps(FreeCapacity free, Schedule window) {
    return free.steps().stream()
        .filter(step -> step.during().overlaps(window))
        .map(step -> new FreeTime.Step(clip(step.during(), window), step.freeMbps()))
        .toList();
  }

  private static Schedule clip(Schedule step, Schedule window) {
    var from = step.startTime().isBefore(window.startTime()) ? window : step;
    var to = step.endTime().isAfter(window.endTime()) ? window : step;
    return new Schedule(from.startTime(), to.endTime());
  }

  private List<FreeTime.StartRange> starts(FreeCapacity free, Schedule window) {
    return free.starts().stream()
        .flatMap(range -> {
          var first = range.firstStart().plus(lead);
          var last = range.lastStart().plus(lead);
          return first.isAfter(window.endTime())
              ? Stream.<FreeTime.StartRange>of()
              : Stream.of(
                  new FreeTime.StartRange(
                      first, last.isAfter(window.endTime()) ? window.endTime() : last));
        })
        .toList();
  }
}
