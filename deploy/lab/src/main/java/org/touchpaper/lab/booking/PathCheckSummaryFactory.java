package org.touchpaper.lab.booking;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.touchpaper.hlm.CoAllocationDto.PathCheck;
import org.touchpaper.lab.result.PathCheckSummary;

/** Makes the summary of a path check: its figures in one line. */
public final class PathCheckSummaryFactory {

  private static final int PERCENT = 2;

  private PathCheckSummaryFactory() {}

  public static PathCheckSummary of(PathCheck check) {
    var passed = check.state().equals("passed");
    var roundTrip = check.roundTrip();
    var loss = check.loss();
    if (!passed || roundTrip == null || loss == null) {
      return new PathCheckSummary(false, check.state() + ": " + check.message());
    }
    var reordered = check.reordered() == null ? 0 : check.reordered();
    return new PathCheckSummary(
        true,
        "%s ms against %s ms of the topology, %d of %d lost (< %s %% with %s %%), %s reordered"
            .formatted(
                milliseconds(roundTrip.min()),
                roundTrip.expected() == null ? "?" : milliseconds(roundTrip.expected()),
                loss.lost(),
                loss.sent(),
                percent(loss.ruledOutAbove()),
                percent(loss.confidence()),
                reordered == 0 ? "none" : reordered));
  }

  private static String milliseconds(BigDecimal value) {
    return value.setScale(1, RoundingMode.HALF_UP).toPlainString();
  }

  /** A bound is rounded up, so that it still holds. */
  private static String percent(BigDecimal share) {
    return share
        .movePointRight(PERCENT)
        .round(new MathContext(PERCENT, RoundingMode.UP))
        .stripTrailingZeros()
        .toPlainString();
  }
}
