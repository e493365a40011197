package org.touchpaper.bar.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.aggregator.SegmentCaller.DueCall;
import org.touchpaper.bar.aggregator.SegmentCaller.Reply;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.kit.ScriptedHolder;

/** Calls that are made side by side, and what comes of each. */
class SegmentCallerTest {

  private static final ReserveResult HELD =
      new ReserveResult.Held(
          BrokerNetworkSegmentFixture.VIS, BrokerNetworkSegmentFixture.NEWTON, List.of());

  private static final ConnectionId ID = new ConnectionId(UUID.randomUUID());

  /** Each campus answers only once the other is asked, too. */
  @Test
  void bothCampusesAreAskedSideBySide() {
    var asked = new CountDownLatch(2);
    assertThat(
            callBoth(_ -> {
              asked.countDown();
              await(asked);
              return HELD;
            }))
        .extracting(reply -> ((Reply.Answered) reply).result())
        .containsOnly(new SegmentCallResult.Reserved(HELD));
  }

  @Test
  void aRefusalIsReturnedWhileTheOtherDoesNotAnswer() {
    var end = new CountDownLatch(1);
    var refused = refusal(Refusal.Code.CAPACITY_BUSY);
    var replies =
        callBoth(peer -> {
          if (peer.equals("near")) {
            await(end);
          }
          return refused;
        });
    end.countDown();
    assertThat(replies.getFirst()).isInstanceOf(Reply.Unanswered.class);
    assertThat(((Reply.Answered) replies.getLast()).result())
        .isEqualTo(new SegmentCallResult.Reserved(refused));
  }

  @Test
  void onlyAnUnreachableSegmentCountsAsUnanswered() {
    var replies =
        callBoth(peer -> {
          throw peer.equals("near")
              ? new SegmentUnreachableException("no answer", null)
              : new IllegalArgumentException("no peer " + peer);
        });
    assertThat(replies.getFirst()).isInstanceOf(Reply.Unanswered.class);
    assertThat(replies.getLast())
        .isInstanceOfSatisfying(
            Reply.Failed.class,
            failed -> assertThat(failed.cause()).isInstanceOf(IllegalArgumentException.class));
  }

  private static List<Reply> callBoth(Function<String, ReserveResult> answer) {
    var caller =
        new SegmentCaller(
            peer -> segment(() -> answer.apply(peer)),
            new BrokerIdentity("bar-ucl", URI.create("http://127.0.0.1:9"), "ucl"));
    return caller.callAll(ID, List.of(reserve("near"), reserve("far")));
  }

  private static NetworkSegment segment(java.util.function.Supplier<ReserveResult> answer) {
    return (NetworkSegment)
        Proxy.newProxyInstance(
            NetworkSegment.class.getClassLoader(),
            new Class<?>[] {NetworkSegment.class},
            (_, _, _) -> answer.get());
  }

  private static DueCall reserve(String peer) {
    var segment = ID.derive(peer);
    return new DueCall(
        new SegmentCall.ReserveSegment(peer, segment, 2, null), 2, ScriptedHolder.requester());
  }

  private static ReserveResult refusal(Refusal.Code code) {
    return new ReserveResult.Refused(new Refusal(code, "far", "", "refused", null));
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("no other segment was asked");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
