package org.touchpaper.platform.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.example.CrashScenario;

/** One message from {@code nsap} to {@code bar}, with a crash of either at each moment. */
class CrashTest {

  @Test
  void aScenarioListsItsCrashPoints() throws Exception {
    var crash = CrashSwitch.never();
    try (var scenario = new CrashScenario(crash, CrashSwitch.never())) {
      assertThat(scenario.sendNotification()).isTrue();
    }
    assertThat(CrashSwitch.allPoints(crash))
        .containsExactly(
            new CrashPoint(Moment.RECEIVED, 1),
            new CrashPoint(Moment.BEFORE_COMMIT, 1),
            new CrashPoint(Moment.AFTER_COMMIT, 1),
            new CrashPoint(Moment.BEFORE_ANSWER, 1));
    assertThat(CrashSwitch.points(crash))
        .containsExactly(
            new CrashPoint(Moment.RECEIVED, 1), new CrashPoint(Moment.AFTER_COMMIT, 1));
  }

  @Test
  void aPointAfterAnEffectOrDuringAMessageIsDistinct() {
    var crash = CrashSwitch.never();
    crash.arm();
    crash.pass(Moment.RECEIVED, "a request");
    crash.recordEffect();
    crash.pass(Moment.BEFORE_COMMIT, "commit");
    crash.pass(Moment.BEFORE_SEND, "concurrent message");
    crash.pass(Moment.AFTER_COMMIT, "commit");
    crash.pass(Moment.BEFORE_ANSWER, "an answer");
    assertThat(CrashSwitch.points(crash))
        .extracting(CrashPoint::moment)
        .containsExactly(
            Moment.RECEIVED,
            Moment.BEFORE_COMMIT,
            Moment.BEFORE_SEND,
            Moment.AFTER_COMMIT,
            Moment.BEFORE_ANSWER);
  }

  @ParameterizedTest
  @CsvSource({
    "RECEIVED, false",
    "BEFORE_COMMIT, false",
    "AFTER_COMMIT, true",
    "BEFORE_ANSWER, true"
  })
  void aCrashedReceiverSendsNoResponseAndKeepsItsCommits(Moment moment, boolean kept)
      throws Exception {
    var crash = CrashSwitch.at(moment, 1);
    try (var scenario = new CrashScenario(crash, CrashSwitch.never())) {
      assertThat(scenario.sendNotification()).isFalse();
      assertThat(crash.hasCrashed()).isTrue();
      assertThat(scenario.sendNotification()).isFalse();

      scenario.restartBar();
      assertThat(scenario.isReceived()).isEqualTo(kept);
      assertThat(scenario.sendNotification()).isTrue();
      assertThat(scenario.isReceived()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"BEFORE_SEND, false", "AFTER_SEND, true"})
  void aCrashedSenderSendsNoMessages(Moment moment, boolean expectReceived) throws Exception {
    var crash = CrashSwitch.at(moment, 1);
    try (var scenario = new CrashScenario(CrashSwitch.never(), crash)) {
      assertThat(scenario.sendNotification()).isFalse();
      assertThat(scenario.sendNotification()).isFalse();
      assertThat(scenario.isReceived()).isEqualTo(expectReceived);
    }
  }
}
