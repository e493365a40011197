package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.traffic.TrafficPeriod;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Serves the measured traffic of a lightpath, from the segment on this site's campus. */
@RestController
class LightpathTrafficController {

  private final LightpathService service;
  private final SegmentElementsClient segments;
  private final BarProperties bar;
  private final CurrentUser currentUser;
  private final JsonMapper json;
  private final Clock clock;

  LightpathTrafficController(
      LightpathService service,
      SegmentElementsClient segments,
      BarProperties bar,
      CurrentUser currentUser,
      JsonMapper json,
      Clock clock) {
    this.service = service;
    this.segments = segments;
    this.bar = bar;
    this.currentUser = currentUser;
    this.json = json;
    this.clock = clock;
  }

  /**
   * Whose lightpath it is, and its circuit on this site's campus.
   *
   * @param segment null if it has none there
   * @param isAtSource whether its source is on this campus
   */
  private record CampusCircuit(
      String owner, int bandwidthMbps, @Nullable UUID segment, boolean isAtSource) {}

  @GetMapping(
      path = "/api/v1/reservations/{connectionId}/traffic",
      produces = MediaType.APPLICATION_JSON_VALUE)
  LightpathTraffic show(
      @PathVariable UUID connectionId,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      Authentication login) {
    var person = currentUser.personOf(login);
    var id = new ConnectionId(connectionId);
    var circuit =
        service
            .find(id, this::circuitOf)
            .filter(found -> currentUser.canSee(person, found.owner()))
            .orElseThrow(() -> ApiProblems.notFound("reservation", id));
    var period = TrafficPeriod.of(from, to, clock.instant());
    return Optional.ofNullable(circuit.segment())
        .flatMap(segment -> read(segment, period))
        .orElseGet(() ->
            new LightpathTraffic.CampusTraffic(
                period.from(), period.to(), period.step().toSeconds(), List.of()))
        .of(connectionId, circuit.bandwidthMbps(), circuit.isAtSource());
  }

  private CampusCircuit circuitOf(Reservation reservation) {
    var holds = reservation.inCircuitOrder();
    var own = holds.stream().filter(hold -> hold.peer().equals(bar.ownSegment())).findFirst();
    return new CampusCircuit(
        reservation.origin().owner(),
        reservation
            .criteria()
            .or(reservation::lastRequestedCriteria)
            .map(criteria -> criteria.bandwidthMbps())
            .orElse(0),
        own.map(hold -> hold.segment().value()).orElse(null),
        own.isPresent() && holds.getFirst().equals(own.get()));
  }

  private Optional<LightpathTraffic.CampusTraffic> read(UUID segment, TrafficPeriod period) {
    var peer = bar.ownSegment();
    try {
      return segments
          .findCircuitTraffic(peer, segment, period)
          .map(answer -> json.readValue(answer, LightpathTraffic.CampusTraffic.class));
    } catch (IOException e) {
      throw new SegmentUnreachableException(peer + ": " + e.getMessage(), e);
    } catch (JacksonException e) {
      throw new SegmentUnreachableException(peer + " gave an answer that is not understood", e);
    }
  }

  /**
   * The measured traffic of a lightpath, as counted at the end on this site's campus.
   *
   * @param stepSeconds from point to point; a point is the mean of one step
   * @param points oldest first; none where nothing was counted
   */
  record LightpathTraffic(
      UUID connectionId,
      int bandwidthMbps,
      Instant from,
      Instant to,
      long stepSeconds,
      List<Point> points) {

    private static final double BITS_PER_BYTE_IN_MEGABIT = 8 / 1e6;
    private static final double THOUSANDTHS = 1e3;

    /**
     * The mean rates of one step.
     *
     * @param at its begin
     * @param droppedMbps what exceeded the booked rate, in both directions together
     */
    record Point(Instant at, double toDestinationMbps, double toSourceMbps, double droppedMbps) {}

    /** The answer of a segment; {@code in} is what comes from the host on its campus. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    record CampusTraffic(
        Instant from, Instant to, long stepSeconds, List<CampusTraffic.Step> points) {

      record Step(Instant at, long seconds, long bytesIn, long bytesOut, long bytesDropped) {

        private Point toPoint(boolean isAtSource) {
          var fromHost = toMbps(bytesIn);
          var toHost = toMbps(bytesOut);
          return new Point(
              at,
              isAtSource ? fromHost : toHost,
              isAtSource ? toHost : fromHost,
              toMbps(bytesDropped));
        }

        private double toMbps(long bytes) {
          var mbps = bytes * BITS_PER_BYTE_IN_MEGABIT / Math.max(1, seconds);
          return Math.round(mbps * THOUSANDTHS) / THOUSANDTHS;
        }
      }

      /** The traffic of a lightpath whose source or else destination is on the segment's campus. */
      LightpathTraffic of(UUID connectionId, int bandwidthMbps, boolean isAtSource) {
        return new LightpathTraffic(
            connectionId,
            bandwidthMbps,
            from,
            to,
            stepSeconds,
            points.stream().map(point -> point.toPoint(isAtSource)).toList());
      }
    }
  }
}
