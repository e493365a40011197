package org.touchpaper.segment.cut;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.Refusal;

/**
 * A target taken out of use by a security officer, from {@code at} until it is lifted.
 *
 * @param id chosen by whoever orders it: a repeated order is the same cut
 * @param by the officer, for the incident record
 * @param enforced true once every circuit that it covered has been ended
 * @param lifting null while it is in force
 */
public record Cut(
    UUID id,
    CutTarget target,
    String reason,
    String by,
    Instant at,
    boolean enforced,
    @Nullable Lifting lifting) {

  /** The longest reason, in characters. */
  public static final int MAX_REASON_LENGTH = 500;

  /** The end of a cut: who ended it, when, and why. */
  public record Lifting(String by, Instant at, String reason) {}

  public boolean isInForce() {
    return lifting == null;
  }

  /** What users of an ended circuit learn: the office, not the person. */
  public CutNotice notice(CuttableNetworkDescription site) {
    return new CutNotice(id, site.office(), at, reason);
  }

  /** The refusal of anything that this cut covers. No other time is known to help. */
  public Refusal refusal(CuttableNetworkDescription site) {
    return new Refusal(Refusal.Code.CUT, site.describe(target), "", sentence(site), null);
  }

  /** What is cut, when, by whose office, why, and whether it still is. */
  public String sentence(CuttableNetworkDescription site) {
    return "%s was cut at %s by %s%s: %s (cut %s)"
        .formatted(
            site.describe(target),
            at.truncatedTo(ChronoUnit.SECONDS),
            site.office(),
            lifting == null
                ? " and stays cut until that is lifted"
                : ", lifted at " + lifting.at().truncatedTo(ChronoUnit.SECONDS),
            reason,
            id);
  }
}
