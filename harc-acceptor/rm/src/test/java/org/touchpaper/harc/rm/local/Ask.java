package org.touchpaper.harc.rm.local;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** Requests as tests write them. */
public final class Ask {
  public static final Person ANNE = new Person("anne", "ucl", List.of("spice"), "scientist");
  public static final UUID SPACE = UUID.fromString("0190a5e0-0000-7000-8000-000000000001");
  public static final Instant NINE = Instant.parse("2026-12-01T21:00:00Z");

  private Ask() {}

  public static Transaction transaction(String id, Action... actions) {
    return transaction(id, ANNE, actions);
  }

  /** As {@link #transaction(String, Action...)}, for somebody else. */
  public static Transaction transaction(String id, Person person, Action... actions) {
    return new Transaction(
        id,
        List.of(URI.create("http://127.0.0.1:8101")),
        person,
        "0190a5e0-0000-7000-8000-000000000001",
        List.of(actions));
  }

  /** From so many minutes after nine to so many minutes after nine. */
  public static Schedule minutes(int from, int to) {
    return new Schedule(NINE.plusSeconds(60L * from), NINE.plusSeconds(60L * to));
  }

  public static Action.Make nodes(String ident, int count, Schedule schedule) {
    return new Action.Make(ident, schedule, new Work.Compute("newton", count));
  }
}
