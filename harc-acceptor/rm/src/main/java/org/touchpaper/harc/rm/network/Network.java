package org.touchpaper.harc.rm.network;

import java.time.Duration;
import java.util.Set;

/**
 * The network that a BAR reserves lightpaths of.
 *
 * @param hosts where each host is attached
 * @param setupLead how long before a run its lightpath is booked
 * @param local the sites whose admins may change everybody's bookings
 */
public record Network(Hosts hosts, Duration setupLead, Set<String> local) {
  public Network {
    local = Set.copyOf(local);
    if (setupLead.isNegative()) {
      throw new IllegalArgumentException(
          "touchpaper.rm.network.setup-lead is how long before a run its lightpath is booked, from 0, not "
              + setupLead);
    }
  }
}
