package org.touchpaper.harc.rm.backend.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.touchpaper.harc.rm.scheduler.TestRequests.NINE_O_CLOCK;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceManagerDatabase;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.platform.time.SettableClock;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveRequest;

/** The calls for several lightpaths of one transaction. */
class ParallelLightpathsTest {
  @RegisterExtension
  private static final ResourceManagerDatabase STORE = ResourceManagerDatabase.fresh();

  private final ScriptedBar bar = new ScriptedBar();
  private final SettableClock clock = SettableClock.at(NINE_O_CLOCK.minusSeconds(3600));
  private final AtomicInteger transactions = new AtomicInteger();

  /** Runs before a call reaches the BAR. */
  private interface BeforeCall {
    void run(String method, Object argument) throws InterruptedException;
  }

  private NetworkScheduler network(BeforeCall beforeCall) {
    var segment =
        bar.interceptedBy((method, argument, call) -> {
          beforeCall.run(method, argument);
          return call.call();
        });
    return NetworkSchedulerContractTest.scheduler(STORE.database(), segment, clock);
  }

  private NetworkScheduler network() {
    return network((_, _) -> {});
  }

  private Transaction lightpaths(int... mbps) {
    return TestRequests.transaction(
        "t." + transactions.incrementAndGet(),
        IntStream.range(0, mbps.length)
            .mapToObj(i ->
                TestLightpaths.path(
                    TestLightpaths.bookingId(100 * transactions.get() + i), mbps[i]))
            .toArray(BookingAction[]::new));
  }

  private Transaction equalLightpaths(int count, int mbps) {
    return lightpaths(IntStream.range(0, count).map(_ -> mbps).toArray());
  }

  /** No call is answered before all four have arrived. */
  @Test
  void equalLightpathsAreReservedCommittedAndAbortedSideBySide() {
    var four = equalLightpaths(4, 100);
    assertThat(meeting(4).prepare(four)).isInstanceOf(Held.class);
    meeting(4).commit(four);
    assertThat(bar.reservationStates()).hasSize(4).allMatch(state -> state.endsWith("PROVISIONED"));

    var others = equalLightpaths(4, 100);
    assertThat(meeting(4).prepare(others)).isInstanceOf(Held.class);
    meeting(4).abort(others);
    assertThat(bar.reservationStates().stream().filter(state -> state.endsWith("GIVEN_UP")))
        .hasSize(4);
  }

  private NetworkScheduler meeting(int count) {
    var arrived = new CountDownLatch(count);
    return network((_, _) -> {
      arrived.countDown();
      await(arrived);
    });
  }

  /** Which of them takes a link first may decide whether all fit. */
  @Test
  void differentLightpathsAreReservedInTheirOrder() {
    var running = new AtomicInteger();
    var order = new ArrayList<Integer>();
    var network =
        network((method, argument) -> {
          assertThat(running.incrementAndGet()).isEqualTo(1);
          if (method.equals("reserve")) {
            order.add(mbps((ReserveRequest) argument));
          }
          running.decrementAndGet();
        });
    assertThat(network.prepare(lightpaths(300, 200, 400))).isInstanceOf(Held.class);
    assertThat(order).containsExactly(300, 200, 400);
  }

  private static int mbps(ReserveRequest request) {
    return request.criteria() == null ? 0 : request.criteria().bandwidthMbps();
  }

  /** Sixteen of 62 Mbit/s fit on the link, which has 1000; together they are no rivals. */
  @Test
  void asManyAsTheLinkHasRoomForAreAlwaysHeldAndOneMoreIsRefusedAtOnce() {
    for (var round = 0; round < 10; round++) {
      var fitting = equalLightpaths(16, 62);
      assertThat(network().prepare(fitting)).isInstanceOf(Held.class);
      network().abort(fitting);

      var tooMany = equalLightpaths(17, 62);
      var refused = (Refused) network().prepare(tooMany);
      assertThat(refused.refusals())
          .isNotEmpty()
          .allMatch(refusal -> refusal.refusal().code() == Refusal.Code.CAPACITY_BUSY);
      assertThat(network().prepare(tooMany)).isEqualTo(refused);
      assertThat(bar.reservationStates()).allMatch(state -> state.endsWith("GIVEN_UP"));
    }
  }

  /** The first is refused while the BAR has no answer for the second: both are aborted. */
  @Test
  void onARefusalWhatIsNotAnsweredIsAbortedToo() {
    var end = new CountDownLatch(1);
    var both = equalLightpaths(2, 1001);
    var unanswered = ConnectionId.of(TestLightpaths.bookingId(100 * transactions.get() + 1));
    var refused =
        network(
                (method, argument) -> {
                  if (method.equals("reserve")
                      && ((ReserveRequest) argument).connection().equals(unanswered)) {
                    await(end);
                  }
                })
            .prepare(both);
    assertThat(((Refused) refused).refusals())
        .extracting(refusal -> refusal.bookingId())
        .containsExactly(both.actions().getFirst().bookingId());
    assertThat(bar.calls).containsExactly("reserve 1", "abort 1", "abort 1");
    end.countDown();
    assertThat(network().prepare(both)).isEqualTo(refused);
  }

  @Test
  void anUnreachableBarIsNoRefusal() {
    var two = equalLightpaths(2, 100);
    bar.isUnreachable = true;
    assertThatThrownBy(() -> network().prepare(two))
        .isInstanceOf(SchedulerUnreachableException.class);
    bar.isUnreachable = false;
    assertThat(network().prepare(two)).isInstanceOf(Held.class);
    assertThat(bar.calls).containsExactly("reserve 1", "reserve 1");
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
  }
}
