package org.touchpaper.bar.endhost;

import java.util.Optional;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.segment.connection.ConnectionId;

/** Reads the endpoints of lightpaths in co-allocations. */
@Component
public record EndpointsReader(LightpathService lightpaths, CurrentDirectory directory) {

  /** Returns empty if the part is not decided, refused or cancelled. */
  public Optional<LightpathEndpoints> find(Lightpath part) {
    return switch (part.status().state()) {
      case UNDECIDED, REFUSED, CANCELLED -> Optional.empty();
      case COMMITTED, ACTIVE, ENDED, FAILED ->
          lightpaths
              .find(
                  new ConnectionId(part.partId()),
                  reservation -> LightpathEndpoints.ofDecided(reservation, directory.get()))
              .flatMap(endpoints -> endpoints);
    };
  }
}
