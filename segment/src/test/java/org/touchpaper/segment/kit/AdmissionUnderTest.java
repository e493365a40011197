package org.touchpaper.segment.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.provider.Admission;
import org.touchpaper.segment.provider.Admission.Decision;
import org.touchpaper.segment.provider.Admission.Held;
import org.touchpaper.segment.provider.Admission.Refused;

/** An admission asked at noon by Ada, in transactions as the provider's. */
public record AdmissionUnderTest(Admission admission, LedgerTables ledger) {

  public static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  public static final Requester ADA =
      new Requester("bar-ucl", new Requester.Person("ada", "ucl", List.of(), "scientist"), "test");

  /** From so many minutes past noon to so many. */
  public static Schedule minutes(long from, long to) {
    return new Schedule(NOON.plus(Duration.ofMinutes(from)), NOON.plus(Duration.ofMinutes(to)));
  }

  public Decision admit(Criteria criteria) {
    return admit(SegmentTalk.connection(), 1, criteria, null);
  }

  public Decision admit(
      ConnectionId connection,
      int version,
      Criteria criteria,
      Admission.@Nullable Standing standing) {
    return ledger.committed(() ->
        admission.admit(
            new Admission.Question(ADA, connection, version, criteria, NOON, standing)));
  }

  public void release(ConnectionId connection, int version) {
    ledger.commit(() -> admission.release(connection, version));
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
