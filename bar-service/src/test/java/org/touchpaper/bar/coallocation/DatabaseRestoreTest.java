package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.touchpaper.bar.coallocation.TestBookingRequest.ANNE;
import static org.touchpaper.bar.coallocation.TestBookingRequest.REQUEST;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.service.BookingResult;
import org.touchpaper.bar.coallocation.service.CancelResult;
import org.touchpaper.bar.coallocation.service.CoAllocationService;
import org.touchpaper.bar.coallocation.service.ModifyResult;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.bar.fixture.DatabaseCopy;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.listing.BookingQuery;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.client.model.VoteNote;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;

/**
 * The broker's database is restored from a backup that was not detected, and the acceptors know the
 * next transaction number of a booking with other content. It is never booked a second time beside
 * committed content.
 */
class DatabaseRestoreTest {

  private static final VoteNote.Refusal NODES_BUSY =
      new VoteNote.Refusal("n", "NODES_BUSY", "newton", "nodes", "only 124 are free", false, null);

  private static final Duration PAUSE = Duration.ofSeconds(3);

  private static final ModificationRequest MORE_NODES =
      new ModificationRequest(null, null, List.of(new BookingRequest.Nodes("newton", 8)), null);

  private final BarFixture fixture = BarFixture.shared();
  private final CoAllocationService coAllocator = fixture.bean(CoAllocationService.class);
  private DatabaseCopy copy = DatabaseCopy.take(fixture);

