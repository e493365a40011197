package org.touchpaper.nsap.circuit;

import java.time.Duration;

/**
 * How far an admission looks.
 *
 * @param horizon how far ahead a booking may end
 * @param paths how many ways between two attachments are considered
 */
public record AdmissionLimits(Duration horizon, int paths) {

  public static final AdmissionLimits USUAL = new AdmissionLimits(Duration.ofDays(366), 16);

  public AdmissionLimits {
    if (paths < 1 || horizon.isNegative() || horizon.isZero()) {
      throw new IllegalArgumentException("an admission considers at least one path and some time");
    }
  }
}
