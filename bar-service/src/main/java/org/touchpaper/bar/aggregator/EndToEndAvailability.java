package org.touchpaper.bar.aggregator;

import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.CircuitSplitResult;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/** Computes the availability between two ends: the minimum over the segments. */
@Component
class EndToEndAvailability {

  private final CurrentNetworkDirectory directory;
  private final SegmentCaller segmentCaller;

  EndToEndAvailability(CurrentNetworkDirectory directory, SegmentCaller segmentCaller) {
    this.directory = directory;
    this.segmentCaller = segmentCaller;
  }

  FreeCapacityResult between(FreeCapacityQuery query) {
    return switch (directory.get().split(query.source(), query.destination())) {
      case CircuitSplitResult.Rejected(var refusal) ->
          throw new SegmentFaultException(
              SegmentFaultException.Code.MALFORMED, null, refusal.reason());
      case CircuitSplitResult.Legs(var legs) -> minimumOf(legs, query);
    };
  }

  private FreeCapacityResult minimumOf(List<SegmentLeg> legs, FreeCapacityQuery query) {
    var answers = legs.stream().map(leg -> query(leg, query)).toList();
    var window = window(query.window());
    var steps =
        answers.stream()
            .filter(answer -> !answer.steps().isEmpty())
            .map(EndToEndAvailability::steps)
            .reduce(StepFunction::min)
            .orElse(StepFunction.constant(window, 0));
    var starts = answers.stream().map(EndToEndAvailability::starts).reduce(StartRanges::intersect);
    return new FreeCapacityResult(
        steps.steps().stream()
            .map(step -> new FreeCapacityResult.Step(schedule(step.window()), (int) step.amount()))
            .toList(),
        starts.orElse(StartRanges.NONE).ranges().stream()
            .map(range -> new FreeCapacityResult.StartRange(range.first(), range.last()))
            .toList());
  }

  private FreeCapacityResult query(SegmentLeg leg, FreeCapacityQuery query) {
    var originalRequester = query.requester();
    var requester = segmentCaller.asSelf(originalRequester);
    return segmentCaller
        .segments()
        .get(leg.peer())
        .timetable(
            new FreeCapacityQuery(
                requester,
                leg.source(),
                leg.destination(),
                query.window(),
                query.bandwidthMbps(),
                query.duration()));
  }

  private static StepFunction steps(FreeCapacityResult answer) {
    var steps = new ArrayList<StepFunction.Step>();
    answer
        .steps()
        .forEach(step -> steps.add(new StepFunction.Step(window(step.during()), step.freeMbps())));
    return new StepFunction(steps);
  }

  private static StartRanges starts(FreeCapacityResult answer) {
    return new StartRanges(
        answer.starts().stream()
            .map(range -> new StartRanges.Range(range.firstStart(), range.lastStart()))
            .toList());
  }

  private static Window window(Schedule schedule) {
    return new Window(schedule.startTime(), schedule.endTime());
  }

  private static Schedule schedule(Window window) {
    return new Schedule(window.start(), window.end());
  }
}
