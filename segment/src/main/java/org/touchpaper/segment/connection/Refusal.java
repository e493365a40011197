package org.touchpaper.segment.connection;

import org.jspecify.annotations.Nullable;

/**
 * Why something does not fit: which resource, which rule, and when it would fit (DESIGN decision
 * 9).
 *
 * @param code the rule that was broken
 * @param resource the port, link, campus or machine that refuses
 * @param field the request's field at fault, such as {@code bandwidthMbps}; empty if none
 * @param reason one sentence for the person who asked
 * @param nextFit the next time it would fit, or null if never or not known
 */
public record Refusal(
    Code code, String resource, String field, String reason, @Nullable Schedule nextFit) {

  /** The rules. Permanent ones will refuse the same request at any time. */
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
    NODES_BUSY(false),
    MORE_THAN_MACHINE(true),
    NOT_ALLOWED(true),
    GIVEN_UP(true),
    UNREACHABLE(false);

    private final boolean permanent;

    Code(boolean permanent) {
      this.permanent = permanent;
    }

    /** True if no other time would help. */
    public boolean isPermanent() {
      return permanent;
    }
  }
}
