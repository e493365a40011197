package org.touchpaper.hlm.cli.booking;

import java.io.PrintWriter;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.AvailabilityTimetable;
import org.touchpaper.hlm.CallResult;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.DryRunDto;
import org.touchpaper.hlm.FixedSchedule;
import org.touchpaper.hlm.LightpathDto;
import org.touchpaper.hlm.Problem;
import org.touchpaper.hlm.ResourceListing;
import org.touchpaper.hlm.TokenDto;
import org.touchpaper.hlm.TrafficDto;
import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;

/** Prints results as text: values to standard output, everything else to standard error. */
final class BookingPrinter {
  private final PrintWriter out;
  private final PrintWriter err;

  BookingPrinter(CliEnvironment environment) {
    this.out = environment.out();
    this.err = environment.err();
  }

  /** Prints a value as the BAR sent it, or in the given format. */
  static <T> ExitCode print(
      CliEnvironment environment,
      boolean json,
      CallResult<T> result,
      ValueFormat<T> format,
      RetryAdvice advice) {
    var printer = new BookingPrinter(environment);
    return switch (result) {
      case CallResult.Done<T>(var value, var body) -> {
        printer.printValue(json, body, value, format);
        yield ExitCode.DONE;
      }
      case CallResult.Undecided<T>(var value, var body) -> {
        printer.printValue(json, body, value, format);
        yield printer.printUnfinished(advice.whenUndecided(), advice);
      }
      case CallResult.Refused<T>(var problem, var body) ->
          printer.printProblem(json, body, "refused", problem, ExitCode.REFUSED);
      case CallResult.NotAllowed<T>(var problem, var body) ->
          printer.printProblem(json, body, "not allowed", problem, ExitCode.NOT_ALLOWED);
      case CallResult.Unreachable<T>(var reason) -> printer.printUnreachable(reason, advice);
      case CallResult.Unknown<T>(var reason) ->
          printer.printUnfinished("outcome unknown: " + reason, advice);
    };
  }

  /** Prints the result of a dry run. What does not fit has the exit code of a refusal. */
  static ExitCode printDryRun(
      CliEnvironment environment, boolean json, CallResult<DryRunDto> result) {
    var exitCode =
        print(environment, json, result, BookingPrinter::printDryRun, RetryAdvice.repeatDryRun());
    return result instanceof CallResult.Done<DryRunDto>(var value, _) && !value.fits()
        ? ExitCode.REFUSED
        : exitCode;
  }

  /** Prints a value as text. */
  @FunctionalInterface
  interface ValueFormat<T> {
    void print(BookingPrinter printer, T value);
  }

  private <T> void printValue(boolean json, String body, T value, ValueFormat<T> format) {
    if (json) {
      out.println(body);
    } else {
      format.print(this, value);
    }
    out.flush();
  }

  private ExitCode printProblem(
      boolean json, String body, String label, Problem problem, ExitCode exitCode) {
    if (json) {
      out.println(body);
      out.flush();
    }
    printLine(err, label + ": " + problem.summary());
    problem
        .errors()
        .forEach(entry -> printLine(err, "  " + entry.field() + ": " + entry.message()));
    problem
        .refusals()
        .forEach(entry ->
            printLine(
                err, "  " + entry.resource() + ": " + entry.reason() + " (" + entry.code() + ")"));
    problem.alternatives().forEach(entry -> printLine(err, "  alternative: " + windowText(entry)));
    err.flush();
    return exitCode;
  }

  private ExitCode printUnreachable(String reason, RetryAdvice advice) {
    printLine(err, "unavailable: " + reason);
    printLine(err, "  " + advice.whenNotStarted());
    err.flush();
    return ExitCode.UNREACHABLE_OR_UNKNOWN;
  }

  private ExitCode printUnfinished(String state, RetryAdvice advice) {
    printLine(err, state);
    advice.whenUncertain().lines().forEach(line -> printLine(err, "  " + line));
    err.flush();
    return ExitCode.UNREACHABLE_OR_UNKNOWN;
  }

