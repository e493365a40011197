package org.touchpaper.demo.probe;

import java.util.regex.Pattern;
import org.touchpaper.demo.config.DemoPeerRoles;

/** The decision of a transaction, as each participant reports it. */
public record TransactionDecisionReader(DemoHttpClient calls) {

  private static final Pattern OUTCOME = Pattern.compile("outcome=\"([A-Z_]+)\"");
  private static final Pattern PHASE = Pattern.compile("phase=\"([A-Z_]+)\"");

  public String decisionAt(String process, String transaction) {
    if (process.startsWith("bar-")) {
      return brokerDecision(process, transaction.substring(0, transaction.lastIndexOf('.')));
    }
    if (process.startsWith("rm-")) {
      var service = DemoPeerRoles.barWithNetworkRm(process).orElse(process);
      var response = calls.get(service, "/harc/query?transaction=" + transaction);
      return response.status() == 200
          ? phaseDecision(findFirst(PHASE, response.body()))
          : response.text();
    }
    var response = calls.get(process, "/harc/transactions/" + transaction);
    return response.status() == 0 ? "DOWN" : findFirst(OUTCOME, response.body());
  }

  /** Derives the decision from the state of the booking. */
  private String brokerDecision(String bar, String id) {
    var booking = calls.getFromBar(bar, "/api/v1/co-allocations/" + id).json();
    return switch (booking.path("state").asString("")) {
      case "COMMITTED", "ACTIVE", "ENDED", "CANCELLED", "FAILED" -> "COMMIT";
      case "REFUSED" -> "ABORT";
      default -> "UNDECIDED";
    };
  }

  private static String phaseDecision(String phase) {
    return switch (phase) {
      case "COMMITTED" -> "COMMIT";
      case "ABORTED" -> "ABORT";
      default -> phase;
    };
  }

  private static String findFirst(Pattern pattern, String text) {
    var match = pattern.matcher(text);
    return match.find() ? match.group(1) : text;
  }
}
