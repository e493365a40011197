package org.touchpaper.bar.coallocation;

import java.time.Instant;
import java.util.Optional;

/** What may be done to a booking as it stands: each refusal a sentence for who asked. */
final class Permits {

  private static final String ENDED = "it has ended";

  private Permits() {}

  /** Why it cannot be given up now; empty if it can. */
  static Optional<String> cancelRefusal(CoAllocation booking, Instant now) {
    return switch (booking.state()) {
      case UNDECIDED -> Optional.of("it is not decided yet; ask again when it is");
      case COMMITTED, ACTIVE -> underWay(booking).or(() -> over(booking, now));
      case FAILED ->
          underWay(booking)
              .or(() -> overAsBooked(booking, now))
              .or(() ->
                  booking.isReleased()
                      ? Optional.of("it has failed, and nothing of it is left")
                      : Optional.empty())
              .or(() ->
                  new Parts(booking.parts()).toCancel().all().isEmpty()
                      ? Optional.of("it has failed, and nobody knows of it who could cancel it")
                      : Optional.empty());
      case ENDED -> Optional.of(underWay(booking).orElse(ENDED));
      case CANCELLED -> Optional.of("it was cancelled");
      case REFUSED -> Optional.of("it was refused; nothing is held");
    };
  }

  /** Why nothing about it can be changed now; empty if something can. */
  static Optional<String> changeRefusal(CoAllocation booking, Instant now) {
    return switch (booking.state()) {
      case UNDECIDED -> Optional.of("it is not decided yet; ask again when it is");
      case COMMITTED, ACTIVE -> underWay(booking).or(() -> over(booking, now));
      case ENDED -> Optional.of(underWay(booking).orElse(ENDED));
      case CANCELLED -> Optional.of("it was cancelled");
      case FAILED -> Optional.of("it has failed; cancel what is left of it and book anew");
      case REFUSED -> Optional.of("it was refused; nothing is held");
    };
  }

  private static Optional<String> over(CoAllocation booking, Instant now) {
    return booking.placement().isOver(now) ? Optional.of(ENDED) : Optional.empty();
  }

  /** Of what is another than our books say the end is not known, but whether anything is left. */
  private static Optional<String> overAsBooked(CoAllocation booking, Instant now) {
    return booking.isAnother() ? Optional.empty() : over(booking, now);
  }

  /** The next transaction begins only once the last is decided. */
  private static Optional<String> underWay(CoAllocation booking) {
    if (booking.isBeingChanged()) {
      return Optional.of("a change of it is not decided yet; ask again when it is");
    }
    return booking.isBeingCancelled() ? Optional.of("it is being cancelled") : Optional.empty();
  }
}
