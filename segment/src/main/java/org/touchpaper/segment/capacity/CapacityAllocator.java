package org.touchpaper.segment.capacity;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.Stp;

/**
 * Allocates a segment's capacity: decides whether a version of a connection fits, and books it. It
 * knows the capacity, labels and policy of the segment.
 *
 * <p>{@link #admit} and {@link #release} run inside the provider's database transaction and must
 * not call other services. If a database constraint rejects a booking, let the exception ({@code
 * DataIntegrityViolationException}) propagate: the transaction is rolled back and admit is called
 * again, which then sees the other booking.
 */
public interface CapacityAllocator {

  /** Books the version, or states why not. A refusal leaves nothing booked. */
  Decision admit(AdmissionRequest request);

  /** Releases the booking of a version. Has no effect if nothing is booked. */
  void release(ConnectionId connection, int version);

  /**
   * Forgets bookings that ended before an instant. The ends of later ones, and all decisions about
   * the time from then on, stay the same. Runs in no transaction.
   */
  void forgetBefore(Instant instant);

  /**
   * Returns an admission for one dry run, in one thread. It decides as this one does, beside the
   * same bookings, and writes and locks nothing; what it admits counts for its own later decisions.
   */
  CapacityAllocator forDryRun();

  /** What a held version takes of the links of the wide area, in order. */
  default List<SegmentDryRunRequest.LinkUse> linksOf(Held held, Criteria criteria) {
    return List.of();
  }

  /** Reports free capacity between two ends. Runs in no transaction and decides nothing. */
  FreeCapacityResult timetable(FreeCapacityQuery query);

  /**
   * A version to admit.
   *
   * @param requester the peer, and the person it acts for
   * @param version the version to book
   * @param now the time of the request
   * @param bindingVersion the binding version that this one is to replace, still booked and perhaps
   *     active, or null; the two count as their pointwise maximum, not as the sum
   */
  record AdmissionRequest(
      RequesterIdentity requester,
      ConnectionId connection,
      int version,
      Criteria criteria,
      Instant now,
      @Nullable BindingVersion bindingVersion) {}

  /** The binding version of a connection and its booking. */
  record BindingVersion(int version, Criteria criteria, Held held) {}

  /** The decision: held or refused. */
  sealed interface Decision {}

  /**
   * The version is booked.
   *
   * @param source the source with the chosen label
   * @param destination the destination with the chosen label
   * @param path the elements and links crossed, in order, for display
   * @param plan opaque data of the service for its {@code CircuitItemPlanner}
   * @param endpoints what the users at the ends must know
   */
  record Held(
      Stp source,
      Stp destination,
      List<String> path,
      String plan,
      LightpathEndsAccessDetails endpoints)
      implements Decision {
    public Held {
      path = List.copyOf(path);
    }

    /** Nothing is known about the ends but their labels. */
    public Held(Stp source, Stp destination, List<String> path, String plan) {
      this(source, destination, path, plan, LightpathEndsAccessDetails.UNKNOWN);
    }
  }

  /** The version is not booked. */
  record Refused(Refusal refusal) implements Decision {}
}
