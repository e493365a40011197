package org.touchpaper.segment.connection;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The reason a request is refused: the resource, the rule, and the next time at which the request
 * fits (DESIGN decision 9).
 *
 * @param code the rule that refuses
 * @param resource the port, link, campus or machine that refuses
 * @param field the field of the request, such as {@code bandwidthMbps}; empty if none
 * @param reason one sentence for the requester
 * @param nextFit the next time at which the request fits, or null if never or unknown
 */
public record Refusal(
    Code code, String resource, String field, String reason, @Nullable Schedule nextFit) {

  /**
   * Says which time was requested, and why: a lightpath starts before its run, to be set up by
   * then. The caller knows only the run, so that a run right after another one seems to fit. The
   * next fit becomes that of the run.
   *
   * @param lead how long before its run the lightpath was requested; none if not positive
   */
  public Refusal explainLead(Instant runStart, Duration lead) {
    if (!lead.isPositive() || code.isPermanent() || code == Code.CUT) {
      return this;
    }
    return new Refusal(
        code,
        resource,
        field,
        "%s; the lightpath was requested from %s, %d s before its run, to be set up by then"
            .formatted(reason, runStart.minus(lead), Math.ceilDiv(lead.toMillis(), 1000)),
        nextFit == null ? null : new Schedule(nextFit.startTime().plus(lead), nextFit.endTime()));
  }

  /** Two lightpaths of one request can never share a port that takes one circuit at a time. */
  public Refusal asOwnRival() {
    return new Refusal(
        Code.ABOVE_CAPACITY,
        resource,
        field,
        reason + "; another lightpath of the same request uses it",
        null);
  }

  /** The rules. A permanent one refuses the same request at any time. */
  public enum Code {
    UNKNOWN_STP(true),
    NO_PATH(true),
    ABOVE_CAPACITY(true),
    BAD_SCHEDULE(true),
    BEYOND_HORIZON(false),
    CAPACITY_BUSY(false),
    PORT_BUSY(false),
    LABEL_BUSY(false),
    LABEL_NOT_ALLOWED(true),
    ADDRESS_BUSY(false),
    NODES_BUSY(false),
    MORE_THAN_MACHINE(true),
    UNKNOWN_APPLICATION(true),
    BAD_ARGUMENT(true),
    RUN_ACTIVE(false),
    LAUNCH_UNAVAILABLE(false),
    NOT_ALLOWED(true),
    GIVEN_UP(true),
    CUT(false),
    UNREACHABLE(false);

    private final boolean permanent;

    Code(boolean permanent) {
      this.permanent = permanent;
    }

    /** True if no other time helps. */
    public boolean isPermanent() {
      return permanent;
    }
  }
}
