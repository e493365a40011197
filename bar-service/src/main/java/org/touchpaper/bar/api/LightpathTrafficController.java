package org.touchpaper.bar.api;

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
import org.touchpaper.bar.api.LightpathTraffic.CampusTraffic;
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
            new CampusTraffic(period.from(), period.to(), period.step().toSeconds(), List.of()))
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

  private Optional<CampusTraffic> read(UUID segment, TrafficPeriod period) {
    var peer = bar.ownSegment();
    try {
      return segments
          .findCircuitTraffic(peer, segment, period)
          .map(answer -> json.readValue(answer, CampusTraffic.class));
    } catch (IOException e) {
      throw new SegmentUnreachableException(peer + ": " + e.getMessage(), e);
    } catch (JacksonException e) {
      throw new SegmentUnreachableException(peer + " gave an answer that is not understood", e);
    }
  }
}
