package org.touchpaper.bar.coallocation.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.TestBookingRequest.ANNE;
import static org.touchpaper.bar.coallocation.TestBookingRequest.REQUEST;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationRepository;
import org.touchpaper.bar.coallocation.ForwardingCommitProtocol;
import org.touchpaper.bar.coallocation.Modification;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.transaction.CoAllocationStore;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.history.HistoryRepository;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.protocol.TransactionId;

/** Which queries are made about a booking, and which late replies are discarded. */
class PartStatusPollerTest {

  private final BarFixture fixture = BarFixture.shared();
  private final CoAllocationService coAllocator = fixture.bean(CoAllocationService.class);

  @BeforeEach
  void makeBooking() {
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.Booked.class);
  }

  private CoAllocation singleBooking() {
    return coAllocator.listNewest(null, null, null, 2).getFirst();
  }

  private BookingPhase computePhase() {
    return singleBooking().parts().getLast().status().state();
  }

  private List<String> queriedManagers(int attempt) {
    return fixture.harc.request(singleBooking().id() + "." + attempt).record().resourceManagers();
  }

  private void failBecauseForgotten() {
    fixture.clock.advance(Duration.ofMinutes(30));
    fixture.pollNowAndAfter(Duration.ofMinutes(1));
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.FAILED);
    assertThat(computePhase()).isEqualTo(BookingPhase.FAILED);
  }

  private PartStatusPoller pollerWith(CommitProtocolPort harc) {
    var books =
        new CoAllocationStore(
            fixture.bean(CoAllocationRepository.class),
            fixture.bean(HistoryRepository.class),
            new TransactionTemplate(fixture.bean(PlatformTransactionManager.class)),
            fixture::publishEvent,
            fixture.clock);
    return new PartStatusPoller(books, harc, fixture.clock);
  }

  /** The cancellation does not name a part that was unknown when it was requested. */
  @Test
  void aReplyFromBeforeACancelIsDiscarded() {
    fixture.harc.loseAllRecords("rm-newton");
    failBecauseForgotten();
    fixture.harc.restoreRecords("rm-newton");
    fixture.harc.leaveUndecided();
    var snapshot = singleBooking();
    var slow =
        new ForwardingCommitProtocol(fixture.bean(CommitProtocolPort.class)) {
          @Override
          public QueryResult query(String rm, TransactionId transaction) {
            var queryResult = super.query(rm, transaction);
            if (rm.equals("rm-newton")) {
              assertThat(coAllocator.cancel(snapshot.id(), ANNE))
                  .isInstanceOf(CancelResult.Undecided.class);
            }
            return queryResult;
          }
        };
    pollerWith(slow).poll(snapshot);
    assertThat(singleBooking().isBeingCancelled()).isTrue();
    assertThat(computePhase())
        .as("rm-newton is not in the cancellation")
        .isEqualTo(BookingPhase.FAILED);

    fixture.harc.commitAll();
    fixture.pollNowAndAfter(Duration.ofMinutes(1));
    assertThat(queriedManagers(2)).containsExactly("rm-network");
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.CANCELLED);
    fixture.pollNowAndAfter(Duration.ofMinutes(1));
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.FAILED);
    assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
        .isInstanceOf(CancelResult.Cancelled.class);
    assertThat(queriedManagers(3)).containsExactly("rm-newton");
  }

  /** A resource manager that lacks only a change knows the original and can cancel it. */
  @Test
  void anUnknownChangeIsFollowedByAQueryForTheOriginal() {
    var more = new Modification(null, null, List.of(new BookingRequest.Nodes("newton", 8)), null);
    assertThat(coAllocator.modify(singleBooking().id(), ANNE, more, "c-1"))
        .isInstanceOf(ModifyResult.Modified.class);
    fixture.harc.loseRecord("rm-newton", 2);
    failBecauseForgotten();
    assertThat(fixture.harc.receivedMessages())
        .contains(
            "rm-newton query " + singleBooking().id() + ".2",
            "rm-newton query " + singleBooking().id() + ".1")
        .doesNotContain("rm-network query " + singleBooking().id() + ".2");
    assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
        .isInstanceOf(CancelResult.Cancelled.class);
    assertThat(queriedManagers(3)).containsExactly("rm-network", "rm-newton");
  }
}
