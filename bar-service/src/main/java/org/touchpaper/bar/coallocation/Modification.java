package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to be different about a booking; what is null stays.
 *
 * @param compute all the nodes it is to have
 * @param lightpaths all the lightpaths it is to have
 */
public record Modification(
    @Nullable Instant startTime,
    @Nullable Instant endTime,
    @Nullable List<Wish.Nodes> compute,
    @Nullable List<Wish.Circuit> lightpaths) {

  public Modification {
    compute = compute == null ? null : List.copyOf(compute);
    lightpaths = lightpaths == null ? null : List.copyOf(lightpaths);
  }

  /** SHA-256 of what is asked for. */
  String digest() {
    return Wish.digest(this);
  }

  /** What the booking would be wished to be, afterwards. */
  Wish of(CoAllocation booking) {
    var slot = booking.schedule();
    return new Wish(
        booking.description(),
        new When.Fixed(
            Optional.ofNullable(startTime).orElse(slot.startTime()),
            Optional.ofNullable(endTime).orElse(slot.endTime())),
        compute == null ? nodesOf(booking) : compute,
        lightpaths == null ? circuitsOf(booking) : lightpaths);
  }

  private static List<Wish.Nodes> nodesOf(CoAllocation booking) {
    return booking.parts().stream()
        .filter(Part.Compute.class::isInstance)
        .map(Part.Compute.class::cast)
        .map(part -> new Wish.Nodes(part.resource(), part.nodes()))
        .toList();
  }

  private static List<Wish.Circuit> circuitsOf(CoAllocation booking) {
    return booking.parts().stream()
        .filter(Part.Lightpath.class::isInstance)
        .map(Part.Lightpath.class::cast)
        .map(part -> new Wish.Circuit(part.source(), part.destination(), part.bandwidthMbps()))
        .toList();
  }
}
