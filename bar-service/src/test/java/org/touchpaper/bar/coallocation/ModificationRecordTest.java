package org.touchpaper.bar.coallocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.coallocation.transaction.ResourceAction;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** A booking is unchanged until a change of it is committed. */
class ModificationRecordTest {

  private static final UUID ID = UUID.randomUUID();
  private static final UUID PATH = UUID.randomUUID();
  private static final UUID NODES = UUID.randomUUID();
  private static final UUID ALTERNATIVES = UUID.randomUUID();
  private static final Instant CREATED_AT = Instant.parse("2026-12-01T20:00:00Z");
  private static final Schedule SLOT =
      new Schedule(CREATED_AT.plusSeconds(3600), CREATED_AT.plusSeconds(7200));
  private static final Schedule LONGER =
      new Schedule(SLOT.startTime(), CREATED_AT.plusSeconds(9000));
  private static final PartStatusDetails UNDECIDED = PartStatusDetails.UNDECIDED;
  private static final ModificationRequest MODIFICATION =
      new ModificationRequest(null, LONGER.endTime(), null, null);

  private static final CommitProtocolPort.TransactionResult COMMIT =
      new CommitProtocolPort.TransactionResult.Commit(
          Map.of(NODES, new CommitProtocolPort.HeldPart("newton007", List.of("newton007"))));
  private static final List<Refusal> REFUSALS =
      List.of(new Refusal(Refusal.Code.NODES_BUSY, "newton", "nodes", "busy", null));

  private final CoAllocation booking =
      new CoAllocation(
          ID,
          new RequestOrigin(
              new Person("anne", "ucl", List.of(), "scientist"),
              "a run",
              CREATED_AT,
              "k-1",
              "digest"),
          new RequestedSchedule.Fixed(SLOT.startTime(), SLOT.endTime()).toSlotWindow(CREATED_AT),
          new TransactionPlan(
              SLOT, List.of(lightpathPart(1), computePart(NODES, 4, 1)), request(1)));

  @BeforeEach
  void book() {
    booking.applyResult(COMMIT, CREATED_AT);
  }

  @Test
  void itIsUnchangedUntilTheChangeIsDecided() {
    var before = booking.parts();
    modify(2, computePart(NODES, 8, 2));
    assertThat(booking.parts()).isEqualTo(before);
    assertThat(booking.schedule()).isEqualTo(SLOT);
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(booking.isBeingModified()).isTrue();
    assertThat(booking.dueAt()).contains(CREATED_AT.plusSeconds(10));
    assertThat(outcome()).isInstanceOf(ModificationRecord.Outcome.Undecided.class);
  }

  @Test
  void itIsChangedOnceTheChangeIsCommitted() {
    modify(2, computePart(NODES, 8, 2));
    assertThat(booking.applyResult(COMMIT, CREATED_AT)).isTrue();
    assertThat(booking.schedule()).isEqualTo(LONGER);
    assertThat(booking.summary()).isEqualTo("300 Mbit/s a to b, 8 nodes of newton");
    assertThat(booking.parts().getLast().status().reference()).isEqualTo("newton007");
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(outcome()).isInstanceOf(ModificationRecord.Outcome.Applied.class);
    assertThat(
            booking.applyResult(
                new CommitProtocolPort.TransactionResult.Abort(REFUSALS), CREATED_AT))
        .as("twice")
        .isFalse();
  }

  @Test
  void aRefusalLeavesItUnchanged() {
    var before = booking.parts();
    modify(2, computePart(NODES, 8, 2));
    booking.applyResult(new CommitProtocolPort.TransactionResult.Abort(REFUSALS), CREATED_AT);
    booking.offerAlternatives(List.of(LONGER));
    assertThat(booking.parts()).isEqualTo(before);
    assertThat(booking.schedule()).isEqualTo(SLOT);
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(booking.reason()).isEmpty();
    assertThat(booking.alternatives()).isEmpty();
    assertThat(outcome())
        .isEqualTo(new ModificationRecord.Outcome.Refused(REFUSALS, List.of(LONGER)));
    assertThat(booking.dueAt()).isPresent();
    modify(3, computePart(NODES, 6, 3));
    booking.applyResult(COMMIT, CREATED_AT);
    assertThat(booking.summary()).contains("6 nodes");
  }

