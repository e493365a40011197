package org.touchpaper.bar.reservation.pathcheck;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last check of a path, as it is stored and as the API shows it. What was not measured is null.
 *
 * @param checkedAt when the check ended; null while it is pending
 * @param reordered how many answers a later packet overtook
 * @param throughput only if it was asked for
 * @param message the figures, or what is wrong, for people; null while it is pending
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PathCheckResult(
    PathCheckState state,
    @Nullable Instant checkedAt,
    @Nullable RoundTrip roundTrip,
    @Nullable Loss loss,
    @Nullable Integer reordered,
    @Nullable Throughput throughput,
    @Nullable String message) {

  /**
   * Round-trip times in ms.
   *
   * @param expected over the links of the path; null if their delays are not known
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RoundTrip(
      BigDecimal min,
      BigDecimal p50,
      BigDecimal p99,
      BigDecimal jitter,
      @Nullable BigDecimal expected) {}

  /**
   * Lost packets.
   *
   * @param lostThere of these, on the way to the far host
   * @param lostBack of these, on the way back; a packet may be in neither
   * @param ruledOutAbove the share of packets, 0 to 1, above which loss is ruled out
   * @param confidence with which it is ruled out
   */
  public record Loss(
      int sent,
      int lost,
      int lostThere,
      int lostBack,
      BigDecimal ruledOutAbove,
      BigDecimal confidence) {}

  /**
   * Packets at nearly the booked rate, there and back.
   *
   * @param offeredMbps Mbit/s of frames that the near host sent
   */
  public record Throughput(int bookedMbps, BigDecimal offeredMbps, int sent, int lost) {}

  static PathCheckResult pending() {
    return new PathCheckResult(PathCheckState.PENDING, null, null, null, null, null, null);
  }

  /** Says why nothing was measured. */
  public static PathCheckResult unavailable(String reason, Instant now) {
    return new PathCheckResult(PathCheckState.UNAVAILABLE, now, null, null, null, null, reason);
  }
}