  void printCoAllocation(CoAllocationDto booking) {
    printLine(out, booking.id() + "  " + booking.state() + "  " + windowText(booking.schedule()));
    printEtag(booking.etag());
    printDetails(booking.problem(), booking.reason());
    var change = booking.change();
    if (change != null && !change.state().equals("COMMITTED")) {
      printLine(out, "    change to " + change.wanted() + ": " + change.state());
      printDetails(null, change.reason());
    }
    for (var component : booking.compute()) {
      printLine(
          out,
          "  %s  %d nodes  %s%s"
              .formatted(
                  component.resource(),
                  component.nodes(),
                  component.state(),
                  component.reference() == null ? "" : "  " + component.reference()));
      if (component.run() != null) {
        printRun(component.run());
      }
      printDetails(component.problem(), component.reason());
    }
    printUnits(booking);
    for (var component : booking.lightpaths()) {
      printLine(
          out,
          "  %s → %s  %d Mbit/s  %s"
              .formatted(
                  component.source(),
                  component.destination(),
                  component.bandwidthMbps(),
                  component.state()));
      if (!component.path().isEmpty()) {
        printLine(out, "    path " + String.join(" · ", component.path()));
      }
      if (component.id() != null) {
        printLine(out, "    part " + component.id());
      }
      printEndpoints(component);
      printPathCheck(component.pathCheck());
      printDetails(component.problem(), component.reason());
    }
  }

  void printLightpath(LightpathDto lightpath) {
    printLine(
        out,
        lightpath.connectionId()
            + "  "
            + lightpath.state()
            + "  "
            + windowText(lightpath.schedule()));
    printEtag(lightpath.etag());
    printDetails(lightpath.problem(), lightpath.reason());
    printLine(
        out,
        "  %s → %s  %d Mbit/s"
            .formatted(lightpath.source(), lightpath.destination(), lightpath.bandwidthMbps()));
    if (!lightpath.path().isEmpty()) {
      printLine(out, "    path " + String.join(" · ", lightpath.path()));
    }
    printPathCheck(lightpath.pathCheck());
  }

  private void printEtag(@Nullable String etag) {
    if (etag != null) {
      printLine(out, "    ETag " + etag);
    }
  }

  void printRun(CoAllocationDto.Run run) {
    var words = new StringJoiner(" ").add(run.application());
    run.arguments().forEach(words::add);
    var text = new StringJoiner("  ").add("    run " + words).add(run.state());
    if (run.jobId() != null) {
      text.add(
          "job "
              + run.jobId()
              + (run.nodes().isEmpty() ? "" : " on " + String.join(",", run.nodes())));
    }
    if (run.exitCode() != null) {
      text.add("exit code " + run.exitCode());
    }
    if (run.since() != null) {
      text.add("since " + run.since());
    }
    printLine(out, text.toString());
    if (run.endpoint() != null) {
      printLine(out, "    viewer at " + run.endpoint() + endpointNote(run));
    }
    printDetails(run.message(), null);
  }

  private static String endpointNote(CoAllocationDto.Run run) {
    if (run.waitingFor() != null) {
      return run.waitingFor().equals("lightpath")
          ? "  wait: the lightpath to it is not active"
          : "  wait: the lightpath is being checked";
    }
    return "production".equals(run.endpointPath())
        ? "  over the production network: " + run.endpointReason()
        : "";
  }

  void printOutput(CoAllocationDto.Run run) {
    run.output().forEach(line -> printLine(out, line));
  }

  private void printPathCheck(CoAllocationDto.@Nullable PathCheck check) {
    if (check != null) {
      printLine(
          out,
          "    path check %s%s"
              .formatted(check.state(), check.message() == null ? "" : ": " + check.message()));
    }
  }

  private void printUnits(CoAllocationDto booking) {
    for (var component : booking.units()) {
      printLine(
          out,
          "  %s  %d %s  %s"
              .formatted(
                  component.resource(), component.amount(), component.unit(), component.state()));
      printDetails(component.problem(), component.reason());
    }
  }

