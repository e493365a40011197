package org.touchpaper.segment.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.segment.element.Hint;

/** What comes of what an element says, and how long one that goes on talking is left alone. */
class HintsTest {

  private static final Hint CHANGED = new Hint.Told("A", "REPT DBCHG");
  private static final Hint CONNECTED = new Hint.Connected("A");

  private final Hints.Heard heard = new Hints.Heard();

  @Test
  void aStormIsOneReasonToRead() {
    assertThat(heard.add(CHANGED)).isTrue();
    assertThat(heard.add(CHANGED)).isFalse();
    heard.take();
    assertThat(heard.add(CHANGED)).isTrue();
  }

  /** An element may tell us our own failed attempt, and that shall not lead to the next. */
  @Test
  void aReportIsNoReasonToTryAgain() {
    heard.add(CHANGED);
    assertThat(heard.take()).isFalse();
  }

  @Test
  void aNewSessionIsAReasonToTryAgainOnceWhateverWasSaidBefore() {
    heard.add(CHANGED);
    heard.add(CONNECTED);
    heard.add(CHANGED);
    assertThat(heard.take()).isTrue();
    heard.add(CHANGED);
    assertThat(heard.take()).isFalse();
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
    assertThat(Hints.restAfter(Duration.ofMillis(readMs))).isEqualTo(Duration.ofMillis(restMs));
  }
}
