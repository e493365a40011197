package org.touchpaper.nsap.circuit;

import java.time.Duration;

/**
 * The limits within which the wide area's capacity is allocated.
 *
 * @param horizon how far ahead a booking may end
 * @param paths the number of paths considered between two attachments
 */
public record WideAreaAllocatorSettings(Duration horizon, int paths) {

  public static final WideAreaAllocatorSettings DEFAULT =
      new WideAreaAllocatorSettings(Duration.ofDays(366), 16);

  public WideAreaAllocatorSettings {
    if (paths < 1 || horizon.isNegative() || horizon.isZero()) {
      throw new IllegalArgumentException("paths and horizon must be positive");
    }
  }
}