  private void printDryRun(DryRunDto result) {
    printLine(
        out,
        (result.fits() ? "fits" : "does not fit")
            + "  "
            + windowText(result.schedule())
            + "  (nothing was booked)");
    for (var nodes : result.compute()) {
      printLine(
          out,
          "  %s  %d nodes  %s%s%s"
              .formatted(
                  nodes.resource(),
                  nodes.nodes(),
                  fitText(nodes.fits()),
                  freeText(nodes.free()),
                  nodes.note() == null ? "" : "; " + nodes.note()));
    }
    for (var lightpath : result.lightpaths()) {
      printLine(
          out,
          "  %s → %s  %d Mbit/s  %s"
              .formatted(
                  lightpath.source(),
                  lightpath.destination(),
                  lightpath.bandwidthMbps(),
                  fitText(lightpath.fits())));
      if (!lightpath.path().isEmpty()) {
        printLine(out, "    path " + String.join(" · ", lightpath.path()));
      }
      lightpath
          .links()
          .forEach(use ->
              printLine(
                  out, "    takes %d × %s of %s".formatted(use.slots(), use.unit(), use.link())));
    }
    for (var units : result.units()) {
      printLine(
          out,
          "  %s  %d %s  %s%s"
              .formatted(
                  units.resource(),
                  units.amount(),
                  units.unit(),
                  fitText(units.fits()),
                  freeText(units.free())));
    }
    result
        .refusals()
        .forEach(refusal ->
            printLine(
                out,
                "  %s: %s (%s)".formatted(refusal.resource(), refusal.reason(), refusal.code())));
    result.alternatives().forEach(window -> printLine(out, "  alternative: " + windowText(window)));
  }

  private static String freeText(@Nullable Integer free) {
    return free == null ? "" : ", " + free + " free";
  }

  private static String fitText(boolean fits) {
    return fits ? "fits" : "does not fit";
  }

  /** Prints how to use the lightpaths, with commands to set their hosts up or to undo that. */
  void printConnections(CoAllocationDto booking, boolean undo) {
    printLine(out, booking.id() + "  " + booking.state() + "  " + windowText(booking.schedule()));
    for (var lightpath : booking.lightpaths()) {
      printLine(out, "  %s → %s".formatted(lightpath.source(), lightpath.destination()));
      printEndpoints(lightpath);
      var endHost = lightpath.endHost();
      if (endHost == null) {
        printLine(out, "    " + lightpath.state() + ": no endpoints are known");
        continue;
      }
      for (var host : endHost.commands()) {
        out.println();
        printLine(
            out, "# " + (undo ? "after the end" : "before the start") + ", on " + host.host());
        (undo ? host.tearDown() : host.setUp()).forEach(line -> printLine(out, line));
      }
    }
    if (booking.lightpaths().isEmpty()) {
      printLine(out, "  no lightpaths");
    }
  }

  private void printEndpoints(CoAllocationDto.Lightpath lightpath) {
    lightpath.endpoints().forEach(end -> printLine(out, "    at " + endpointText(end)));
    var endHost = lightpath.endHost();
    if (endHost != null && endHost.roundTripMs() != null) {
      printLine(
          out,
          "    round trip %s ms, TCP buffer %d bytes, recovery after a loss %s s"
              .formatted(
                  endHost.roundTripMs(), endHost.tcpBufferBytes(), endHost.recoverySeconds()));
    }
  }

  private static String endpointText(CoAllocationDto.Endpoint end) {
    var text = new StringJoiner(", ").add(end.host());
    if (end.port() != null) {
      text.add(end.element() == null ? end.port() : end.port() + " of " + end.element());
    }
    if (end.vlan() != null) {
      text.add("VLAN " + end.vlan());
    } else if (Boolean.FALSE.equals(end.tagged())) {
      text.add("untagged");
    }
    if (end.mtu() != null) {
      text.add("MTU " + end.mtu());
    }
    text.add(end.rateMbps() + " Mbit/s");
    if (end.address() != null) {
      text.add(end.address());
    }
    if (end.production() != null) {
      text.add("production " + end.production());
    }
    return text.toString();
  }

  void printPage(CoAllocationDto.Page page) {
    if (page.items().isEmpty()) {
      printLine(out, "no bookings");
    }
    page.items().forEach(this::printCoAllocation);
    if (page.count() != null) {
      var more = Boolean.FALSE.equals(page.countIsExact()) ? "more than " : "";
      printLine(out, more + page.count() + " bookings match");
    }
    if (page.next() != null) {
      printLine(out, "more bookings: --cursor " + page.next());
    }
  }

  /** The mean and the peak of each direction. */
  void printTraffic(TrafficDto traffic) {
    printLine(
        out,
        "%s  booked %d Mbit/s, %s to %s"
            .formatted(
                traffic.connectionId(), traffic.bandwidthMbps(), traffic.from(), traffic.to()));
    if (traffic.points().isEmpty()) {
      printLine(out, "  nothing was counted");
      return;
    }
    printRates("to destination", traffic, TrafficDto.Point::toDestinationMbps);
    printRates("to source", traffic, TrafficDto.Point::toSourceMbps);
    printRates("dropped", traffic, TrafficDto.Point::droppedMbps);
  }

