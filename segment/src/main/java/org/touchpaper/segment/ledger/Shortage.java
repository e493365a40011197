package org.touchpaper.segment.ledger;

/**
 * Why a claim does not fit.
 *
 * @param claim the claim
 * @param free the most that its resource has free throughout the claim's window, to this connection
 */
public record Shortage(Claim claim, long free) {

  /** For the person who asked; set-up ahead of the start makes the window longer than the run. */
  public String words(String place, String unit) {
    var window = claim.window();
    return "%s has %d %s free throughout %s to %s, %d are needed"
        .formatted(place, free, unit, window.start(), window.end(), claim.amount());
  }
}
