package org.touchpaper.hlm.cli.output;

import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.DryRunDto;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** Prints what a dry run found. */
record DryRunPrinter(CliEnvironment environment) {

  void printDryRun(DryRunDto result) {
    environment.printLine(
        (result.fits() ? "fits" : "does not fit")
            + "  "
            + ResultPrinter.windowText(result.schedule())
            + "  (nothing was booked)");
    for (var nodes : result.compute()) {
      environment.printLine(
          "  %s  %d nodes  %s%s%s"
              .formatted(
                  nodes.resource(),
                  nodes.nodes(),
                  fitText(nodes.fits()),
                  freeText(nodes.free()),
                  nodes.note() == null ? "" : "; " + nodes.note()));
    }
    for (var lightpath : result.lightpaths()) {
      environment.printLine(
          "  %s → %s  %d Mbit/s  %s"
              .formatted(
                  lightpath.source(),
                  lightpath.destination(),
                  lightpath.bandwidthMbps(),
                  fitText(lightpath.fits())));
      if (!lightpath.path().isEmpty()) {
        environment.printLine("    path " + String.join(" · ", lightpath.path()));
      }
      lightpath
          .links()
          .forEach(use ->
              environment.printLine(
                  "    takes %d × %s of %s".formatted(use.slots(), use.unit(), use.link())));
    }
    for (var units : result.units()) {
      environment.printLine(
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
            environment.printLine(
                "  %s: %s (%s)".formatted(refusal.resource(), refusal.reason(), refusal.code())));
    result
        .alternatives()
        .forEach(
            window -> environment.printLine("  alternative: " + ResultPrinter.windowText(window)));
  }

  private static String freeText(@Nullable Integer free) {
    return free == null ? "" : ", " + free + " free";
  }

  private static String fitText(boolean fits) {
    return fits ? "fits" : "does not fit";
  }
}
