package org.touchpaper.segment.traffic;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.core.Authentication;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.reservation.SegmentProperties;
import org.touchpaper.segment.traffic.TrafficRepository.CircuitLoad;
import org.touchpaper.segment.traffic.TrafficRepository.CircuitPoint;
import org.touchpaper.segment.traffic.TrafficRepository.PortPoint;

/**
 * Serves the history of traffic: of a circuit to the peer that has booked it, of an element's ports
 * to operators and peers.
 */
@RestController
final class TrafficController {

  static final String CIRCUIT_PATH = "/circuits/{connectionId}/traffic";
  static final String MOMENT_PATH = "/circuits/traffic";

  /**
   * A value is named by the minute before its counting began, which may take longer than planned.
   */
  private static final Duration SLACK = Duration.ofMinutes(2);

  private final TrafficRepository repository;
  private final Duration age;
  private final Clock clock;

  TrafficController(TrafficRepository repository, SegmentProperties properties, Clock clock) {
    this.repository = repository;
    this.age = properties.trafficInterval().multipliedBy(2).plus(SLACK);
    this.clock = clock;
  }

  /**
   * The traffic of a circuit.
   *
   * @param stepSeconds seconds between two points; a point is the sum of one step
   */
  record CircuitHistory(
      UUID connection, Instant from, Instant to, long stepSeconds, List<CircuitPoint> points) {}

  /** What each circuit of a peer carried at a moment, if it was counted. */
  record CircuitMoment(Instant at, List<CircuitLoad> circuits) {}

  /** The traffic of an element's ports, by name. */
  record PortHistory(
      String element,
      Instant from,
      Instant to,
      long stepSeconds,
      Map<String, List<PortPoint>> ports) {}

  @GetMapping(path = CIRCUIT_PATH, produces = MediaType.APPLICATION_JSON_VALUE)
  CircuitHistory circuit(
      @PathVariable UUID connectionId,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      Authentication login) {
    var period = TrafficQueryPeriod.of(from, to, clock.instant());
    var connection = new ConnectionId(connectionId);
    if (!repository.isOfPeer(connection, login.getName())) {
      throw new ErrorResponseException(
          HttpStatus.NOT_FOUND,
          ProblemDetail.forStatusAndDetail(
              HttpStatus.NOT_FOUND, "you have no circuit " + connectionId + " here"),
          null);
    }
    return new CircuitHistory(
        connectionId,
        period.from(),
        period.to(),
        period.step().toSeconds(),
        repository.list(connection, period.from(), period.to(), period.step()));
  }

  /** Answers with all circuits at once, for a broker that draws a map of them. */
  @GetMapping(path = MOMENT_PATH, produces = MediaType.APPLICATION_JSON_VALUE)
  CircuitMoment moment(@RequestParam(required = false) @Nullable Instant at, Authentication login) {
    var moment = at == null ? clock.instant() : at;
    return new CircuitMoment(
        moment, repository.listNewest(login.getName(), moment.minus(age), moment));
  }

  @GetMapping(
      path = {"/api/v1/elements/{tid}/traffic", "/elements/{tid}/traffic"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  PortHistory ports(
      @PathVariable String tid,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to) {
    var period = TrafficQueryPeriod.of(from, to, clock.instant());
    return new PortHistory(
        tid,
        period.from(),
        period.to(),
        period.step().toSeconds(),
        repository.list(tid, period.from(), period.to(), period.step()));
  }
}
