package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.capacity.CapacityAllocator.Decision;
import org.touchpaper.segment.capacity.CapacityAllocator.Held;
import org.touchpaper.segment.capacity.CapacityAllocator.Refused;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Schedule;

/** An admission for tests, called at noon for Ada, in transactions like those of the provider. */
public record AdmissionUnderTest(CapacityAllocator admission, LedgerTestDatabase database) {

  public static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  public static final RequesterIdentity ADA =
      new RequesterIdentity(
          "bar-ucl", new RequesterIdentity.Person("ada", "ucl", List.of(), "scientist"), "test");

  /** The schedule between these minutes past noon. */
  public static Schedule minutes(long from, long to) {
    return new Schedule(NOON.plus(Duration.ofMinutes(from)), NOON.plus(Duration.ofMinutes(to)));
  }

  public Decision admit(Criteria criteria) {
    return admit(SegmentContractSupport.newConnectionId(), 1, criteria, null);
  }

  public Decision admit(
      ConnectionId connection,
      int version,
      Criteria criteria,
      CapacityAllocator.@Nullable BindingVersion bindingVersion) {
    return database.inTransaction(() ->
        admission.admit(
            new CapacityAllocator.AdmissionRequest(
                ADA, connection, version, criteria, NOON, bindingVersion)));
  }

  public void release(ConnectionId connection, int version) {
    database.runInTransaction(() -> admission.release(connection, version));
  }

  public static Refusal refusal(Decision decision) {
    assertThat(decision).isInstanceOf(Refused.class);
    return ((Refused) decision).refusal();
  }

  public static Held held(Decision decision) {
    assertThat(decision).isInstanceOf(Held.class);
    return (Held) decision;
  }
}
