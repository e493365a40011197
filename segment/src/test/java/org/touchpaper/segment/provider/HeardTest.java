package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.segment.element.Hint;

/** What comes of what an element says, and how long one that goes on talking is left alone. */
class HeardTest {

  private static final Hint CHANGED = new Hint.Told("A", "REPT DBCHG");
  private static final Hint ALARM = new Hint.Told("A", "REPT ALM");
  private static final Hint CONNECTED = new Hint.Connected("A");
  private static final Duration AT_ONCE = Heard.LEAST;
  private static final Duration READING = Duration.ofSeconds(10);
  private static final Duration REST = Duration.ofSeconds(30);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Heard heard = new Heard();
  private Duration now = Duration.ofHours(1);

  @Test
  void aStormIsOneReasonToRead() {
    assertThat(heard.add(CHANGED, now)).contains(AT_ONCE);
    assertThat(heard.add(ALARM, now)).isEmpty();
    now = now.plus(AT_ONCE);
    assertThat(heard.take(now)).hasValue(new Heard.Reading(CHANGED, false, now));
    assertThat(heard.take(now)).as("nothing was heard since").isEmpty();
  }

  /** An element may tell us our own failed attempt, and that shall not lead to the next. */
  @Test
  void aReportIsNoReasonToTryAgain() {
    heard.add(CHANGED, now);
    now = now.plus(AT_ONCE);
    assertThat(heard.take(now)).get().returns(false, Heard.Reading::reconnected);
  }

  @Test
  void aNewSessionIsAReasonToTryAgainOnceWhateverWasSaidBefore() {
    heard.add(CHANGED, now);
    heard.add(CONNECTED, now);
    heard.add(CHANGED, now);
    assertThat(read(AT_ONCE, SECOND)).isEqualTo(new Reason(CONNECTED, true));
    heard.add(CHANGED, now);
    assertThat(read(SECOND.multipliedBy(3), SECOND)).isEqualTo(new Reason(CHANGED, false));
  }

  @Test
  void oneThatGoesOnReportingIsReadAQuarterOfTheTime() {
    assertThat(heard.add(CHANGED, now)).contains(AT_ONCE);
    read(AT_ONCE, READING);
    for (var turn = 0; turn < 3; turn++) {
      now = now.plus(SECOND);
      assertThat(heard.add(CHANGED, now)).contains(REST.minus(SECOND));
      assertThat(heard.take(now)).as("it is yet to rest").isEmpty();
      read(REST.minus(SECOND), READING);
    }
  }

  @Test
  void whatIsHeardWhileItIsReadIsReadForAfterItsRest() {
    heard.add(CHANGED, now);
    now = now.plus(AT_ONCE);
    var reading = heard.take(now).orElseThrow();
    assertThat(heard.add(CHANGED, now)).as("one reading at a time").isEmpty();
    now = now.plus(READING);
    assertThat(heard.done(reading, now)).contains(REST);
  }

  @Test
  void whatIsSaidAfterALongSilenceIsReadForAtOnce() {
    heard.add(CHANGED, now);
    read(AT_ONCE, READING);
    now = now.plus(REST);
    assertThat(heard.add(ALARM, now)).contains(AT_ONCE);
  }

  /** As the loss of a session is often told of before it: circuits wait for its return. */
  @Test
  void aNewSessionIsReadAtOnceThoughAReportWaits() {
    heard.add(CHANGED, now);
    read(AT_ONCE, READING);
    assertThat(heard.add(ALARM, now)).contains(REST);
    now = now.plus(SECOND);
    assertThat(heard.add(CONNECTED, now)).contains(AT_ONCE);
    assertThat(read(AT_ONCE, READING)).isEqualTo(new Reason(CONNECTED, true));
    now = now.plus(REST);
    assertThat(heard.take(now)).as("what waited was read for").isEmpty();
  }

  @Test
  void aNewSessionWhileItIsReadIsReadForRightAfterwards() {
    heard.add(CHANGED, now);
    now = now.plus(AT_ONCE);
    var reading = heard.take(now).orElseThrow();
    assertThat(heard.add(CONNECTED, now)).isEmpty();
    now = now.plus(READING);
    assertThat(heard.done(reading, now)).contains(AT_ONCE);
  }

  /** Each time all that waits for it would be tried again. */
  @Test
  void oneThatIsLostAndFoundTimeAndAgainIsReadForThatAtOnceOnlyOnceInARest() {
    assertThat(heard.add(CONNECTED, now)).contains(AT_ONCE);
    read(AT_ONCE, READING);
    now = now.plus(SECOND);
    assertThat(heard.add(CONNECTED, now)).contains(REST.minus(SECOND));
    now = now.plus(SECOND);
    assertThat(heard.add(CONNECTED, now)).as("it is read for that anyhow").isEmpty();
    now = now.plus(REST.minus(SECOND.multipliedBy(2)));
    var reading = heard.take(now).orElseThrow();
    heard.add(CONNECTED, now);
    now = now.plus(READING);
    assertThat(heard.done(reading, now)).contains(REST);
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
    assertThat(Heard.restAfter(Duration.ofMillis(readMs))).isEqualTo(Duration.ofMillis(restMs));
  }

  private record Reason(Hint hint, boolean reconnected) {}

  /** Reads after so long for so long; nothing is said meanwhile. */
  private Reason read(Duration pause, Duration takes) {
    now = now.plus(pause);
    var reading = heard.take(now).orElseThrow();
    now = now.plus(takes);
    assertThat(heard.done(reading, now)).isEmpty();
    return new Reason(reading.reason(), reading.reconnected());
  }
}
