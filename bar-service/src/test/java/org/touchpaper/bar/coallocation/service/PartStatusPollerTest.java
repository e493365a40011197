package org.touchpaper.bar.coallocation.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.TestBookingRequest.ANNE;
import static org.touchpaper.bar.coallocation.TestBookingRequest.REQUEST;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.aggregator.ReservationChanged;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.ForwardingCommitProtocol;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.transaction.CoAllocationStore;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.segment.connection.ConnectionId;

/** Which queries are made about a booking, and which late replies are discarded. */
class PartStatusPollerTest {

  private final BarFixture fixture = BarFixture.shared();
  private final CoAllocationService coAllocator = fixture.bean(CoAllocationService.class);

  @BeforeEach
  void makeBooking() {
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.Booked.class);
  }

  private CoAllocation singleBooking() {
    return coAllocator.list(BookingQuery.newest(2)).items().getFirst();
  }

  private List<String> queriedManagers(int attempt) {
    return fixture.harc.request(singleBooking().id() + "." + attempt).record().resourceManagers();
  }

  private PartStatusPoller pollerWith(CommitProtocolPort harc) {
    return new PartStatusPoller(fixture.bean(CoAllocationStore.class), harc, fixture.clock);
  }

  /** A reply from before a change or cancellation says nothing about the parts after it. */
  @Test
  void aReplyFromBeforeACancelIsDiscarded() {
    fixture.harc.loseAllRecords("rm-newton");
    fixture.harc.leaveUndecided();
    var snapshot = singleBooking();
    var slow =
        new ForwardingCommitProtocol(fixture.bean(CommitProtocolPort.class)) {
          @Override
          public QueryResult query(String rm, TransactionId transaction) {
            var queryResult = super.query(rm, transaction);
            if (rm.equals("rm-newton")) {
              assertThat(coAllocator.cancel(snapshot.id(), ANNE))
                  .isInstanceOf(CancelResult.Releasing.class);
            }
            return queryResult;
          }
        };
    pollerWith(slow).poll(snapshot);
    assertThat(singleBooking().isBeingCancelled()).isTrue();
    assertThat(singleBooking().parts().getLast().status().forgotten()).isFalse();
    assertThat(queriedManagers(2)).containsExactly("rm-network", "rm-newton");

    fixture.harc.commitAll();
    fixture.pollNowAndAfter(Duration.ofMinutes(1));
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.CANCELLED);
  }

  /** A change of the booking during the queries makes it due at once. */
  @Test
  void anEventDuringAPollIsNotLost() {
    var snapshot = singleBooking();
    var slow =
        new ForwardingCommitProtocol(fixture.bean(CommitProtocolPort.class)) {
          @Override
          public QueryResult query(String rm, TransactionId transaction) {
            var queryResult = super.query(rm, transaction);
            fixture.publishEvent(
                new ReservationChanged(
                    new ConnectionId(snapshot.parts().getFirst().partId()),
                    snapshot.id().toString(),
                    "anne",
                    BookingPhase.ACTIVE,
                    fixture.clock.instant(),
                    ""));
            return queryResult;
          }
        };
    pollerWith(slow).poll(snapshot);
    assertThat(singleBooking().dueAt()).contains(fixture.clock.instant());
  }
}
