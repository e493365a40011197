package org.touchpaper.bar.loadlimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.touchpaper.bar.loadlimit.EventStreamQuota.Admission;

/** Streams of one user, and of all. */
class EventStreamQuotaTest {

  private final EventStreamQuota quota = new EventStreamQuota();

  private void open(int count, String user) {
    for (var i = 0; i < count; i++) {
      assertThat(quota.open(user)).isEqualTo(Admission.ADMITTED);
    }
  }

  @Test
  void aUserHasSoManyAndNoMoreUntilOneIsClosed() {
    open(EventStreamQuota.MAX_OF_USER, "anne");
    for (var time = 1; time <= 2; time++) {
      assertThat(quota.open("anne")).isEqualTo(Admission.TOO_MANY_OF_USER);
    }
    open(1, "bob");
    quota.close("anne");
    open(1, "anne");
    assertThat(quota.open("anne")).isEqualTo(Admission.TOO_MANY_OF_USER);
  }

  @Test
  void allTogetherHaveSoMany() {
    for (var user = 0; user < EventStreamQuota.MAX / EventStreamQuota.MAX_OF_USER; user++) {
      open(EventStreamQuota.MAX_OF_USER, "user" + user);
    }
    for (var time = 1; time <= 2; time++) {
      assertThat(quota.open("anne")).isEqualTo(Admission.TOO_MANY);
    }
    quota.close("user1");
    open(1, "anne");
  }
}
