package org.touchpaper.harc.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An action that a resource manager is asked to perform (PoS(ESLEA)016: Make, Modify, Cancel).
 *
 * <p>The client chooses the booking id, HARC's ident; it stays the same when the booking is
 * modified.
 */
public sealed interface HarcAction {
  /** The id of a Make without an ident; the resource manager assigns one. */
  String UNASSIGNED_ID = "";

  String bookingId();

  /**
   * Creates a booking.
   *
   * @param owner the owner if other than the caller; only an admin may book for others
   */
  record Make(String bookingId, @Nullable Owner owner, Schedule schedule, Work work)
      implements HarcAction {
    /** A booking of the caller. */
    public Make(String bookingId, Schedule schedule, Work work) {
      this(bookingId, null, schedule, work);
    }
  }

  /** A person, as {@link org.touchpaper.harc.protocol.RequestingUser} names one. */
  record Owner(String name, String homeSite, List<String> virtualOrganisations, String role) {
    public Owner {
      virtualOrganisations = List.copyOf(virtualOrganisations);
    }
  }

  /** Changes a booking; null components stay unchanged. */
  record Modify(String bookingId, @Nullable Schedule schedule, @Nullable Work work)
      implements HarcAction {}

  /** Cancels a booking. */
  record Cancel(String bookingId) implements HarcAction {}

  /** A half-open time interval. */
  record Schedule(Instant startTime, Instant endTime) {}

  /** The resources of a booking. */
  sealed interface Work {}

  /** A dedicated lightpath between two hosts (PoS(ESLEA)016 Figure 3). */
  record Lightpath(String from, String to, int bandwidthMbps) implements Work {}

  /**
   * Nodes of a cluster.
   *
   * @param run what to run on them; null for nothing, and in a Modify for no change
   */
  record ComputeNodes(String resource, int nodes, @Nullable RunRequest run) implements Work {
    /** Nodes on which nothing is launched, or no launch is changed. */
    public ComputeNodes(String resource, int nodes) {
      this(resource, nodes, null);
    }
  }

  /** An amount of a named unit of a resource, such as a store or an instrument. */
  record ResourceUnits(String resource, String unit, int amount) implements Work {}

  /** A kind of work this client has no type for. */
  record UnknownWork(String elementName) implements Work {}
}
