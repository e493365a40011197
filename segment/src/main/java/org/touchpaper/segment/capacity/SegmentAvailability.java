package org.touchpaper.segment.capacity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.touchpaper.segment.capacity.CapacityAllocator.AdmissionRequest;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.StartRanges;
import org.touchpaper.timetable.StepFunction;
import org.touchpaper.timetable.Window;

/** The availability between two ends over time. Advisory; books nothing. */
public interface SegmentAvailability {

  /** The free capacity at each instant of a window. */
  StepFunction free(Window within);

  /** The start times within a window at which this bandwidth is free for this duration. */
  StartRanges startRanges(int mbps, Window within, Duration length);

  /** The first start time to suggest after a refusal at {@code from}. */
  default Optional<Instant> earliestStart(StartRanges starts, Instant from) {
    return starts.earliest();
  }

  /** The answer to a query. It has start times only if the query names bandwidth and duration. */
  default FreeCapacityResult freeCapacity(FreeCapacityQuery query) {
    var window = CapacityLedgerService.window(query.window());
    var starts =
        query.bandwidthMbps() == null || query.duration() == null
            ? StartRanges.NONE
            : startRanges(query.bandwidthMbps(), window, query.duration());
    return new FreeCapacityResult(
        free(window).steps().stream()
            .map(step ->
                new FreeCapacityResult.Step(
                    new Schedule(step.window().start(), step.window().end()),
                    Math.toIntExact(Math.max(0, step.amount()))))
            .toList(),
        starts.ranges().stream()
            .map(range -> new FreeCapacityResult.StartRange(range.first(), range.last()))
            .toList());
  }

  /** The refusal with the next time the request fits, if there is one within the horizon. */
  default Refusal withNextFit(Refusal refusal, AdmissionRequest request, Duration horizon) {
    var criteria = request.criteria();
    var length = criteria.schedule().duration();
    var requestedStart = criteria.schedule().startTime();
    var earliest = requestedStart.isBefore(request.now()) ? request.now() : requestedStart;
    var horizonEnd = request.now().plus(horizon);
    if (!earliest.plus(length).isBefore(horizonEnd)) {
      return refusal;
    }
    var starts = startRanges(criteria.bandwidthMbps(), new Window(earliest, horizonEnd), length);
    var nextFit =
        earliestStart(starts, earliest).map(start -> new Schedule(start, start.plus(length)));
    return new Refusal(
        refusal.code(),
        refusal.resource(),
        refusal.field(),
        refusal.reason(),
        nextFit.orElse(null));
  }
}
