package org.touchpaper.bar.resource;

import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Stp;

/** A resource by the name that callers use, and the service that knows when it is free. */
sealed interface ResolvedResource {

  String name();

  ResourceKind kind();

  /** The peer name of that service. */
  String service();

  /** The most that can be booked; null if not known. */
  @Nullable Integer capacity();

  /** Capacity is taken in multiples of this; null if not known. */
  @Nullable Integer granularity();

  /**
   * A resource of a resource manager.
   *
   * @param query its name there
   */
  record ManagedResource(
      String name,
      ResourceKind kind,
      String service,
      String query,
      @Nullable Integer capacity,
      @Nullable Integer granularity)
      implements ResolvedResource {}

  /**
   * A resource of a network segment: the access of a host, or a link.
   *
   * @param far the other end; the same for a link
   */
  record SegmentResource(
      String name,
      ResourceKind kind,
      String service,
      Stp near,
      Stp far,
      @Nullable Integer capacity,
      @Nullable Integer granularity)
      implements ResolvedResource {}
}
