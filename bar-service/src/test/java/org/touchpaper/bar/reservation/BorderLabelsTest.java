package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;

/**
 * Two campuses are asked side by side and choose the labels at their borders; the wide area between
 * them is asked with both.
 */
class BorderLabelsTest extends ReservationFixture {

  private static final Stp FAR_BORDER =
      Stp.parse("urn:ogf:network:manchester.ukl:2026:border?vlan=100-109");
  private static final Stp NEWTON = Stp.parse("urn:ogf:network:manchester.ukl:2026:newton");

  private void beginThreeSegments() {
    reservation
        .operations()
        .beginCheck(
            request(1, SCHEDULE),
            List.of(
                new SegmentLeg("lnsap", VIS, BORDER, false),
                new SegmentLeg("nsap", IN, OUT, false),
                new SegmentLeg("bar", FAR_BORDER, NEWTON, false)),
            NOW);
  }

  private List<String> duePeers() {
    return reservation.segments().dueCalls().stream()
        .map(call -> call.getClass().getSimpleName() + " " + call.peer())
        .toList();
  }

  private SegmentCall.ReserveSegment dueReserve(String peer) {
    return reservation.segments().dueCalls().stream()
        .filter(call -> call.peer().equals(peer))
        .map(SegmentCall.ReserveSegment.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Stp source(SegmentCall.ReserveSegment call) {
    return Optional.ofNullable(call.criteria()).orElseThrow().source();
  }

  private static Stp destination(SegmentCall.ReserveSegment call) {
    return Optional.ofNullable(call.criteria()).orElseThrow().destination();
  }

  private void hold(String peer) {
    hold(peer, 0);
  }

  /** Holds with the allowed label this far from the lowest, at either end. */
  private void hold(String peer, int offset) {
    var call = dueReserve(peer);
    reply(
        call,
        new ReserveResult.Held(
            chosen(source(call), offset), chosen(destination(call), offset), List.of(peer)));
  }

  private static Stp chosen(Stp end, int offset) {
    var labels = end.vlans();
    return labels == null ? end : end.withVlans(VlanRange.single(labels.low() + offset));
  }

  private void refuse(String peer, Refusal.Code code, String field) {
    reply(
        dueReserve(peer),
        new ReserveResult.Refused(new Refusal(code, peer, field, "refused by " + peer, null)));
  }

  private void reply(SegmentCall call, ReserveResult result) {
    for (var time = 1; time <= 2; time++) {
      reservation.segments().applyResult(call, new SegmentCallResult.Reserved(result), NOW);
    }
  }

  @Test
  void bothCampusesAreAskedThenTheWideAreaWithBothLabels() {
    beginThreeSegments();
    assertThat(duePeers()).containsExactly("ReserveSegment lnsap", "ReserveSegment bar");
    hold("bar", 3);
    assertThat(duePeers()).containsExactly("ReserveSegment lnsap");
    hold("lnsap", 5);
    assertThat(duePeers()).containsExactly("ReserveSegment nsap");
    assertThat(source(dueReserve("nsap")).vlans()).isEqualTo(VlanRange.single(105));
    assertThat(destination(dueReserve("nsap")).vlans()).isEqualTo(VlanRange.single(103));
    hold("nsap");
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Held.class);
    assertThat(reservation.path()).containsExactly("lnsap", "nsap", "bar");
  }

  @Test
  void aRefusedCampusHasTheOtherAbortedAnsweredOrNot() {
    beginThreeSegments();
    var unanswered = dueReserve("bar");
    refuse("lnsap", Refusal.Code.CAPACITY_BUSY, "");
    assertThat(duePeers()).containsExactly("AbortSegment bar");
    reply(unanswered, new ReserveResult.Held(FAR_BORDER, NEWTON, List.of("bar")));
    assertThat(duePeers()).as("its late reply changes nothing").hasSize(1);
    confirmAll();
    assertThat(reservation.segments().dueCalls()).isEmpty();
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Refused.class);
  }

  @Test
  void aCampusThatRefusesTooHoldsNothingToAbort() {
    beginThreeSegments();
    var late = dueReserve("bar");
    refuse("lnsap", Refusal.Code.CAPACITY_BUSY, "");
    reply(
        late,
        new ReserveResult.Refused(
            new Refusal(Refusal.Code.PORT_BUSY, "bar", "", "refused as well", null)));
    assertThat(reservation.segments().dueCalls()).isEmpty();
  }

