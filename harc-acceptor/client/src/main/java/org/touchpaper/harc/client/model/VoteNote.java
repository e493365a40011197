package org.touchpaper.harc.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The note that a resource manager adds to its vote; opaque to acceptors. */
public sealed interface VoteNote {

  /** The note of a prepared vote. */
  record Held(List<HeldBooking> bookings) implements VoteNote {
    public Held {
      bookings = List.copyOf(bookings);
    }
  }

  /**
   * A held booking.
   *
   * @param bookingId the action's ident
   * @param reference the backend's name for it
   * @param path its elements and links, or its nodes, for people
   */
  record HeldBooking(String bookingId, String reference, List<String> path) {
    public HeldBooking {
      path = List.copyOf(path);
    }
  }

  /** The note of an aborted vote. */
  record Refused(List<Refusal> refusals) implements VoteNote {
    public Refused {
      refusals = List.copyOf(refusals);
    }
  }

  /**
   * Why one action was refused.
   *
   * @param bookingId the action's ident
   * @param code the violated rule, one of the segment contract's refusal codes
   * @param resource the resource that refuses
   * @param field the rejected field; may be empty
   * @param reason one sentence for the requester
   * @param isPermanent true if no other time would fit
   * @param nextFit the earliest time that would fit; null if none is known
   */
  record Refusal(
      String bookingId,
      String code,
      String resource,
      String field,
      String reason,
      boolean isPermanent,
      HarcAction.@Nullable Schedule nextFit) {}

  /** An unreadable or empty note; acceptors write one when they abort for a silent voter. */
  record Unstructured(String text) implements VoteNote {}

  /** The interval between two instants; null if either is missing. */
  static HarcAction.@Nullable Schedule window(@Nullable Instant start, @Nullable Instant end) {
    return start == null || end == null ? null : new HarcAction.Schedule(start, end);
  }
}
