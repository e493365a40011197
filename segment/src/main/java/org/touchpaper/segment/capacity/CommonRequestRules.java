package org.touchpaper.segment.capacity;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/** The rules that all admissions have; each returns a refusal if a request breaks it. */
public final class CommonRequestRules {

  private CommonRequestRules() {}

  public static Optional<Refusal> refuseIf(
      boolean isViolated, Refusal.Code code, String resource, String field, String reason) {
    return isViolated
        ? Optional.of(new Refusal(code, resource, field, reason, null))
        : Optional.empty();
  }

  public static Optional<Refusal> isKnown(boolean known, Stp stp, String field, String where) {
    var name = stp.withVlans(null).toString();
    return refuseIf(
        !known, Refusal.Code.UNKNOWN_STP, name, field, "unknown STP %s: %s".formatted(where, name));
  }

  public static Optional<Refusal> hasCapacity(String place, int capacity, Criteria criteria) {
    return refuseIf(
        criteria.bandwidthMbps() > capacity,
        Refusal.Code.ABOVE_CAPACITY,
        place,
        "bandwidthMbps",
        "%s has %d Mbit/s; %d requested".formatted(place, capacity, criteria.bandwidthMbps()));
  }

  public static Optional<Refusal> allowsLabels(
      VlanRange allowed, @Nullable VlanRange wanted, String resource, String field, String place) {
    return refuseIf(
        wanted != null && allowed.intersect(wanted).isEmpty(),
        Refusal.Code.LABEL_NOT_ALLOWED,
        resource,
        field,
        "circuits at %s use VLANs %s; requested %s".formatted(place, allowed, wanted));
  }

  public static Optional<Refusal> endsInFuture(Criteria criteria, Instant now) {
    var end = criteria.schedule().endTime();
    return refuseIf(
        !end.isAfter(now),
        Refusal.Code.BAD_SCHEDULE,
        "schedule",
        "endTime",
        "the end time " + end + " is in the past");
  }

  public static Optional<Refusal> endsWithin(
      Duration horizon, Criteria criteria, Instant now, String resource, String title) {
    var latestEnd = now.plus(horizon);
    return refuseIf(
        criteria.schedule().endTime().isAfter(latestEnd),
        Refusal.Code.BEYOND_HORIZON,
        resource,
        "endTime",
        title + " accepts bookings that end by " + latestEnd);
  }
}