  @Test
  void aChangeThatDidNotStartLeavesItUnchanged() {
    modify(2, computePart(NODES, 8, 2));
    booking.countBegin();
    booking.applyResult(
        new CommitProtocolPort.TransactionResult.NotStarted(List.of("they are of epoch 2")),
        CREATED_AT);
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(((ModificationRecord.Outcome.NotStarted) outcome()).reason())
        .contains("they are of epoch 2");
    assertThat(booking.isBeingModified()).isFalse();
  }

  /** An earlier request may have begun it at an acceptor that is now unreachable. */
  @Test
  void aChangeRequestedTwiceIsNotBelievedNotStarted() {
    modify(2, computePart(NODES, 8, 2));
    booking.countBegin();
    booking.countBegin();
    assertThat(
            booking.applyResult(new CommitProtocolPort.TransactionResult.NotStarted(), CREATED_AT))
        .isFalse();
    assertThat(booking.isBeingModified()).isTrue();
  }

  /** The next transaction begins only after the last is decided. */
  @Test
  void anUndecidedChangeBlocksCancelAndChange() {
    modify(2, computePart(NODES, 8, 2));
    assertThat(booking.cancelRefusal(CREATED_AT))
        .contains("a change of the booking is not decided yet; try again later");
    assertThat(booking.modificationRefusal(CREATED_AT))
        .isEqualTo(booking.cancelRefusal(CREATED_AT));
    assertThatThrownBy(() -> booking.cancel(request(3), CREATED_AT))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> modify(3, computePart(NODES, 8, 3)))
        .isInstanceOf(IllegalStateException.class);
    booking.applyResult(COMMIT, CREATED_AT);
    booking.cancel(request(3), CREATED_AT);
    assertThat(booking.modificationRefusal(CREATED_AT)).contains("the booking is being cancelled");
  }

  @ParameterizedTest
  @EnumSource(BookingPhase.class)
  void onlyACommittedBookingBeforeItsEndCanBeChanged(BookingPhase state) {
    switch (state) {
      case COMMITTED -> {}
      case ACTIVE, ENDED, FAILED ->
          booking.applyReports(
              Map.of(PATH, reported(state), NODES, reported(state)), SLOT.startTime());
      case CANCELLED -> {
        booking.cancel(request(2), CREATED_AT);
        booking.applyResult(COMMIT, CREATED_AT);
      }
      case UNDECIDED, REFUSED -> {
        return; // as in CoAllocationTest; nothing is booked
      }
    }
    var may = state == BookingPhase.COMMITTED || state == BookingPhase.ACTIVE;
    assertThat(booking.modificationRefusal(SLOT.startTime()).isEmpty()).isEqualTo(may);
    assertThat(booking.modificationRefusal(SLOT.endTime())).isPresent();
  }

  /**
   * Active parts stay active; parts that are new or have another amount are active once reported.
   */
  @Test
  void partsAddedWhileActiveAreAwaited() {
    booking.applyReports(
        Map.of(PATH, reported(BookingPhase.ACTIVE), NODES, reported(BookingPhase.ACTIVE)),
        SLOT.startTime());
    modify(2, computePart(ALTERNATIVES, 2, 2));
    booking.applyResult(COMMIT, SLOT.startTime());
    assertThat(booking.parts())
        .extracting(part -> part.status().state())
        .containsExactly(BookingPhase.ACTIVE, BookingPhase.COMMITTED);
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
    booking.applyReports(Map.of(ALTERNATIVES, reported(BookingPhase.ACTIVE)), SLOT.startTime());
    assertThat(booking.state()).isEqualTo(BookingPhase.ACTIVE);
  }

  /**
   * The change was decided late, and the resource managers have held the parts beyond the old end.
   */
  @Test
  void aProlongedBookingHasNotEnded() {
    modify(2, computePart(NODES, 4, 2));
    booking.applyReports(
        Map.of(PATH, reported(BookingPhase.ENDED), NODES, reported(BookingPhase.ENDED)),
        SLOT.endTime());
    assertThat(booking.state()).isEqualTo(BookingPhase.ENDED);
    booking.applyResult(COMMIT, SLOT.endTime());
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
    assertThat(booking.isReleased()).isFalse();
  }

  /** The change was decided late: the active circuit is taken down and awaits its new start. */
  @Test
  void aBookingMovedWhileActiveIsNotActive() {
    booking.applyReports(
        Map.of(PATH, reported(BookingPhase.ACTIVE), NODES, reported(BookingPhase.ACTIVE)),
        SLOT.startTime());
    var later = new Schedule(SLOT.endTime(), SLOT.endTime().plusSeconds(3600));
    var parts =
        List.of(lightpathPart(2), computePart(NODES, 4, 2)).stream()
            .map(part -> part.withOrigin(new CoAllocationPart.Origin(2, later.startTime())))
            .toList();
    booking.modify(new TransactionPlan(later, parts, request(2)), null, MODIFICATION, CREATED_AT);
    booking.applyResult(COMMIT, SLOT.startTime());
    assertThat(booking.parts())
        .extracting(part -> part.status().state())
        .containsOnly(BookingPhase.COMMITTED);
    assertThat(booking.state()).isEqualTo(BookingPhase.COMMITTED);
  }

  @Test
  void aKeyIsStoredWithItsOutcome() {
    modify(2, computePart(NODES, 8, 2));
    booking.applyResult(COMMIT, CREATED_AT);
    modify(3, computePart(NODES, 6, 3));
    assertThat(booking.modifications().findByKey("key-2"))
        .map(ModificationRecord::number)
        .contains(2);
    assertThat(booking.modifications().findByKey("key-9")).isEmpty();
    assertThat(booking.modifications().findByKey(null)).isEmpty();
  }

  @Test
  void onlyTheLatestChangesAreKept() {
    var changes =
        IntStream.range(0, 500)
            .mapToObj(n -> ModificationRecord.undecided(n, "key-" + n, MODIFICATION, "more"))
            .reduce(ModificationHistory.NONE, ModificationHistory::append, (log, _) -> log);
    assertThat(changes.all()).hasSize(100);
    assertThat(changes.last()).map(ModificationRecord::number).contains(499);
  }

  private void modify(int number, CoAllocationPart nodes) {
    var draft = new TransactionPlan(LONGER, List.of(lightpathPart(number), nodes), request(number));
    booking.modify(draft, "key-" + number, MODIFICATION, CREATED_AT);
  }

  private ModificationRecord.Outcome outcome() {
    return booking.lastModification().orElseThrow().outcome();
  }

  private static CommitProtocolPort.ReportedState reported(BookingPhase state) {
    return new CommitProtocolPort.ReportedState(state, null, state == BookingPhase.ENDED);
  }

  private static CoAllocationPart lightpathPart(int by) {
    return new CoAllocationPart.Lightpath(PATH, "rm-network", "a", "b", 300, origin(by), UNDECIDED);
  }

  private static CoAllocationPart computePart(UUID ident, int count, int by) {
    return new CoAllocationPart.Compute(ident, "rm-newton", "newton", count, origin(by), UNDECIDED);
  }

  private static CoAllocationPart.Origin origin(int by) {
    return new CoAllocationPart.Origin(by, SLOT.startTime());
  }

  private static TransactionRequest request(int number) {
    return TransactionRequest.of(
        new TransactionId(ID + "." + number),
        List.of("a1", "a2", "a3"),
        1,
        CREATED_AT.plusSeconds(8),
        new RequestingUser("anne", "ucl", List.of(), "scientist", ID.toString()),
        ResourceAction.toActions(List.of(ResourceAction.cancel(lightpathPart(1)))));
  }
}
