package org.touchpaper.bar.networkrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.touchpaper.bar.loadlimit.TestBulkheads;
import org.touchpaper.platform.FairBulkhead;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

class InProcessBarClientTest {

  private static final ConnectionId CONNECTION = new ConnectionId(UUID.randomUUID());
  private static final ConnectionReport REPORT = new ConnectionReport.Unknown(CONNECTION);
  private static final FairBulkhead TWO_AT_ONCE = TestBulkheads.withoutQueue(2);

  @Test
  void passesCallsOfItsCaller() {
    assertThat(query(() -> REPORT, "rm-network")).isEqualTo(REPORT);
  }

  @Test
  void refusesACallInsideADatabaseTransaction() {
    TransactionSynchronizationManager.setActualTransactionActive(true);
    try {
      assertThatThrownBy(() -> query(() -> REPORT, "rm-network"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("inside a database transaction");
    } finally {
      TransactionSynchronizationManager.setActualTransactionActive(false);
    }
  }

  @Test
  void refusesARequesterOfAnotherName() {
    assertThatThrownBy(() -> query(() -> REPORT, "rm-newton"))
        .isInstanceOfSatisfying(
            SegmentFaultException.class,
            fault -> assertThat(fault.code()).isEqualTo(SegmentFaultException.Code.NOT_ALLOWED));
  }

  @Test
  void passesFaultsOfTheContractAndHidesOtherFailures() {
    var fault =
        new SegmentFaultException(
            SegmentFaultException.Code.CONTRADICTS_EARLIER, CONNECTION, "other content");
    assertThatThrownBy(() -> query(() -> failWith(fault), "rm-network")).isSameAs(fault);
    assertThatThrownBy(() -> query(() -> failWith(new IllegalStateException("x")), "rm-network"))
        .isInstanceOf(SegmentUnreachableException.class)
        .hasMessageContaining("reference for support");
  }

  @Test
  void answersNoMoreCallsThanItsOwnLimit() throws Exception {
    var inside = new CountDownLatch(2);
    var end = new CountDownLatch(1);
    var segment =
        segment(() -> {
          inside.countDown();
          await(end);
          return REPORT;
        });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var request = new ConnectionVersionRequest(requester("rm-network"), CONNECTION, 1);
      var first = threads.submit(() -> segment.abort(request));
      var second = threads.submit(() -> segment.commit(request));
      inside.await();
      assertThatThrownBy(() -> segment.provision(request))
          .isInstanceOf(SegmentUnreachableException.class)
          .hasMessageContaining("too many concurrent requests");
      end.countDown();
      first.get();
      second.get();
    }
    assertThat(query(() -> REPORT, "rm-network")).isEqualTo(REPORT);
  }

  private static ConnectionReport query(Supplier<ConnectionReport> answer, String requester) {
    return segment(answer).query(requester(requester), CONNECTION);
  }

  private static NetworkSegment segment(Supplier<ConnectionReport> answer) {
    var bar =
        (NetworkSegment)
            Proxy.newProxyInstance(
                NetworkSegment.class.getClassLoader(),
                new Class<?>[] {NetworkSegment.class},
                (_, method, _) -> {
                  var report = answer.get();
                  return method.getReturnType() == void.class ? null : report;
                });
    return new InProcessBarClient(bar, "rm-network", TWO_AT_ONCE);
  }

  private static ConnectionReport failWith(RuntimeException failure) {
    throw failure;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static RequesterIdentity requester(String peer) {
    return new RequesterIdentity(
        peer, new RequesterIdentity.Person("anne", "ucl", List.of(), "scientist"), "c-1");
  }
}
