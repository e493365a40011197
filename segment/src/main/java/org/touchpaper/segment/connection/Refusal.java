package org.touchpaper.segment.connection;

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
    NOT_ALLOWED(true),
    GIVEN_UP(true),
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
