package org.touchpaper.demo;

import java.util.regex.Pattern;

/** What each of those who took part says became of a transaction. */
record Decisions(Calls calls) {

  private static final Pattern OUTCOME = Pattern.compile("outcome=\"([A-Z_]+)\"");
  private static final Pattern PHASE = Pattern.compile("phase=\"([A-Z_]+)\"");

  String named(String process, String transaction) {
    if (process.startsWith("bar-")) {
      return ofTheBroker(transaction.substring(0, transaction.lastIndexOf('.')));
    }
    if (process.startsWith("rm-")) {
      var answer = calls.get(process, "/harc/query?transaction=" + transaction);
      return answer.status() == 200 ? ofPhase(first(PHASE, answer.body())) : answer.shown();
    }
    var answer = calls.get(process, "/harc/transactions/" + transaction);
    return answer.status() == 0 ? "DOWN" : first(OUTCOME, answer.body());
  }

  /** The broker names a decision by the state it shows. */
  private String ofTheBroker(String id) {
    var booking = calls.look("/api/v1/co-allocations/" + id).json();
    return switch (booking.path("state").asString("")) {
      case "COMMITTED", "ACTIVE", "ENDED", "CANCELLED", "FAILED" -> "COMMIT";
      case "REFUSED" -> "ABORT";
      default -> "UNDECIDED";
    };
  }

  private static String ofPhase(String phase) {
    return switch (phase) {
      case "COMMITTED" -> "COMMIT";
      case "ABORTED" -> "ABORT";
      default -> phase;
    };
  }

  private static String first(Pattern pattern, String text) {
    var match = pattern.matcher(text);
    return match.find() ? match.group(1) : text;
  }
}
