package org.touchpaper.hlm.cli.output;

import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.LightpathDto;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** Prints bookings and their lightpaths. */
public record BookingPrinter(CliEnvironment environment) {

  public void printPage(CoAllocationDto.Page page) {
    if (page.items().isEmpty()) {
      environment.printLine("no bookings");
    }
    page.items().forEach(this::printCoAllocation);
    if (page.count() != null) {
      var more = Boolean.FALSE.equals(page.countIsExact()) ? "more than " : "";
      environment.printLine(more + page.count() + " bookings match");
    }
    if (page.next() != null) {
      environment.printLine("more bookings: --cursor " + page.next());
    }
  }

  public void printCoAllocation(CoAllocationDto booking) {
    environment.printLine(
        booking.id()
            + "  "
            + booking.state()
            + "  "
            + ResultPrinter.windowText(booking.schedule()));
    printEtag(booking.etag());
    printDetails(booking.problem(), booking.reason());
    var change = booking.change();
    if (change != null && !change.state().equals("COMMITTED")) {
      environment.printLine("    change to " + change.wanted() + ": " + change.state());
      printDetails(null, change.reason());
    }
    for (var component : booking.compute()) {
      environment.printLine(
          "  %s  %d nodes  %s%s"
              .formatted(
                  component.resource(),
                  component.nodes(),
                  component.state(),
                  component.reference() == null ? "" : "  " + component.reference()));
      if (component.run() != null) {
        new ApplicationRunPrinter(environment).printRun(component.run());
      }
      printDetails(component.problem(), component.reason());
    }
    printUnits(booking);
    for (var component : booking.lightpaths()) {
      environment.printLine(
          "  %s → %s  %d Mbit/s  %s"
              .formatted(
                  component.source(),
                  component.destination(),
                  component.bandwidthMbps(),
                  component.state()));
      printPath(component.path());
      if (component.id() != null) {
        environment.printLine("    part " + component.id());
      }
      printEndpoints(component);
      printPathCheck(component.pathCheck());
      printDetails(component.problem(), component.reason());
    }
  }

  public void printLightpath(LightpathDto lightpath) {
    environment.printLine(
        lightpath.connectionId()
            + "  "
            + lightpath.state()
            + "  "
            + ResultPrinter.windowText(lightpath.schedule()));
    printEtag(lightpath.etag());
    printDetails(lightpath.problem(), lightpath.reason());
    environment.printLine(
        "  %s → %s  %d Mbit/s"
            .formatted(lightpath.source(), lightpath.destination(), lightpath.bandwidthMbps()));
    printPath(lightpath.path());
    printPathCheck(lightpath.pathCheck());
  }

  private void printPath(List<String> path) {
    if (!path.isEmpty()) {
      environment.printLine("    path " + String.join(" · ", path));
    }
  }

  private void printEtag(@Nullable String etag) {
    if (etag != null) {
      environment.printLine("    ETag " + etag);
    }
  }

  private void printPathCheck(CoAllocationDto.@Nullable PathCheck check) {
    if (check != null) {
      environment.printLine(
          "    path check %s%s"
              .formatted(check.state(), check.message() == null ? "" : ": " + check.message()));
    }
  }

  private void printUnits(CoAllocationDto booking) {
    for (var component : booking.units()) {
      environment.printLine(
          "  %s  %d %s  %s"
              .formatted(
                  component.resource(), component.amount(), component.unit(), component.state()));
      printDetails(component.problem(), component.reason());
    }
  }

  /** Prints how to use the lightpaths, with commands to set their hosts up or to undo that. */
  public void printConnections(CoAllocationDto booking, boolean undo) {
    environment.printLine(
        booking.id()
            + "  "
            + booking.state()
            + "  "
            + ResultPrinter.windowText(booking.schedule()));
    for (var lightpath : booking.lightpaths()) {
      environment.printLine("  %s → %s".formatted(lightpath.source(), lightpath.destination()));
      printEndpoints(lightpath);
      var endHost = lightpath.endHost();
      if (endHost == null) {
        environment.printLine("    " + lightpath.state() + ": no endpoints are known");
        continue;
      }
      for (var host : endHost.commands()) {
        environment.out().println();
        environment.printLine(
            "# " + (undo ? "after the end" : "before the start") + ", on " + host.host());
        (undo ? host.tearDown() : host.setUp()).forEach(environment::printLine);
      }
    }
    if (booking.lightpaths().isEmpty()) {
      environment.printLine("  no lightpaths");
    }
  }

  private void printEndpoints(CoAllocationDto.Lightpath lightpath) {
    lightpath.endpoints().forEach(end -> environment.printLine("    at " + endpointText(end)));
    var endHost = lightpath.endHost();
    if (endHost != null && endHost.roundTripMs() != null) {
      environment.printLine(
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

  private void printDetails(@Nullable String problem, @Nullable String reason) {
    if (problem != null) {
      environment.printLine("    " + problem);
    }
    if (reason != null) {
      environment.printLine("    " + reason);
    }
  }
}
