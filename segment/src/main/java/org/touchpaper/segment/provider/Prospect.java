package org.touchpaper.segment.provider;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.segment.ledger.Ledger;
import org.touchpaper.segment.provider.Admission.Question;
import org.touchpaper.timetable.Starts;
import org.touchpaper.timetable.Steps;
import org.touchpaper.timetable.Window;

/** What would fit between two ends, and when; advisory, it books nothing. */
public interface Prospect {

  /** What is free at each instant of a window. */
  Steps free(Window within);

  /** The starts within a window at which so much fits for so long. */
  Starts starts(int mbps, Window within, Duration length);

  /** The first of these starts that is worth telling whoever was refused at {@code from}. */
  default Optional<Instant> earliest(Starts starts, Instant from) {
    return starts.earliest();
  }

  /** The answer to a question; starts only where amount and duration were asked for. */
  default FreeCapacity answer(TimetableQuestion question) {
    var window = Ledger.window(question.window());
    var starts =
        question.bandwidthMbps() == null || question.duration() == null
            ? Starts.NONE
            : starts(question.bandwidthMbps(), window, question.duration());
    return new FreeCapacity(
        free(window).steps().stream()
            .map(step ->
                new FreeCapacity.Step(
                    new Schedule(step.during().start(), step.during().end()),
                    Math.toIntExact(Math.max(0, step.amount()))))
            .toList(),
        starts.ranges().stream()
            .map(range -> new FreeCapacity.StartRange(range.first(), range.last()))
            .toList());
  }

  /** The same refusal with the next time the request would fit, if one is within the horizon. */
  default Refusal withNextFit(Refusal refusal, Question question, Duration horizon) {
    var asked = question.criteria();
    var length = asked.schedule().length();
    var from = asked.schedule().startTime();
    var earliest = from.isBefore(question.now()) ? question.now() : from;
    var last = question.now().plus(horizon);
    if (!earliest.plus(length).isBefore(last)) {
      return refusal;
    }
    var starts = starts(asked.bandwidthMbps(), new Window(earliest, last), length);
    var next = earliest(starts, earliest).map(start -> new Schedule(start, start.plus(length)));
    return new Refusal(
        refusal.code(), refusal.resource(), refusal.field(), refusal.reason(), next.orElse(null));
  }
}