  private void printRates(
      String name, TrafficDto traffic, ToDoubleFunction<TrafficDto.Point> rate) {
    var rates = traffic.points().stream().mapToDouble(rate).summaryStatistics();
    printLine(
        out,
        "  %-15s mean %9.3f  peak %9.3f Mbit/s"
            .formatted(name, rates.getAverage(), rates.getMax()));
  }

  void printTimetable(AvailabilityTimetable timetable) {
    for (var resource : timetable.resources()) {
      printLine(
          out,
          "%s  of %d %s%s"
              .formatted(
                  resource.resource(),
                  resource.capacity(),
                  resource.unit(),
                  multiples(resource.granularity())));
      for (var step : resource.steps()) {
        printLine(out, "  %s to %s  %d free".formatted(step.from(), step.to(), step.free()));
      }
    }
    printMissing(timetable.unanswered());
    var windows = timetable.windows();
    if (windows != null) {
      printLine(out, windows.isEmpty() ? "all of it fits at no time" : "all of it fits");
      windows.forEach(window ->
          printLine(out, "  between %s and %s".formatted(window.notBefore(), window.notAfter())));
    }
  }

  private static String multiples(@Nullable Integer granularity) {
    return granularity == null || granularity == 1 ? "" : ", in multiples of " + granularity;
  }

  private void printMissing(List<AvailabilityTimetable.MissingAnswer> missing) {
    missing.forEach(one ->
        printLine(
            err,
            "unknown%s: %s: %s"
                .formatted(
                    one.resource() == null ? "" : " for " + one.resource(),
                    one.service(),
                    one.reason())));
    err.flush();
  }

  void printResources(ResourceListing listing) {
    if (listing.items().isEmpty()) {
      printLine(out, "no resources");
    }
    for (var item : listing.items()) {
      var text = new StringJoiner("  ").add(item.name()).add(item.type());
      if (item.from() != null) {
        text.add(item.from() + " – " + item.to());
      }
      if (item.capacity() != null) {
        text.add(item.capacity() + " " + item.unit() + multiples(item.granularity()));
      }
      if (item.mtu() != null) {
        text.add("MTU " + item.mtu());
      }
      if (item.bar() != null) {
        text.add("book at " + item.bar());
      } else if (!item.type().equals("link")) {
        text.add("not bookable");
      }
      printLine(out, text.toString());
      item.applications().forEach(this::printApplication);
    }
    printMissing(listing.unanswered());
  }

  private void printApplication(ResourceListing.Application application) {
    printLine(out, "  runs %s: %s".formatted(application.name(), application.description()));
    for (var parameter : application.parameters()) {
      printLine(
          out,
          "    --arg %s=%s  %s"
              .formatted(
                  parameter.name(),
                  parameter.defaultValue() == null ? "VALUE" : parameter.defaultValue(),
                  parameter.description()));
    }
  }

  /** Prints the secret alone on a line of standard output, for scripts. */
  void printCreatedToken(TokenDto token) {
    printLine(out, String.valueOf(token.secret()));
    printLine(
        err,
        "token %s (%s) until %s; the secret cannot be shown again"
            .formatted(token.id(), String.join(", ", token.scopes()), token.expiresAt()));
    err.flush();
  }

  void printRevokedToken(String id) {
    printLine(out, "token " + id + " is revoked");
  }

  void printTokens(TokenDto.Page page) {
    if (page.items().isEmpty()) {
      printLine(out, "no tokens");
    }
    for (var token : page.items()) {
      printLine(
          out,
          "%s  %s  %s  until %s  %s"
              .formatted(
                  token.id(),
                  token.name(),
                  String.join(",", token.scopes()),
                  token.expiresAt(),
                  token.lastUsedAt() == null ? "never used" : "used " + token.lastUsedAt()));
    }
  }

  private void printDetails(@Nullable String problem, @Nullable String reason) {
    if (problem != null) {
      printLine(out, "    " + problem);
    }
    if (reason != null) {
      printLine(out, "    " + reason);
    }
  }

  private static String windowText(FixedSchedule schedule) {
    return schedule.startTime() + " to " + schedule.endTime();
  }

  /** Replaces control characters, which could command the terminal. */
  private static void printLine(PrintWriter to, String text) {
    to.println(text.replaceAll("\\p{Cntrl}", "?"));
  }
}
