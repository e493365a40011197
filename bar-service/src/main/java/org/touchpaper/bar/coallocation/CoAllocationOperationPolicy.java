package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.Optional;

/** Decides which operations a booking's state allows. A refusal is a sentence for the caller. */
final class CoAllocationOperationPolicy {

  private static final String ENDED = "the booking has ended";
  private static final String BEING_CANCELLED = "the booking is being cancelled";

  private CoAllocationOperationPolicy() {}

  /** Returns why the booking cannot be cancelled now; empty if it can. */
  static Optional<String> cancelRefusal(CoAllocation booking, Instant now) {
    return switch (booking.state()) {
      case UNDECIDED -> Optional.of("the booking is not decided yet; try again later");
      case COMMITTED, ACTIVE ->
          transactionUnderWay(booking)
              .or(() -> ended(booking, now))
              .or(() -> unknownEverywhere(booking));
      case FAILED ->
          transactionUnderWay(booking)
              .or(() -> ended(booking, now))
              .or(() ->
                  booking.isReleased()
                      ? Optional.of("the booking has failed and all of its resources are released")
                      : Optional.empty())
              .or(() -> unknownEverywhere(booking));
      case ENDED -> Optional.of(transactionUnderWay(booking).orElse(ENDED));
      case CANCELLED -> Optional.of("the booking was cancelled");
      case REFUSED -> Optional.of("the booking was refused; no resources are held");
    };
  }

  /** Returns why the booking cannot be changed now; empty if it can. */
  static Optional<String> modificationRefusal(CoAllocation booking, Instant now) {
    return switch (booking.state()) {
      case UNDECIDED -> Optional.of("the booking is not decided yet; try again later");
      case COMMITTED, ACTIVE ->
          transactionUnderWay(booking)
              .or(() -> booking.isCancelPending() ? Optional.of(BEING_CANCELLED) : Optional.empty())
              .or(() -> ended(booking, now));
      case ENDED -> Optional.of(transactionUnderWay(booking).orElse(ENDED));
      case CANCELLED -> Optional.of("the booking was cancelled");
      case FAILED -> Optional.of("the booking has failed; cancel it and make a new booking");
      case REFUSED -> Optional.of("the booking was refused; no resources are held");
    };
  }

  private static Optional<String> unknownEverywhere(CoAllocation booking) {
    return new CoAllocationParts(booking.parts()).cancellable().all().isEmpty()
        ? Optional.of("no resource manager has a record of the booking")
        : Optional.empty();
  }

  private static Optional<String> ended(CoAllocation booking, Instant now) {
    return booking.slotSearch().isOver(now) ? Optional.of(ENDED) : Optional.empty();
  }

  /** A transaction may begin only after the previous one is decided. */
  private static Optional<String> transactionUnderWay(CoAllocation booking) {
    if (booking.isBeingModified()) {
      return Optional.of("a change of the booking is not decided yet; try again later");
    }
    return booking.isBeingCancelled() ? Optional.of(BEING_CANCELLED) : Optional.empty();
  }
}
