package org.touchpaper.harc.stream;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.TransactionId;

/** When words are sent that somebody waits for, and when others; on a clock that is turned. */
class SessionTest {
  private static final Word HEARD = new Word.Heard(new TransactionId("t.1"));
  private static final Word HEARD_TOO = new Word.Heard(new TransactionId("t.2"));
  private static final Word URGENT = new Word.Refused("f", "no");

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Session session = new Session("a1", channel);

  @BeforeEach
  void standStill() {
    channel.freezeTime();
  }

  @Test
  void sendsAtOnceWhatSomebodyWaitsFor() {
    session.say(URGENT);
    channel.runPendingTasks();
    assertThat(channel.<Word>readOutbound()).isEqualTo(URGENT);
  }

  @Test
  void sendsWhatNobodyWaitsForAMomentLater() {
    session.say(HEARD);
    session.say(HEARD_TOO);
    pass(Session.COMPANY_MILLIS - 1);
    assertThat(channel.<Word>readOutbound()).isNull();
    pass(1);
    assertThat(channel.<Word>readOutbound()).isEqualTo(HEARD);
    assertThat(channel.<Word>readOutbound()).isEqualTo(HEARD_TOO);
  }

  @Test
  void sendsItBeforeWhateverIsSaidNext() {
    session.say(HEARD);
    session.say(URGENT);
    channel.runPendingTasks();
    assertThat(channel.<Word>readOutbound()).isEqualTo(HEARD);
    assertThat(channel.<Word>readOutbound()).isEqualTo(URGENT);
    pass(Session.COMPANY_MILLIS);
    assertThat(channel.<Word>readOutbound()).isNull();
  }

  @Test
  void sendsTheNextOneAMomentLaterToo() {
    for (var time = 0; time < 2; time++) {
      session.say(HEARD);
      pass(Session.COMPANY_MILLIS);
      assertThat(channel.<Word>readOutbound()).isEqualTo(HEARD);
    }
  }

  private void pass(long millis) {
    channel.advanceTimeBy(millis, MILLISECONDS);
    channel.runScheduledPendingTasks();
    channel.runPendingTasks();
  }
}
