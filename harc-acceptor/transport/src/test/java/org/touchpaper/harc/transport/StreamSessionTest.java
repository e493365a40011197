package org.touchpaper.harc.transport;

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
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.transport.message.SocketWriteBatch;
import org.touchpaper.harc.transport.message.StreamMessage;

/** When urgent and deferrable messages are sent, on a simulated clock. */
class StreamSessionTest {
  private static final StreamMessage DEFERRABLE =
      new StreamMessage.DecisionAck(new TransactionId("t.1"));
  private static final StreamMessage SECOND_DEFERRABLE =
      new StreamMessage.DecisionAck(new TransactionId("t.2"));
  private static final StreamMessage URGENT = new StreamMessage.BeginRefused("f", "no");
  private static final StreamMessage SECOND_URGENT = new StreamMessage.BeginRefused("f", "no, too");

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final StreamSession session = new StreamSession("a1", channel);

  @BeforeEach
  void freezeClock() {
    channel.freezeTime();
  }

  @Test
  void sendsUrgentMessagesAtOnce() {
    session.send(URGENT);
    channel.runPendingTasks();
    assertThat(sent()).containsExactly(URGENT);
  }

  @Test
  void delaysDeferrableMessages() {
    session.send(DEFERRABLE);
    session.send(SECOND_DEFERRABLE);
    advanceClock(StreamSession.BATCHING_DELAY_MILLIS - 1);
    assertThat(sent()).isEmpty();
    advanceClock(1);
    assertThat(sent()).containsExactly(DEFERRABLE, SECOND_DEFERRABLE);
  }

  @Test
  void sendsDeferrableMessagesWithTheNextUrgentOne() {
    session.send(DEFERRABLE);
    session.send(URGENT);
    channel.runPendingTasks();
    assertThat(sent()).containsExactly(DEFERRABLE, URGENT);
    advanceClock(StreamSession.BATCHING_DELAY_MILLIS);
    assertThat(sent()).isEmpty();
  }

  @Test
  void delaysEachDeferrableMessage() {
    for (var time = 0; time < 2; time++) {
      session.send(DEFERRABLE);
      advanceClock(StreamSession.BATCHING_DELAY_MILLIS);
      assertThat(sent()).containsExactly(DEFERRABLE);
    }
  }

  @Test
  void delaysAMessageSentAsDeferrable() {
    for (var time = 0; time < 2; time++) {
      assertThat(session.sendDeferrable(URGENT)).isTrue();
      advanceClock(StreamSession.BATCHING_DELAY_MILLIS - 1);
      session.flush();
      assertThat(sent()).isEmpty();
      advanceClock(1);
      assertThat(sent()).containsExactly(URGENT);
    }
  }

  @Test
  void sendsAMessageSentAsDeferrableWithTheNextOne() {
    session.sendDeferrable(URGENT);
    session.send(SECOND_URGENT);
    channel.runPendingTasks();
    SocketWriteBatch together = channel.readOutbound();
    assertThat(together.messages()).containsExactly(URGENT, SECOND_URGENT);
    advanceClock(StreamSession.BATCHING_DELAY_MILLIS);
    assertThat(sent()).isEmpty();
  }

  @Test
  void refusesDeferrableMessagesOnAClosedChannel() {
    var _ = channel.close();
    for (var time = 0; time < 2; time++) {
      assertThat(session.sendDeferrable(URGENT)).isFalse();
    }
    advanceClock(StreamSession.BATCHING_DELAY_MILLIS);
    assertThat(sent()).isEmpty();
  }

  @Test
  void callsBackWhenEachMessageIsWritten() {
    var written = new ArrayList<String>();
    session.send(DEFERRABLE, () -> written.add("deferrable"));
    session.send(URGENT, () -> written.add("urgent"));
    assertThat(written).isEmpty();
    channel.runPendingTasks();
    assertThat(written).containsExactly("deferrable", "urgent");
  }

  @Test
  void sendsManyInTheirOrder() {
    var messages =
        IntStream.range(0, 1000)
            .mapToObj(n -> new StreamMessage.BeginRefused("f", "no " + n))
            .toList();
    messages.forEach(session::send);
    channel.runPendingTasks();
    assertThat(sent()).isEqualTo(messages);
  }

  @Test
  void doesNotFlushAnEmptyQueue() {
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
    session.send(DEFERRABLE);
    session.send(URGENT);
    channel.runPendingTasks();
    advanceClock(StreamSession.BATCHING_DELAY_MILLIS);
    assertThat(flushes).hasValue(1);
  }

  @Test
  void reportsAFailedWrite() {
    var failures = new ArrayList<Throwable>();
    channel
        .pipeline()
        .addFirst(
            new ChannelOutboundHandlerAdapter() {
              @Override
              public void write(
                  ChannelHandlerContext context, Object message, ChannelPromise promise) {
                promise.setFailure(new IllegalStateException("buffer full"));
              }
            })
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                failures.add(cause);
              }
            });
    session.send(DEFERRABLE);
    session.send(URGENT);
    channel.runPendingTasks();
    assertThat(failures).singleElement().isInstanceOf(IllegalStateException.class);
  }

  private List<StreamMessage> sent() {
    var sent = new ArrayList<StreamMessage>();
    for (SocketWriteBatch batch = channel.readOutbound();
        batch != null;
        batch = channel.readOutbound()) {
      sent.addAll(batch.messages());
    }
    return sent;
  }

  @Test
  void aPeerIsAliveForThreeSecondsAfterItSentSomething() {
    session.markReceived();
    assertThat(session.isAlive()).isTrue();
    advanceClock(2999);
    assertThat(session.isAlive()).isTrue();
    advanceClock(1);
    assertThat(session.isAlive()).isFalse();
    session.markReceived();
    assertThat(session.isAlive()).isTrue();
  }

  private void advanceClock(long millis) {
    channel.advanceTimeBy(millis, MILLISECONDS);
    channel.runScheduledPendingTasks();
    channel.runPendingTasks();
  }
}
