package org.touchpaper.segment.provider;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What is said of a connection that is not as it should be, and what of it is told beside what. */
final class ProblemWords {

  /** How a problem begins that leaves the circuit up. */
  private static final String IMPAIRED = "impaired: ";

  /** How a problem begins while an earlier version stands in for one that was refused. */
  private static final String RUNS_AS = "runs as version ";

  private static final String AND_IMPAIRED = "; " + IMPAIRED;

  /** Between why a circuit was given up or cut, and what keeps it from coming down. */
  private static final String NOT_DOWN = "; not down yet: ";

  private ProblemWords() {}

  static String standIn(int standIn, int version, Instant next, String why) {
    return "%s%d; version %d is tried again at %s: %s"
        .formatted(RUNS_AS, standIn, version, next.truncatedTo(ChronoUnit.SECONDS), why);
  }

  static boolean isStandIn(@Nullable String problem) {
    return problem != null && problem.startsWith(RUNS_AS);
  }

  /** The same problem with this impairment, or with none; what else is wrong stays as it is. */
  static @Nullable String impaired(@Nullable String problem, @Nullable String how) {
    if (problem != null && isStandIn(problem)) {
      var at = problem.indexOf(AND_IMPAIRED);
      var alone = at < 0 ? problem : problem.substring(0, at);
      return how == null ? alone : alone + AND_IMPAIRED + how;
    }
    if (problem != null && !problem.startsWith(IMPAIRED)) {
      return problem;
    }
    return how == null ? null : IMPAIRED + how;
  }

  /** Why a circuit was given up or cut, without what keeps it from coming down. */
  static @Nullable String end(@Nullable String problem) {
    var at = problem == null ? -1 : problem.indexOf(NOT_DOWN);
    return problem == null || at < 0 ? problem : problem.substring(0, at);
  }

  /** The same, with what keeps it from coming down. */
  static String notDown(@Nullable String problem, String reason) {
    var end = end(problem);
    return end == null ? reason : end + NOT_DOWN + reason;
  }
}
