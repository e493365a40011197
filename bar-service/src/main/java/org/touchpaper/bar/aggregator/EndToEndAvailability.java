package org.touchpaper.bar.aggregator;

import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.CircuitSplit;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.segment.connection.ContractFaultException;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/** Computes the availability between two ends: the minimum over the segments. */
@Component
class EndToEndAvailability {

  private final CurrentDirectory directory;
  private final SegmentCaller segmentCaller;

  EndToEndAvailability(CurrentDirectory directory, SegmentCaller segmentCaller) {
    this.directory = directory;
    this.segmentCaller = segmentCaller;
  }

  FreeCapacity between(FreeCapacityQuery query) {
    return switch (directory.get().split(query.source(), query.destination())) {
      case CircuitSplit.Rejected(var refusal) ->
          throw new ContractFaultException(
              ContractFaultException.Code.MALFORMED, null, refusal.reason());
      case CircuitSplit.Legs(var legs) -> minimumOf(legs, query);
    };
  }

  private FreeCapacity minimumOf(List<SegmentLeg> legs, FreeCapacityQuery query) {
    var answers = legs.stream().map(leg -> query(leg, query)).toList();
    var window = window(query.window());
    var steps =
        answers.stream()
            .filter(answer -> !answer.steps().isEmpty())
            .map(EndToEndAvailability::steps)
            .reduce(StepFunction::min)
            .orElse(StepFunction.constant(window, 0));
    var starts = answers.stream().map(EndToEndAvailability::starts).reduce(StartRanges::intersect);
    return new FreeCapacity(
        steps.steps().stream()
            .map(step -> new FreeCapacity.Step(schedule(step.window()), (int) step.amount()))
            .toList(),
        starts.orElse(StartRanges.NONE).ranges().stream()
            .map(range -> new FreeCapacity.StartRange(range.first(), range.last()))
            .toList());
  }

  private FreeCapacity query(SegmentLeg leg, FreeCapacityQuery query) {
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

  private static StepFunction steps(FreeCapacity answer) {
    var steps = new ArrayList<StepFunction.Step>();
    answer
        .steps()
        .forEach(step -> steps.add(new StepFunction.Step(window(step.during()), step.freeMbps())));
    return new StepFunction(steps);
  }

  private static StartRanges starts(FreeCapacity answer) {
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
