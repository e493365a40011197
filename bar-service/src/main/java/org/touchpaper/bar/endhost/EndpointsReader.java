package org.touchpaper.bar.endhost;

import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.segment.connection.ConnectionId;

/** Reads the endpoints of lightpaths, also of those in co-allocations. */
@Component
public record EndpointsReader(LightpathService lightpaths, CurrentDirectory directory) {

  /** Returns empty if the lightpath is not committed. */
  public Optional<LightpathEndpoints> find(UUID connectionId) {
    return lightpaths
        .find(
            new ConnectionId(connectionId),
            reservation -> LightpathEndpoints.of(reservation, directory.get()))
        .flatMap(endpoints -> endpoints);
  }
}
