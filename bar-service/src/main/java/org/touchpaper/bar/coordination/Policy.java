package org.touchpaper.bar.coordination;

import java.time.Instant;
import java.util.Optional;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;

/** The rules this broker applies before it asks anybody. */
final class Policy {

  private Policy() {}

  /** A circuit whose end has passed can never be up; one whose start has passed starts at once. */
  static Optional<Refusal> endsInThePast(Criteria criteria, Instant now) {
    var end = criteria.schedule().endTime();
    return end.isAfter(now)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Refusal.Code.BAD_SCHEDULE,
                "",
                "endTime",
                "The end, " + end + ", has passed: it is " + now + ".",
                null));
  }
}
