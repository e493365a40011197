package org.touchpaper.bar.reservation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.bar.reservation.segments.SegmentLeg;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.segment.connection.VlanRange;
import org.touchpaper.segment.connection.state.DataPlaneState;

/** A reservation over a campus and the wide area with scripted segment replies; no database. */
abstract class ReservationFixture {

  static final Instant NOW = Instant.parse("2026-12-01T20:00:00Z");
  static final Schedule SCHEDULE =
      new Schedule(NOW.plus(Duration.ofHours(1)), NOW.plus(Duration.ofHours(2)));
  static final Stp VIS = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
  static final Stp BORDER = Stp.parse("urn:ogf:network:ucl.ukl:2026:border?vlan=100-109");
  static final Stp IN = Stp.parse("urn:ogf:network:wan.ukl:2026:UCL?vlan=100-109");
  static final Stp OUT = Stp.parse("urn:ogf:network:wan.ukl:2026:MAN?vlan=100-109");
  static final RequesterIdentity REQUESTER =
      new RequesterIdentity(
          "rm-network",
          new RequesterIdentity.Person("ada", "ucl", List.of(), "scientist"),
          "thread");

  final ConnectionId id = new ConnectionId(UUID.randomUUID());
  final Holder.PeerService holder =
      new Holder.PeerService("bar-home", URI.create("http://127.0.0.1:9/"), id, 1);
  final Reservation reservation = Reservation.of(id, REQUESTER, "a test", "", NOW);

  ReserveRequest request(int version, @Nullable Schedule schedule) {
    var criteria = schedule == null ? null : new Criteria(VIS, OUT, 300, schedule);
    return new ReserveRequest(REQUESTER, id, version, criteria, holder);
  }

  void beginCheck() {
    reservation
        .operations()
        .beginCheck(
            request(1, SCHEDULE),
            List.of(
                new SegmentLeg("lnsap", VIS, BORDER, false),
                new SegmentLeg("nsap", IN, OUT, false)),
            NOW);
  }

  SegmentCall onlyDueCall() {
    assertThat(reservation.segments().dueCalls()).hasSize(1);
    return reservation.segments().dueCalls().getFirst();
  }

  /** Replies for the next segment: held, with the lowest allowed label. */
  void answerHeld() {
    var call = (SegmentCall.ReserveSegment) onlyDueCall();
    var criteria = Optional.ofNullable(call.criteria()).orElseThrow();
    reservation
        .segments()
        .applyResult(
            call,
            new SegmentCallResult.Reserved(
                new ReserveResult.Held(
                    withLowestLabel(criteria.source()),
                    withLowestLabel(criteria.destination()),
                    List.of(call.peer()))),
            NOW);
  }

  static Stp withLowestLabel(Stp end) {
    var vlans = end.vlans();
    return vlans == null ? end : end.withVlans(VlanRange.single(vlans.low()));
  }

  void confirm(SegmentCall call) {
    reservation.segments().applyResult(call, new SegmentCallResult.Done(), NOW);
    reservation.segments().applyResult(call, new SegmentCallResult.Done(), NOW);
  }

  void confirmAll() {
    for (var call : reservation.segments().dueCalls()) {
      confirm(call);
    }
  }

  void bookAndProvision() {
    beginCheck();
    answerHeld();
    answerHeld();
    reservation.operations().commit(1, "ada", NOW);
    confirmAll();
    reservation.operations().provision("ada", NOW);
    confirmAll();
  }

  void answerHeldAsBefore() {
    reservation
        .segments()
        .applyResult(
            onlyDueCall(),
            new SegmentCallResult.Reserved(new ReserveResult.Held(VIS, OUT, List.of("as it was"))),
            NOW);
  }

  void reportAll(DataPlaneState dataPlane, boolean readsClean, Instant now) {
    reservation
        .inCircuitOrder()
        .forEach(hold ->
            reservation
                .segments()
                .applyObservation(hold.segment(), dataPlane, null, readsClean, now));
  }
}
