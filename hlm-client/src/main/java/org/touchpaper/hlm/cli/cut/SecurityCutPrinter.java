package org.touchpaper.hlm.cli.cut;

import org.touchpaper.hlm.cli.common.CliEnvironment;
import org.touchpaper.hlm.cli.common.ExitCode;
import tools.jackson.databind.JsonNode;

/** Prints cuts and circuits, and problems to standard error. */
record SecurityCutPrinter(CliEnvironment environment, boolean json) {

  /** Prints what a service answers about one cut. */
  ExitCode printCut(SecurityCutClient client, SecurityCutClient.Reply reply) {
    return print(
        client,
        reply,
        () -> {
          environment.printLine(cutLine(reply.body()));
          environment.printLine("  reason: " + text(reply.body(), "reason"));
          if (reply.body().has("liftedAt")) {
            environment.printLine(
                "  lifted %s by %s: %s"
                    .formatted(
                        time(text(reply.body(), "liftedAt")),
                        text(reply.body(), "liftedBy"),
                        text(reply.body(), "liftReason")));
          }
          printCircuits("ended", reply.body());
          printCircuits("refused", reply.body());
        });
  }

  private void printCircuits(String effect, JsonNode cut) {
    environment.printLine("  %s: %s".formatted(effect, text(cut, effect + "Count")));
    cut.path(effect).forEach(circuit -> environment.printLine("    " + circuitLine(circuit)));
  }

  ExitCode printCuts(SecurityCutClient client, SecurityCutClient.Reply reply) {
    return print(
        client,
        reply,
        () -> {
          var cuts = reply.body().path("cuts");
          if (cuts.isEmpty()) {
            environment.printLine("nothing is cut at " + text(reply.body(), "title"));
          }
          cuts.forEach(cut ->
              environment.printLine(
                  cutLine(cut)
                      + (cut.has("liftedAt") ? " (lifted)" : "")
                      + ": "
                      + text(cut, "reason")));
        });
  }

  ExitCode printUse(SecurityCutClient client, SecurityCutClient.Reply reply) {
    return print(
        client,
        reply,
        () -> {
          var circuits = reply.body().path("circuits");
          if (circuits.isEmpty()) {
            environment.printLine("no circuits are booked");
          }
          circuits.forEach(circuit -> environment.printLine(circuitLine(circuit)));
          var more = reply.body().path("more").asInt(0);
          if (more > 0) {
            environment.printLine("and " + more + " more; find them with --search");
          }
        });
  }

  private ExitCode print(SecurityCutClient client, SecurityCutClient.Reply reply, Runnable lines) {
    if (!reply.isSuccess()) {
      environment.printError(client.service() + ": " + reply.problem());
    } else if (json) {
      environment.printLine(reply.body().toString());
    } else {
      lines.run();
    }
    return reply.exitCode();
  }

  private static String cutLine(JsonNode cut) {
    return "%s  %s  cut %s by %s"
        .formatted(text(cut, "id"), text(cut, "name"), time(text(cut, "at")), text(cut, "by"));
  }

  private static String circuitLine(JsonNode circuit) {
    return "%s  %s  %s Mbit/s  %s to %s  %s of %s  %s - %s"
        .formatted(
            circuit.path("lightpath").asString(text(circuit, "connection")),
            text(circuit, "state"),
            text(circuit, "bandwidthMbps"),
            port(text(circuit, "source")),
            port(text(circuit, "destination")),
            text(circuit, "person"),
            text(circuit, "homeSite"),
            time(text(circuit, "startTime")),
            time(text(circuit, "endTime")));
  }

  private static String port(String stp) {
    return stp.replaceFirst("^.*:", "");
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }

  /** Drops fractions of a second. */
  private static String time(String instant) {
    return instant.replaceFirst("[.]\\d+Z$", "Z");
  }
}
