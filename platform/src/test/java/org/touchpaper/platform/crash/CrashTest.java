package org.touchpaper.platform.crash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.touchpaper.platform.crash.CrashPoint.Moment;
import org.touchpaper.platform.example.CrashStory;

/** One message from {@code nsap} to {@code bar}, with either of them killed on the way. */
class CrashTest {

  @Test
  void aStoryTellsWhereItCanBreak() throws Exception {
    var crash = CrashSwitch.never();
    try (var story = new CrashStory(crash, CrashSwitch.never())) {
      assertThat(story.tell()).isTrue();
    }
    assertThat(CrashSwitch.points(crash))
        .containsExactly(
            new CrashPoint(Moment.RECEIVED, 1),
            new CrashPoint(Moment.BEFORE_COMMIT, 1),
            new CrashPoint(Moment.AFTER_COMMIT, 1),
            new CrashPoint(Moment.BEFORE_ANSWER, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "RECEIVED, false",
    "BEFORE_COMMIT, false",
    "AFTER_COMMIT, true",
    "BEFORE_ANSWER, true"
  })
  void aKilledReceiverAnswersNothingAndKeepsWhatItCommitted(Moment moment, boolean kept)
      throws Exception {
    var crash = CrashSwitch.at(moment, 1);
    try (var story = new CrashStory(crash, CrashSwitch.never())) {
      assertThat(story.tell()).isFalse();
      assertThat(crash.isDead()).isTrue();
      assertThat(story.tell()).isFalse();

      story.restartBar();
      assertThat(story.isHeard()).isEqualTo(kept);
      assertThat(story.tell()).isTrue();
      assertThat(story.isHeard()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"BEFORE_SEND, false", "AFTER_SEND, true"})
  void aKilledSenderSendsNothingMore(Moment moment, boolean heard) throws Exception {
    var crash = CrashSwitch.at(moment, 1);
    try (var story = new CrashStory(CrashSwitch.never(), crash)) {
      assertThat(story.tell()).isFalse();
      assertThat(story.tell()).isFalse();
      assertThat(story.isHeard()).isEqualTo(heard);
    }
  }
}
