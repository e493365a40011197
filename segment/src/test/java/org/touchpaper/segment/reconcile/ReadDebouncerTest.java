package org.touchpaper.segment.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.segment.element.ElementEvent;

/** Which readings follow the events of an element, and how long it rests between them. */
class ReadDebouncerTest {

  private static final ElementEvent CHANGED = new ElementEvent.Reported("A", "REPT DBCHG");
  private static final ElementEvent ALARM = new ElementEvent.Reported("A", "REPT ALM");
  private static final ElementEvent CONNECTED = new ElementEvent.Connected("A");
  private static final Duration IMMEDIATELY = ReadDebouncer.MIN_REST;
  private static final Duration READING = Duration.ofSeconds(10);
  private static final Duration REST = Duration.ofSeconds(30);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ReadDebouncer debouncer = new ReadDebouncer();
  private Duration now = Duration.ofHours(1);

  @Test
  void anAlarmStormCausesOneReading() {
    assertThat(debouncer.add(CHANGED, now)).contains(IMMEDIATELY);
    assertThat(debouncer.add(ALARM, now)).isEmpty();
    now = now.plus(IMMEDIATELY);
    assertThat(debouncer.beginRead(now))
        .hasValue(new ReadDebouncer.ElementRead(CHANGED, false, now));
    assertThat(debouncer.beginRead(now)).as("no event since").isEmpty();
  }

  /** A report may concern our own failed attempt, which must not cause the next one. */
  @Test
  void aReportDoesNotCauseARetry() {
    debouncer.add(CHANGED, now);
    now = now.plus(IMMEDIATELY);
    assertThat(debouncer.beginRead(now))
        .get()
        .returns(false, ReadDebouncer.ElementRead::reconnected);
  }

  @Test
  void aNewSessionCausesOneRetryAfterAnyReport() {
    debouncer.add(CHANGED, now);
    debouncer.add(CONNECTED, now);
    debouncer.add(CHANGED, now);
    assertThat(read(IMMEDIATELY, SECOND)).isEqualTo(new Reason(CONNECTED, true));
    debouncer.add(CHANGED, now);
    assertThat(read(SECOND.multipliedBy(3), SECOND)).isEqualTo(new Reason(CHANGED, false));
  }

  @Test
  void anElementThatReportsAllTheTimeIsReadAQuarterOfTheTime() {
    assertThat(debouncer.add(CHANGED, now)).contains(IMMEDIATELY);
    read(IMMEDIATELY, READING);
    for (var turn = 0; turn < 3; turn++) {
      now = now.plus(SECOND);
      assertThat(debouncer.add(CHANGED, now)).contains(REST.minus(SECOND));
      assertThat(debouncer.beginRead(now)).as("it still rests").isEmpty();
      read(REST.minus(SECOND), READING);
    }
  }

  @Test
  void anEventDuringAReadingCausesAReadingAfterTheRest() {
    debouncer.add(CHANGED, now);
    now = now.plus(IMMEDIATELY);
    var reading = debouncer.beginRead(now).orElseThrow();
    assertThat(debouncer.add(CHANGED, now)).as("one reading at a time").isEmpty();
    now = now.plus(READING);
    assertThat(debouncer.endRead(reading, now)).contains(REST);
  }

  @Test
  void anEventAfterALongSilenceIsReadAtOnce() {
    debouncer.add(CHANGED, now);
    read(IMMEDIATELY, READING);
    now = now.plus(REST);
    assertThat(debouncer.add(ALARM, now)).contains(IMMEDIATELY);
  }

  /** A report of the lost session often comes first; circuits wait for the reconnection. */
  @Test
  void aNewSessionIsReadAtOnceWhileAReportWaits() {
    debouncer.add(CHANGED, now);
    read(IMMEDIATELY, READING);
    assertThat(debouncer.add(ALARM, now)).contains(REST);
    now = now.plus(SECOND);
    assertThat(debouncer.add(CONNECTED, now)).contains(IMMEDIATELY);
    assertThat(read(IMMEDIATELY, READING)).isEqualTo(new Reason(CONNECTED, true));
    now = now.plus(REST);
    assertThat(debouncer.beginRead(now)).as("the waiting report is covered").isEmpty();
  }

  @Test
  void aNewSessionDuringAReadingIsReadRightAfterwards() {
    debouncer.add(CHANGED, now);
    now = now.plus(IMMEDIATELY);
    var reading = debouncer.beginRead(now).orElseThrow();
    assertThat(debouncer.add(CONNECTED, now)).isEmpty();
    now = now.plus(READING);
    assertThat(debouncer.endRead(reading, now)).contains(IMMEDIATELY);
  }

  /** Each immediate reading retries everything that waits for the element. */
  @Test
  void repeatedReconnectionsCauseOneImmediateReadingPerRest() {
    assertThat(debouncer.add(CONNECTED, now)).contains(IMMEDIATELY);
    read(IMMEDIATELY, READING);
    now = now.plus(SECOND);
    assertThat(debouncer.add(CONNECTED, now)).contains(REST.minus(SECOND));
    now = now.plus(SECOND);
    assertThat(debouncer.add(CONNECTED, now)).as("a reading is scheduled already").isEmpty();
    now = now.plus(REST.minus(SECOND.multipliedBy(2)));
    var reading = debouncer.beginRead(now).orElseThrow();
    debouncer.add(CONNECTED, now);
    now = now.plus(READING);
    assertThat(debouncer.endRead(reading, now)).contains(REST);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 300",
    "100, 300",
    "101, 303",
    "1000, 3000",
    "1666, 4998",
    "9000, 27000",
    "60000, 30000"
  })
  void restsThreeTimesAsLongAsItReadWithinBounds(long readMs, long restMs) {
    assertThat(ReadDebouncer.restAfter(Duration.ofMillis(readMs)))
        .isEqualTo(Duration.ofMillis(restMs));
  }

  private record Reason(ElementEvent event, boolean reconnected) {}

  /** Reads after this pause, for this time, without events meanwhile. */
  private Reason read(Duration pause, Duration takes) {
    now = now.plus(pause);
    var reading = debouncer.beginRead(now).orElseThrow();
    now = now.plus(takes);
    assertThat(debouncer.endRead(reading, now)).isEmpty();
    return new Reason(reading.reason(), reading.reconnected());
  }
}
