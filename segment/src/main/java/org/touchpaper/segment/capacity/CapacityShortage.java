package org.touchpaper.segment.capacity;

/**
 * A claim that does not fit.
 *
 * @param free the most that is free throughout the claim's window, for this connection
 */
public record CapacityShortage(CapacityClaim claim, long free) {

  /**
   * A sentence for the requester. Set-up before the start may make the window longer than the
   * schedule.
   */
  public String describe(String place, String unit) {
    var window = claim.window();
    return "%s has only %d %s free from %s to %s; %d needed"
        .formatted(place, free, unit, window.start(), window.end(), claim.amount());
  }
}
