package org.touchpaper.segment.reservation;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Composes the problem texts of a connection, which may combine an impairment with another problem.
 */
public final class EstablishedConnectionProblemFormatter {

  /** Prefix of a problem that leaves the circuit up. */
  private static final String IMPAIRED = "impaired: ";

  /** Prefix of the problem while an earlier version replaces a denied one. */
  private static final String FALLBACK = "runs as version ";

  private static final String AND_IMPAIRED = "; " + IMPAIRED;

  /** Separates the reason of a forced end from the failure to take the circuit down. */
  private static final String TAKEDOWN_FAILURE = "; not taken down yet: ";

  private EstablishedConnectionProblemFormatter() {}

  static String fallback(int fallbackVersion, int version, Instant nextAttempt, String reason) {
    return "%s%d; version %d is tried again at %s: %s"
        .formatted(
            FALLBACK,
            fallbackVersion,
            version,
            nextAttempt.truncatedTo(ChronoUnit.SECONDS),
            reason);
  }

  static boolean isFallback(@Nullable String problem) {
    return problem != null && problem.startsWith(FALLBACK);
  }

  /** The problem with this impairment, or with none; other parts are kept. */
  static @Nullable public String withImpairment(
      @Nullable String problem, @Nullable String impairment) {
    if (problem != null && isFallback(problem)) {
      var index = problem.indexOf(AND_IMPAIRED);
      var base = index < 0 ? problem : problem.substring(0, index);
      return impairment == null ? base : base + AND_IMPAIRED + impairment;
    }
    if (problem != null && !problem.startsWith(IMPAIRED)) {
      return problem;
    }
    return impairment == null ? null : IMPAIRED + impairment;
  }

  /** The reason of a forced end, without the take-down failure. */
  static @Nullable String endReason(@Nullable String problem) {
    var index = problem == null ? -1 : problem.indexOf(TAKEDOWN_FAILURE);
    return problem == null || index < 0 ? problem : problem.substring(0, index);
  }

  /** The reason of a forced end, with the take-down failure. */
  static String withTakedownFailure(@Nullable String problem, String reason) {
    var endReason = endReason(problem);
    return endReason == null ? reason : endReason + TAKEDOWN_FAILURE + reason;
  }
}
