package org.touchpaper.harc.stream;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.harc.commit.TransactionId;

/** When words are sent that somebody waits for, and when others; on a clock that is turned. */
class SessionTest {
  private static final Word HEARD = new Word.Heard(new TransactionId("t.1"));
  private static final Word HEARD_TOO = new Word.Heard(new TransactionId("t.2"));
  private static final Word URGENT = new Word.Refused("f", "no");
  private static final Word URGENT_TOO = new Word.Refused("f", "no, too");

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
    assertThat(sent()).containsExactly(URGENT);
  }

  @Test
  void sendsWhatNobodyWaitsForAMomentLater() {
    session.say(HEARD);
    session.say(HEARD_TOO);
    pass(Session.COMPANY_MILLIS - 1);
    assertThat(sent()).isEmpty();
    pass(1);
    assertThat(sent()).containsExactly(HEARD, HEARD_TOO);
  }

  @Test
  void sendsItBeforeWhateverIsSaidNext() {
    session.say(HEARD);
    session.say(URGENT);
    channel.runPendingTasks();
    assertThat(sent()).containsExactly(HEARD, URGENT);
    pass(Session.COMPANY_MILLIS);
    assertThat(sent()).isEmpty();
  }

  @Test
  void sendsTheNextOneAMomentLaterToo() {
    for (var time = 0; time < 2; time++) {
      session.say(HEARD);
      pass(Session.COMPANY_MILLIS);
      assertThat(sent()).containsExactly(HEARD);
    }
  }

  @Test
  void sendsWhatIsSaidInTimeByItselfAMomentLater() {
    for (var time = 0; time < 2; time++) {
      assertThat(session.sayInTime(URGENT)).isTrue();
      pass(Session.COMPANY_MILLIS - 1);
      session.flush();
      assertThat(sent()).isEmpty();
      pass(1);
      assertThat(sent()).containsExactly(URGENT);
    }
  }

  @Test
  void sendsWhatIsSaidInTimeTogetherWithWhateverIsSaidNext() {
    session.sayInTime(URGENT);
    session.say(URGENT_TOO);
    channel.runPendingTasks();
    Words together = channel.readOutbound();
    assertThat(together.all()).containsExactly(URGENT, URGENT_TOO);
    pass(Session.COMPANY_MILLIS);
    assertThat(sent()).isEmpty();
  }

  @Test
  void saysNothingInTimeToWhoIsGone() {
    var _ = channel.close();
    for (var time = 0; time < 2; time++) {
      assertThat(session.sayInTime(URGENT)).isFalse();
    }
    pass(Session.COMPANY_MILLIS);
    assertThat(sent()).isEmpty();
  }

  @Test
  void saysWhenEachIsOnItsWay() {
    var written = new ArrayList<String>();
    session.say(HEARD, () -> written.add("heard"));
    session.say(URGENT, () -> written.add("urgent"));
    assertThat(written).isEmpty();
    channel.runPendingTasks();
    assertThat(written).containsExactly("heard", "urgent");
  }

  @Test
  void sendsManyInTheirOrder() {
    var many = IntStream.range(0, 1000).mapToObj(n -> new Word.Refused("f", "no " + n)).toList();
    many.forEach(session::say);
    channel.runPendingTasks();
    assertThat(sent()).isEqualTo(many);
  }

  @Test
  void flushesNothingWhenAllHasGoneBefore() {
    var flushes = new AtomicInteger();
    channel
        .pipeline()
        .addFirst(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void flush(ChannelHandlerContext context) throws Exception {
                flushes.incrementAndGet();
                super.flush(context);
              }
            });
    session.say(HEARD);
    session.say(URGENT);
    channel.runPendingTasks();
    pass(Session.COMPANY_MILLIS);
    assertThat(flushes).hasValue(1);
  }

  @Test
  void tellsThatNothingCanBeWrittenAnyMore() {
    var failures = new ArrayList<Throwable>();
    channel
        .pipeline()
        .addFirst(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void write(
                  ChannelHandlerContext context, Object words, ChannelPromise promise) {
                promise.setFailure(new IllegalStateException("no room"));
              }
            })
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                failures.add(cause);
              }
            });
    session.say(HEARD);
    session.say(URGENT);
    channel.runPendingTasks();
    assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
  }

  private List<Word> sent() {
    var sent = new ArrayList<Word>();
    for (Words words = channel.readOutbound(); words != null; words = channel.readOutbound()) {
      sent.addAll(words.all());
    }
    return sent;
  }

  @Test
  void takesThePeerForThereForAFewSecondsAfterItWasHeard() {
    session.hear();
    assertThat(session.isLively()).isTrue();
    pass(2999);
    assertThat(session.isLively()).isTrue();
    pass(1);
    assertThat(session.isLively()).isFalse();
    session.hear();
    assertThat(session.isLively()).isTrue();
  }

  private void pass(long millis) {
    channel.advanceTimeBy(millis, MILLISECONDS);
    channel.runScheduledPendingTasks();
    channel.runPendingTasks();
  }
}
