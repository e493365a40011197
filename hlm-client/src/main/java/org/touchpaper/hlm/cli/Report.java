package org.touchpaper.hlm.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.Answer;
import org.touchpaper.hlm.CoAllocation;
import org.touchpaper.hlm.Problem;
import org.touchpaper.hlm.Schedule;
import org.touchpaper.hlm.Timetable;

/** Answers as text for a person: values to standard output, everything else to standard error. */
final class Report {
  private final PrintWriter out;
  private final PrintWriter err;

  Report(Surroundings surroundings) {
    this.out = surroundings.out();
    this.err = surroundings.err();
  }

  /** Prints a value as the BAR sent it, or through {@code words}. */
  static <T> Outcome tell(
      Surroundings surroundings, boolean json, Answer<T> answer, Words<T> words, Remedy remedy) {
    var report = new Report(surroundings);
    return switch (answer) {
      case Answer.Done<T>(var value, var body) -> {
        report.value(json, body, value, words);
        yield Outcome.DONE;
      }
      case Answer.Undecided<T>(var value, var body) -> {
        report.value(json, body, value, words);
        yield report.unknown("it is not decided yet", remedy);
      }
      case Answer.Refused<T>(var problem, var body) ->
          report.problem(json, body, "refused", problem, Outcome.REFUSED);
      case Answer.NotAllowed<T>(var problem, var body) ->
          report.problem(json, body, "not allowed", problem, Outcome.NOT_ALLOWED);
      case Answer.Unreachable<T>(var reason) -> report.unreachable(reason, remedy);
      case Answer.Unknown<T>(var reason) -> report.unknown(reason, remedy);
    };
  }

  /** How a value reads. */
  @FunctionalInterface
  interface Words<T> {
    void say(Report report, T value);
  }

  private <T> void value(boolean json, String body, T value, Words<T> words) {
    if (json) {
      out.println(body);
    } else {
      words.say(this, value);
    }
    out.flush();
  }

  private Outcome problem(
      boolean json, String body, String word, Problem problem, Outcome outcome) {
    if (json) {
      out.println(body);
      out.flush();
    }
    line(err, word + ": " + problem.sentence());
    problem.errors().forEach(it -> line(err, "  " + it.field() + ": " + it.message()));
    problem
        .refusals()
        .forEach(
            it -> line(err, "  " + it.resource() + ": " + it.reason() + " (" + it.code() + ")"));
    problem.alternatives().forEach(it -> line(err, "  it would fit " + window(it)));
    err.flush();
    return outcome;
  }

  private Outcome unreachable(String reason, Remedy remedy) {
    line(err, "not reached: " + reason);
    line(err, "  " + remedy.afterNothing());
    err.flush();
    return Outcome.UNREACHABLE_OR_UNKNOWN;
  }

  private Outcome unknown(String reason, Remedy remedy) {
    line(err, "outcome unknown: " + reason);
    remedy.afterDoubt().lines().forEach(it -> line(err, "  " + it));
    err.flush();
    return Outcome.UNREACHABLE_OR_UNKNOWN;
  }

  void coAllocation(CoAllocation booking) {
    line(out, booking.id() + "  " + booking.state() + "  " + window(booking.schedule()));
    also(booking.problem(), booking.reason());
    var change = booking.change();
    if (change != null && !change.state().equals("COMMITTED")) {
      line(out, "    change to " + change.wanted() + ": " + change.state());
      also(null, change.reason());
    }
    for (var part : booking.compute()) {
      line(
          out,
          "  %s  %d nodes  %s%s"
              .formatted(
                  part.resource(),
                  part.nodes(),
                  part.state(),
                  part.reference() == null ? "" : "  " + part.reference()));
      also(part.problem(), part.reason());
    }
    for (var part : booking.lightpaths()) {
      line(
          out,
          "  %s → %s  %d Mbit/s  %s"
              .formatted(part.source(), part.destination(), part.bandwidthMbps(), part.state()));
      if (!part.path().isEmpty()) {
        line(out, "    path " + String.join(" · ", part.path()));
      }
      also(part.problem(), part.reason());
    }
  }

  void page(CoAllocation.Page page) {
    if (page.items().isEmpty()) {
      line(out, "no bookings");
    }
    page.items().forEach(this::coAllocation);
    if (page.next() != null) {
      line(out, "and older ones");
    }
  }

  void timetable(Timetable timetable) {
    line(
        out,
        "%s  of %d %s".formatted(timetable.resource(), timetable.capacity(), timetable.unit()));
    for (var step : timetable.steps()) {
      line(out, "  %s to %s  %d free".formatted(step.from(), step.to(), step.free()));
    }
  }

  private void also(@Nullable String problem, @Nullable String reason) {
    if (problem != null) {
      line(out, "    " + problem);
    }
    if (reason != null) {
      line(out, "    " + reason);
    }
  }

  private static String window(Schedule schedule) {
    return schedule.startTime() + " to " + schedule.endTime();
  }

  /** What comes from elsewhere must not command the terminal. */
  private static void line(PrintWriter to, String text) {
    to.println(text.replaceAll("\\p{Cntrl}", "?"));
  }
}
