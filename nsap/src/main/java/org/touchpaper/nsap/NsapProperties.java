package org.touchpaper.nsap;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.touchpaper.nsap.circuit.AdmissionLimits;
import org.touchpaper.platform.PermittedRange;

/**
 * The NSAP's properties under {@code touchpaper}, except those of its elements.
 *
 * @param topology the file that describes the network
 * @param horizon how far ahead a booking may end; 1 min to 3,660 days
 * @param paths the number of paths considered between two attachments; 1 to 1,000
 */
@ConfigurationProperties("touchpaper")
record NsapProperties(
    @DefaultValue("classpath:nsap/uklight.yaml") Resource topology,
    @DefaultValue("366d") Duration horizon,
    @DefaultValue("16") int paths) {

  private static final PermittedRange<Duration> HORIZON =
      new PermittedRange<>(Duration.ofMinutes(1), Duration.ofDays(3_660));
  private static final PermittedRange<Integer> PATHS = new PermittedRange<>(1, 1_000);

  NsapProperties {
    HORIZON.check("touchpaper.horizon", horizon);
    PATHS.check("touchpaper.paths", paths);
  }

  AdmissionLimits limits() {
    return new AdmissionLimits(horizon, paths);
  }
}
