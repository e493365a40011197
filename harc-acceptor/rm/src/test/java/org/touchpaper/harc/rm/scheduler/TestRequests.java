package org.touchpaper.harc.rm.scheduler;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** Builders of requests. */
public final class TestRequests {
  public static final Person ANNE = new Person("anne", "ucl", List.of("spice"), "scientist");
  public static final UUID CO_ALLOCATION_ID =
      UUID.fromString("0190a5e0-0000-7000-8000-000000000001");
  public static final Instant NINE_O_CLOCK = Instant.parse("2026-12-01T21:00:00Z");

  private TestRequests() {}

  public static Transaction transaction(String id, BookingAction... actions) {
    return transaction(id, ANNE, actions);
  }

  /** As {@link #transaction(String, BookingAction...)}, for another person. */
  public static Transaction transaction(String id, Person person, BookingAction... actions) {
    return new Transaction(
        id,
        List.of(URI.create("http://127.0.0.1:8101")),
        person,
        "0190a5e0-0000-7000-8000-000000000001",
        List.of(actions));
  }

  /** A schedule in minutes after nine. */
  public static Schedule minutes(int from, int to) {
    return new Schedule(NINE_O_CLOCK.plusSeconds(60L * from), NINE_O_CLOCK.plusSeconds(60L * to));
  }

  public static BookingAction.Make nodes(String bookingId, int count, Schedule schedule) {
    return new BookingAction.Make(
        bookingId, schedule, new ResourceRequest.Compute("newton", count));
  }
}