  @BeforeEach
  void makeEverythingAvailable() {
    fixture.harc.setPossibleStarts("rm-network", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
    fixture.harc.setPossibleStarts("rm-newton", BarFixture.NOW, BarFixture.NOW.plusSeconds(86400));
  }

  @AfterEach
  void assertNoCallInsideATransaction() {
    assertThat(fixture.sentInTransaction).isEmpty();
  }

  private CoAllocation singleBooking() {
    var all = coAllocator.list(BookingQuery.newest(2)).items();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private String transactionId(int attempt) {
    return singleBooking().id() + "." + attempt;
  }

  private void copyDatabase() {
    copy = DatabaseCopy.take(fixture);
  }

  private void restoreDatabase() {
    copy.restore();
  }

  /** The backup is made between the first, refused attempt and the second. */
  private void loseRaceAndCopy() {
    loseRaceAndCopy(REQUEST);
  }

  private void loseRaceAndCopy(BookingRequest request) {
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> fixture.clock.advance(Duration.ofSeconds(30)));
    assertThat(coAllocator.book(ANNE, request, "k-1")).isInstanceOf(BookingResult.Undecided.class);
    assertThat(singleBooking().hasLostRace()).isTrue();
    copyDatabase();
  }

  private void pollLater() {
    fixture.clock.advance(PAUSE);
    fixture.pollNowAndAfter(PAUSE);
  }

  @Test
  void aTransactionCommittedUnderItsNumberIsNotBookedTwice() {
    loseRaceAndCopy();
    pollLater();
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.COMMITTED);
    var booked = fixture.harc.request(transactionId(2));

    restoreDatabase();
    pollLater();
    pollLater();
    assertThat(fixture.harc.outcomes())
        .isEqualTo(Map.of(transactionId(1), Outcome.ABORT, transactionId(2), Outcome.COMMIT));
    assertThat(fixture.harc.request(transactionId(2))).isEqualTo(booked);
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.FAILED);
    assertThat(singleBooking().attempt().number()).isEqualTo(2);
    assertThat(singleBooking().reason().orElseThrow())
        .contains(
            "transaction " + transactionId(2) + " was already committed",
            "./touchpaper harc explain " + transactionId(2),
            "cancel this booking to release it",
            "restore a backup that has it");
    assertThat(coAllocator.listHistory(singleBooking()).stream().map(HistoryEntry::event))
        .as("recorded once")
        .containsOnlyOnce("transaction 2: " + singleBooking().reason().orElseThrow());
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.IdConflict.class);
    assertThat(fixture.harc.outcomes()).as("never retried").hasSize(2);
  }

  /** Part ids follow from the number, whatever the booked time. */
  @Test
  void aTransactionCommittedUnderItsNumberCanBeCancelled() {
    loseRaceAndCopy();
    pollLater();
    var made = fixture.harc.request(transactionId(2));
    restoreDatabase();
    pollLater();
    assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
        .isInstanceOf(CancelResult.Cancelled.class);
    assertThat(fixture.harc.outcomes().get(transactionId(3))).isEqualTo(Outcome.COMMIT);
    assertThat(partIds(fixture.harc.request(transactionId(3)))).isEqualTo(partIds(made));
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.CANCELLED);
  }

  private static List<String> partIds(TransactionRequest request) {
    return request.actions().stream()
        .flatMap(actions ->
            Pattern.compile("<Ident>([^<]*)</Ident>")
                .matcher(actions.text())
                .results()
                .map(found -> actions.resourceManager() + " " + found.group(1)))
        .toList();
  }

  @Test
  void afterAnAbortedTransactionUnderItsNumberTheRequestMayBeRepeated() {
    loseRaceAndCopy();
    fixture.harc.refuseFirst(1, NODES_BUSY, () -> fixture.clock.advance(Duration.ofSeconds(30)));
    fixture.clock.advance(PAUSE);
    fixture.poll();
    assertThat(fixture.harc.outcomes())
        .isEqualTo(Map.of(transactionId(1), Outcome.ABORT, transactionId(2), Outcome.ABORT));

    restoreDatabase();
    pollLater();
    assertThat(fixture.harc.outcomes()).as("nothing else was begun").hasSize(2);
    assertThat(singleBooking().mayBeRepeated()).isTrue();
    assertThat(singleBooking().reason().orElseThrow())
        .contains("another transaction already used its id");
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.Booked.class);
    assertThat(fixture.harc.outcomes().get(transactionId(3))).isEqualTo(Outcome.COMMIT);
  }

  @Test
  void anUndecidedTransactionUnderItsNumberIsQueriedAgain() {
    loseRaceAndCopy();
    fixture.harc.leaveUndecided();
    pollLater();
    restoreDatabase();
    pollLater();
    fixture.harc.commitAll();
    pollLater();
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(transactionId(1), transactionId(2));
    assertThat(singleBooking().attempt().number()).isEqualTo(2);
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.UNDECIDED);
    assertThat(singleBooking().problem()).isEmpty();
    assertThat(singleBooking().dueAt()).isPresent();
  }

  /** A second time its new parts would be added under other ids. */
  @Test
  void aChangeCommittedUnderItsNumberIsNotAppliedTwice() {
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.Booked.class);
    copyDatabase();
    assertThat(coAllocator.modify(singleBooking().id(), ANNE, MORE_NODES, "c-1"))
        .isInstanceOf(ModifyResult.Modified.class);

    restoreDatabase();
    fixture.clock.advance(PAUSE);
    for (var time = 0; time < 2; time++) {
      var answer = coAllocator.modify(singleBooking().id(), ANNE, MORE_NODES, "c-1");
      assertThat(answer).isInstanceOf(ModifyResult.NeverFits.class);
      assertThat(((ModifyResult.NeverFits) answer).outcome().refusals().getFirst().reason())
          .contains("./touchpaper harc explain " + transactionId(2));
      pollLater();
    }
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(transactionId(1), transactionId(2));
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(singleBooking().isBeingModified()).isFalse();
    assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
        .isInstanceOf(CancelResult.Cancelled.class);
    assertThat(fixture.harc.outcomes().get(transactionId(3))).isEqualTo(Outcome.COMMIT);
  }

  /** The resource managers report it, whatever the next operation is. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aLostCancelIsReported(boolean isAskedForAgain) {
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.Booked.class);
    copyDatabase();
    assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
        .isInstanceOf(CancelResult.Cancelled.class);
    restoreDatabase();
    fixture.clock.advance(PAUSE);
    if (isAskedForAgain) {
      assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
          .isInstanceOf(CancelResult.NotStarted.class);
      assertThat(singleBooking().state()).isEqualTo(BookingPhase.COMMITTED);
    }
    fixture.clock.advance(Duration.ofHours(1));
    fixture.pollNowAndAfter(Duration.ZERO);
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.CANCELLED);
    assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
        .isInstanceOf(CancelResult.Cancelled.class);
    assertThat(fixture.harc.outcomes()).containsOnlyKeys(transactionId(1), transactionId(2));
    assertThat(singleBooking().dueAt()).isEmpty();
  }

  /** The lost transaction may have been the cancellation. */
  @Test
  void aCancelWithATakenNumberIsRepeatedUnderTheNext() {
    assertThat(coAllocator.book(ANNE, REQUEST, "k-1")).isInstanceOf(BookingResult.Booked.class);
    copyDatabase();
    assertThat(coAllocator.modify(singleBooking().id(), ANNE, MORE_NODES, "c-1"))
        .isInstanceOf(ModifyResult.Modified.class);
    restoreDatabase();
    fixture.clock.advance(PAUSE);
    assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
        .isInstanceOf(CancelResult.NotStarted.class);
    assertThat(singleBooking().state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(coAllocator.cancel(singleBooking().id(), ANNE))
        .isInstanceOf(CancelResult.Cancelled.class);
    assertThat(fixture.harc.outcomes())
        .containsOnlyKeys(transactionId(1), transactionId(2), transactionId(3));
    assertThat(singleBooking().problem()).isEmpty();
  }
}
