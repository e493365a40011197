package org.touchpaper.hlm.cli.output;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.MultiResourceTimetable;
import org.touchpaper.hlm.ResourceListing;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** Prints resources, and when they are free. */
public record ResourceAndTimetablePrinter(CliEnvironment environment) {

  public void printTimetable(MultiResourceTimetable timetable) {
    for (var resource : timetable.resources()) {
      environment.printLine(
          "%s  of %d %s%s"
              .formatted(
                  resource.resource(),
                  resource.capacity(),
                  resource.unit(),
                  multiples(resource.granularity())));
      for (var step : resource.steps()) {
        environment.printLine("  %s to %s  %d free".formatted(step.from(), step.to(), step.free()));
      }
    }
    printMissing(timetable.unanswered());
    var windows = timetable.windows();
    if (windows != null) {
      environment.printLine(windows.isEmpty() ? "all of it fits at no time" : "all of it fits");
      windows.forEach(window ->
          environment.printLine(
              "  between %s and %s".formatted(window.notBefore(), window.notAfter())));
    }
  }

  public void printResources(ResourceListing listing) {
    if (listing.items().isEmpty()) {
      environment.printLine("no resources");
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
      environment.printLine(text.toString());
      item.applications().forEach(this::printApplication);
    }
    printMissing(listing.unanswered());
  }

  private void printApplication(ResourceListing.Application application) {
    environment.printLine("  runs %s: %s".formatted(application.name(), application.description()));
    for (var parameter : application.parameters()) {
      environment.printLine(
          "    --arg %s=%s  %s"
              .formatted(
                  parameter.name(),
                  parameter.defaultValue() == null ? "VALUE" : parameter.defaultValue(),
                  parameter.description()));
    }
  }

  private void printMissing(List<MultiResourceTimetable.MissingAnswer> missing) {
    missing.forEach(one ->
        environment.printError(
            "unknown%s: %s: %s"
                .formatted(
                    one.resource() == null ? "" : " for " + one.resource(),
                    one.service(),
                    one.reason())));
  }

  private static String multiples(@Nullable Integer granularity) {
    return granularity == null || granularity == 1 ? "" : ", in multiples of " + granularity;
  }
}
