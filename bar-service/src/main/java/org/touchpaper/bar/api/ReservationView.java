package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.endhost.EndHostAdvice;
import org.touchpaper.bar.endhost.HostEndpoint;
import org.touchpaper.bar.endhost.LightpathEndHostDetails;
import org.touchpaper.bar.history.HistoryEntry;
import org.touchpaper.bar.reservation.BookingPhase;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.pathcheck.PathCheckResult;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;

/** A lightpath in API responses, with its segments. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ReservationView(
    UUID connectionId,
    BookingPhase state,
    String description,
    String owner,
    Instant createdAt,
    @Nullable UUID coAllocation,
    @Nullable String source,
    @Nullable String destination,
    @Nullable Integer bandwidthMbps,
    @Nullable Schedule schedule,
    List<String> path,
    @Nullable List<HostEndpoint> endpoints,
    @Nullable EndHostAdvice endHost,
    @Nullable PathCheckResult pathCheck,
    boolean released,
    @Nullable Boolean releasing,
    @Nullable String problem,
    @Nullable String reason,
    ApiResponseBodyRecords.@Nullable CutView cut,
    List<Segment> segments,
    @Nullable List<ApiResponseBodyRecords.HistoryEventView> history)
    implements EntityTagAdvice.Tagged {

  @Override
  public List<?> bookedValues() {
    return Arrays.asList(description, source, destination, bandwidthMbps, schedule);
  }

  record Segment(String peer, UUID segmentId, String state) {}

  static ReservationView of(Reservation reservation, NetworkDirectory directory, Instant now) {
    var criteria = reservation.criteria().or(reservation::lastRequestedCriteria);
    return new ReservationView(
        reservation.connection().value(),
        reservation.phase(now),
        reservation.origin().description(),
        reservation.origin().owner(),
        reservation.origin().createdAt(),
        reservation.coAllocation().orElse(null),
        criteria.map(Criteria::source).map(directory::nameOf).orElse(null),
        criteria.map(Criteria::destination).map(directory::nameOf).orElse(null),
        criteria.map(Criteria::bandwidthMbps).orElse(null),
        criteria.map(Criteria::schedule).orElse(null),
        reservation.path(),
        null,
        null,
        reservation.pathCheck().result().orElse(null),
        reservation.dataPlaneStatus().isReleased(),
        reservation.isReleasing(now) ? true : null,
        reservation.problem().orElse(null),
        reservation.reason().orElse(null),
        reservation.lifecycle().cut().map(ApiResponseBodyRecords.CutView::of).orElse(null),
        segments(reservation),
        null);
  }

  private static List<Segment> segments(Reservation reservation) {
    return reservation.inCircuitOrder().stream()
        .map(hold -> new Segment(hold.peer(), hold.segment().value(), hold.state().name()))
        .toList();
  }

  /** Returns true for a single lightpath, false for a part of a co-allocation. */
  static boolean isStandalone(Reservation reservation) {
    return reservation.isAlone();
  }

  ReservationView withEndpoints(Optional<LightpathEndHostDetails> ends) {
    return with(
        ends.map(LightpathEndHostDetails::endpoints).orElse(null),
        ends.map(LightpathEndHostDetails::endHost).orElse(null),
        history);
  }

  ReservationView withHistory(List<HistoryEntry> entries) {
    return with(
        endpoints,
        endHost,
        entries.stream().map(ApiResponseBodyRecords.HistoryEventView::of).toList());
  }

  private ReservationView with(
      @Nullable List<HostEndpoint> newEndpoints,
      @Nullable EndHostAdvice newEndHost,
      @Nullable List<ApiResponseBodyRecords.HistoryEventView> newHistory) {
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
        newEndpoints,
        newEndHost,
        pathCheck,
        released,
        releasing,
        problem,
        reason,
        cut,
        segments,
        newHistory);
  }
}