  @Test
  void anUnansweredWideAreaIsAbortedWithBothCampuses() {
    beginThreeSegments();
    hold("lnsap");
    hold("bar");
    reservation.operations().abort(1, "ada", NOW);
    assertThat(duePeers())
        .containsExactlyInAnyOrder("AbortSegment lnsap", "AbortSegment bar", "AbortSegment nsap");
    confirm(
        reservation.segments().dueCalls().stream()
            .filter(call -> call.peer().equals("lnsap"))
            .findFirst()
            .orElseThrow());
    assertThat(duePeers())
        .as("still, though a campus no longer holds")
        .containsExactlyInAnyOrder("AbortSegment bar", "AbortSegment nsap");
  }

  @Test
  void aLabelRefusedAtTheFarBorderIsReplacedByTheRemoteCampus() {
    beginThreeSegments();
    hold("lnsap");
    hold("bar");
    refuse("nsap", Refusal.Code.LABEL_BUSY, "destination");
    assertThat(duePeers()).containsExactly("AbortSegment bar");
    confirmAll();
    assertThat(duePeers()).containsExactly("ReserveSegment bar");
    assertThat(source(dueReserve("bar")).vlans()).isEqualTo(VlanRange.parse("101-109"));
    hold("bar");
    assertThat(source(dueReserve("nsap")).vlans()).isEqualTo(VlanRange.single(100));
    assertThat(destination(dueReserve("nsap")).vlans()).isEqualTo(VlanRange.single(101));
    hold("nsap");
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Held.class);
  }

  /** Where frames keep their VLAN the wide area refuses two different ones. */
  @Test
  void campusesThatMustShareALabelAgree() {
    beginThreeSegments();
    hold("lnsap", 2);
    hold("bar", 4);
    refuse("nsap", Refusal.Code.LABEL_NOT_ALLOWED, "destination");
    confirmAll();
    assertThat(source(dueReserve("bar")).vlans()).isEqualTo(VlanRange.single(102));
    refuse("bar", Refusal.Code.LABEL_BUSY, "source");
    assertThat(source(dueReserve("bar")).vlans())
        .as("102 and 104 are tried")
        .isEqualTo(VlanRange.parse("105-109"));
    hold("bar");
    refuse("nsap", Refusal.Code.LABEL_NOT_ALLOWED, "destination");
    confirmAll();
    assertThat(destination(dueReserve("lnsap")).vlans())
        .as("102 is tried at the far border")
        .isEqualTo(VlanRange.single(105));
    hold("lnsap");
    assertThat(source(dueReserve("nsap")).vlans()).isEqualTo(VlanRange.single(105));
    assertThat(destination(dueReserve("nsap")).vlans()).isEqualTo(VlanRange.single(105));
    hold("nsap");
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Held.class);
  }

  @Test
  void aCampusWithoutAFreeLabelRefusesAll() {
    beginThreeSegments();
    hold("bar");
    refuse("lnsap", Refusal.Code.LABEL_BUSY, "destination");
    assertThat(duePeers()).containsExactly("AbortSegment bar");
  }

  @Test
  void aCampusAloneIsAskedAtOnce() {
    reservation
        .operations()
        .beginCheck(
            request(1, SCHEDULE), List.of(new SegmentLeg("lnsap", VIS, BORDER, false)), NOW);
    assertThat(duePeers()).containsExactly("ReserveSegment lnsap");
    hold("lnsap");
    assertThat(reservation.answer(1)).get().isInstanceOf(ReserveResult.Held.class);
  }

  /** A change asks in the same order, under the labels that the circuit has. */
  @Test
  void aLaterVersionKeepsTheLabels() {
    beginThreeSegments();
    hold("lnsap", 2);
    hold("bar", 4);
    hold("nsap");
    reservation.operations().commit(1, "ada", NOW);
    confirmAll();
    reservation.operations().beginCheck(request(2, SCHEDULE), List.of(), NOW);
    assertThat(duePeers()).containsExactly("ReserveSegment lnsap", "ReserveSegment bar");
    hold("lnsap");
    hold("bar");
    assertThat(source(dueReserve("nsap")).vlans()).isEqualTo(VlanRange.single(102));
    assertThat(destination(dueReserve("nsap")).vlans()).isEqualTo(VlanRange.single(104));
  }
}
