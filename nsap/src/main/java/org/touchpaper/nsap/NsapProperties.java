package org.touchpaper.nsap;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.io.Resource;
import org.touchpaper.nsap.circuit.AdmissionLimits;

/**
 * What an NSAP is told, under {@code touchpaper}, beside its elements.
 *
 * @param topology the file that describes the network
 * @param horizon how far ahead a booking may end
 * @param paths how many ways between two attachments are considered
 */
@ConfigurationProperties("touchpaper")
record NsapProperties(
    @DefaultValue("classpath:nsap/uklight.yaml") Resource topology,
    @DefaultValue("366d") Duration horizon,
    @DefaultValue("16") int paths) {

  AdmissionLimits limits() {
    return new AdmissionLimits(horizon, paths);
  }
}
