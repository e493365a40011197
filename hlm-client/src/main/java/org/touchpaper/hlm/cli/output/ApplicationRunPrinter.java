package org.touchpaper.hlm.cli.output;

import java.util.StringJoiner;
import org.touchpaper.hlm.CoAllocationDto;
import org.touchpaper.hlm.cli.common.CliEnvironment;

/** Prints runs on booked nodes. */
public record ApplicationRunPrinter(CliEnvironment environment) {

  public void printRun(CoAllocationDto.Run run) {
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
    environment.printLine(text.toString());
    if (run.endpoint() != null) {
      environment.printLine("    viewer at " + run.endpoint() + endpointNote(run));
    }
    if (run.message() != null) {
      environment.printLine("    " + run.message());
    }
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

  public void printOutput(CoAllocationDto.Run run) {
    run.output().forEach(environment::printLine);
  }
}
