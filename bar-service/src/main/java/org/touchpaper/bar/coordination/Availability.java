package org.touchpaper.bar.coordination;

import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.directory.Split;
import org.touchpaper.bar.reservation.Leg;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.TimetableQuestion;
import org.touchpaper.timetable.Starts;
import org.touchpaper.timetable.Steps;
import org.touchpaper.timetable.Window;

/** What is free all the way between two ends: the least of what each segment has free. */
@Component
class Availability {

  private final Directory directory;
  private final Conversation conversation;

  Availability(Directory directory, Conversation conversation) {
    this.directory = directory;
    this.conversation = conversation;
  }

  FreeCapacity between(TimetableQuestion question) {
    return switch (directory.split(question.source(), question.destination())) {
      case Split.Impossible(var refusal) ->
          throw new Fault(Fault.Code.MALFORMED, null, refusal.reason());
      case Split.Legs(var legs) -> least(legs, question);
    };
  }

  private FreeCapacity least(List<Leg> legs, TimetableQuestion question) {
    var answers = legs.stream().map(leg -> ask(leg, question)).toList();
    var window = window(question.window());
    var steps =
        answers.stream()
            .filter(answer -> !answer.steps().isEmpty())
            .map(Availability::steps)
            .reduce(Steps::min)
            .orElse(Steps.flat(window, 0));
    var starts = answers.stream().map(Availability::starts).reduce(Starts::intersect);
    return new FreeCapacity(
        steps.steps().stream()
            .map(step -> new FreeCapacity.Step(schedule(step.during()), (int) step.amount()))
            .toList(),
        starts.orElse(Starts.NONE).ranges().stream()
            .map(range -> new FreeCapacity.StartRange(range.first(), range.last()))
            .toList());
  }

  private FreeCapacity ask(Leg leg, TimetableQuestion question) {
    var asked = question.requester();
    var requester = conversation.speaking(asked);
    return conversation
        .segments()
        .named(leg.peer())
        .timetable(
            new TimetableQuestion(
                requester,
                leg.source(),
                leg.destination(),
                question.window(),
                question.bandwidthMbps(),
                question.duration()));
  }

  private static Steps steps(FreeCapacity answer) {
    var steps = new ArrayList<Steps.Step>();
    answer
        .steps()
        .forEach(step -> steps.add(new Steps.Step(window(step.during()), step.freeMbps())));
    return new Steps(steps);
  }

  private static Starts starts(FreeCapacity answer) {
    return new Starts(
        answer.starts().stream()
            .map(range -> new Starts.Range(range.firstStart(), range.lastStart()))
            .toList());
  }

  private static Window window(Schedule schedule) {
    return new Window(schedule.startTime(), schedule.endTime());
  }

  private static Schedule schedule(Window window) {
    return new Schedule(window.start(), window.end());
  }
}
