package org.touchpaper.segment.traffic;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.traffic.TrafficRepository.CircuitPoint;
import org.touchpaper.segment.traffic.TrafficRepository.PortPoint;

/**
 * Serves the history of traffic: of a circuit to the peer that has booked it, of an element's ports
 * to operators and peers.
 */
@RestController
final class TrafficController {

  static final String CIRCUIT_PATH = "/circuits/{connectionId}/traffic";

  private static final Duration LONGEST = Duration.ofDays(7);
  private static final Duration USUAL = Duration.ofHours(1);
  private static final int MAX_POINTS = 500;

  private final TrafficRepository repository;
  private final Clock clock;

  TrafficController(TrafficRepository repository, Clock clock) {
    this.repository = repository;
    this.clock = clock;
  }

  /**
   * The traffic of a circuit.
   *
   * @param stepSeconds from point to point; a point is the sum of one step
   */
  record CircuitHistory(
      UUID connection, Instant from, Instant to, long stepSeconds, List<CircuitPoint> points) {}

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
    var period = Period.of(from, to, clock.instant());
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

  @GetMapping(
      path = {"/api/v1/elements/{tid}/traffic", "/elements/{tid}/traffic"},
      produces = MediaType.APPLICATION_JSON_VALUE)
  PortHistory ports(
      @PathVariable String tid,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to) {
    var period = Period.of(from, to, clock.instant());
    return new PortHistory(
        tid,
        period.from(),
        period.to(),
        period.step().toSeconds(),
        repository.list(tid, period.from(), period.to(), period.step()));
  }

  private record Period(Instant from, Instant to) {
    static Period of(@Nullable Instant from, @Nullable Instant to, Instant now) {
      var end = to == null ? now : to;
      var start = (from == null ? end.minus(USUAL) : from).truncatedTo(ChronoUnit.MINUTES);
      if (!start.isBefore(end)) {
        throw InvalidRequestException.malformed("to", "after-from", "to must be after from");
      }
      if (start.isBefore(end.minus(LONGEST).minus(Duration.ofMinutes(1)))) {
        throw InvalidRequestException.malformed(
            "from", "out-of-range", "from must be at most 7 days before to");
      }
      return new Period(start, end);
    }

    /** Whole minutes, as few as give no more than {@link #MAX_POINTS} points. */
    Duration step() {
      var minutes = Duration.between(from, to).toMinutes();
      return Duration.ofMinutes(Math.max(1, Math.ceilDiv(minutes, MAX_POINTS)));
    }
  }
}
