package org.touchpaper.bar.aggregator;

import java.time.Instant;
import java.util.Optional;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;

/** The rules that this broker applies before it calls a segment. */
final class BrokerRules {

  private BrokerRules() {}

  /** Refuses a circuit whose end has passed; one whose start has passed starts at once. */
  static Optional<Refusal> refuseIfEnded(Criteria criteria, Instant now) {
    var end = criteria.schedule().endTime();
    return end.isAfter(now)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Refusal.Code.BAD_SCHEDULE,
                "",
                "endTime",
                "The end time " + end + " is in the past; the time is " + now + ".",
                null));
  }
}
