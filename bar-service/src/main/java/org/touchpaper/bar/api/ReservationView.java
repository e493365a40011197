package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.bar.reservation.HistoryEntry;
import org.touchpaper.bar.reservation.Phase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.Revision;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Schedule;

/** A lightpath as the front door shows it, with the segments that carry it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ReservationView(
    UUID connectionId,
    Phase state,
    String description,
    String owner,
    Instant createdAt,
    @Nullable UUID coAllocation,
    @Nullable String source,
    @Nullable String destination,
    @Nullable Integer bandwidthMbps,
    @Nullable Schedule schedule,
    List<String> path,
    boolean released,
    @Nullable String problem,
    @Nullable String reason,
    List<Segment> segments,
    @Nullable List<Views.Event> history) {

  /** One segment's share. */
  record Segment(String peer, UUID segmentId, String state) {}

  static ReservationView of(Reservation reservation, Directory directory, Instant now) {
    var criteria = reservation.criteria().or(reservation::asked);
    return new ReservationView(
        reservation.connection().value(),
        reservation.phase(now),
        reservation.booking().description(),
        reservation.booking().owner(),
        reservation.booking().createdAt(),
        holder(reservation).flatMap(ReservationView::coAllocation).orElse(null),
        criteria.map(Criteria::source).map(directory::nameOf).orElse(null),
        criteria.map(Criteria::destination).map(directory::nameOf).orElse(null),
        criteria.map(Criteria::bandwidthMbps).orElse(null),
        criteria.map(Criteria::schedule).orElse(null),
        reservation.path(),
        reservation.circuit().isReleased(),
        reservation.circuit().problem().orElse(null),
        reservation.lifecycle().reason().orElse(null),
        segments(reservation),
        null);
  }

  private static List<Segment> segments(Reservation reservation) {
    return reservation.inCircuitOrder().stream()
        .map(hold -> new Segment(hold.peer(), hold.segment().value(), hold.state().name()))
        .toList();
  }

  /** True if it was booked alone, not as part of something larger. */
  static boolean isAlone(Reservation reservation) {
    return holder(reservation).map(Holder.Until.class::isInstance).orElse(false);
  }

  private static Optional<Holder> holder(Reservation reservation) {
    return reservation.find(1).flatMap(Revision::holder);
  }

  /** A transaction's id is that of the co-allocation, a dot and a number. */
  private static Optional<UUID> coAllocation(Holder holder) {
    return holder instanceof Holder.Transaction(var id, _) && id.matches("[0-9a-f-]{36}[.]\\d+")
        ? Optional.of(UUID.fromString(id.substring(0, 36)))
        : Optional.empty();
  }

  ReservationView with(List<HistoryEntry> entries) {
    return new ReservationView(
        connectionId,
        state,
        description,
        owner,
        createdAt,
        coAllocation,
        source,
        destination,
        bandwidthMbps,
        schedule,
        path,
        released,
        problem,
        reason,
        segments,
        entries.stream().map(Views.Event::of).toList());
  }
}
