package org.touchpaper.harc.rm.backend.network;

import java.time.Duration;
import java.util.Set;

/**
 * The network whose lightpaths a BAR reserves.
 *
 * @param hosts the STP of each host
 * @param setupLead how long before a run its lightpath starts
 * @param localSites the sites whose admins may change every booking
 */
public record NetworkSettings(HostStps hosts, Duration setupLead, Set<String> localSites) {
  public NetworkSettings {
    localSites = Set.copyOf(localSites);
    if (setupLead.isNegative()) {
      throw new IllegalArgumentException(
          "touchpaper.rm.network.setup-lead must not be negative: " + setupLead);
    }
  }
}
