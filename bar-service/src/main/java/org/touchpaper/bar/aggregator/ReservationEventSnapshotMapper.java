package org.touchpaper.bar.aggregator;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.event.BookingKind;
import org.touchpaper.bar.event.BookingSnapshot;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.Revision;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Refusal;

/** Maps a reservation to what subscribers receive, before and after a step. */
final class ReservationEventSnapshotMapper {

  private ReservationEventSnapshotMapper() {}

  /** In the recorded phase, so that the step that finds it over tells so. */
  static BookingSnapshot beforeStep(Reservation reservation, Instant now) {
    return of(reservation, reservation.recordedPhase(), null, now);
  }

  /** The history of the step tells who terminated it. */
  static BookingSnapshot afterStep(Reservation reservation, List<HistoryEntry> step, Instant now) {
    var by =
        step.stream()
            .filter(entry -> entry.event().equals("terminate"))
            .map(HistoryEntry::who)
            .findFirst();
    return of(reservation, reservation.phase(now), by.orElse(null), now);
  }

  private static BookingSnapshot of(
      Reservation reservation, BookingPhase phase, @Nullable String by, Instant now) {
    var criteria = reservation.criteria().or(reservation::lastRequestedCriteria);
    var problem = reservation.problem().orElse(null);
    return new BookingSnapshot(
        BookingKind.RESERVATION,
        reservation.connection().value(),
        reservation.origin().owner(),
        reservation.origin().description(),
        phase,
        criteria.map(Criteria::schedule).orElse(null),
        List.of(reservation.origin().description(), criteria),
        by,
        reason(reservation, phase),
        problem,
        problem,
        reservation.isReleasing(now),
        reservation.dataPlaneStatus().isReleased(),
        reservation.lastChange().map(ReservationEventSnapshotMapper::change).orElse(null),
        reservation
            .pathCheck()
            .result()
            .map(ReservationEventSnapshotMapper::pathCheck)
            .orElse(null),
        List.of());
  }

  private static BookingSnapshot.Change change(Revision revision) {
    var state =
        switch (revision.state()) {
          case CHECKING, HELD -> BookingPhase.UNDECIDED;
          case COMMITTING, COMMITTED -> BookingPhase.COMMITTED;
          case ABORTING, ABORTED -> BookingPhase.REFUSED;
        };
    var wanted = revision.criteria().map(ReservationEventSnapshotMapper::describe).orElse("");
    var reason = revision.refusal().map(Refusal::reason).orElse(null);
    var by = revision.requester().map(requester -> requester.onBehalfOf().name()).orElse(null);
    return new BookingSnapshot.Change(revision.version(), state, wanted, reason, by);
  }

  private static String describe(Criteria criteria) {
    var schedule = criteria.schedule();
    return "%d Mbit/s, %s to %s"
        .formatted(criteria.bandwidthMbps(), schedule.startTime(), schedule.endTime());
  }

  private static @Nullable String reason(Reservation reservation, BookingPhase phase) {
    return phase == BookingPhase.REFUSED
        ? reservation.findRevision(1).flatMap(Revision::refusal).map(Refusal::reason).orElse(null)
        : reservation.reason().orElse(null);
  }

  private static BookingSnapshot.PathCheck pathCheck(PathCheckResult result) {
    return new BookingSnapshot.PathCheck(result.state().text(), result.message());
  }
}
