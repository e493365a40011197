package org.touchpaper.bar.traffic;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.aggregator.LightpathService;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.traffic.TrafficQueryPeriod;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads the measured traffic of a lightpath, from the segment on this site's campus. */
@Component
public class LightpathTrafficReader {

  private final LightpathService service;
  private final CircuitTrafficSource segments;
  private final BarProperties bar;
  private final JsonMapper json;

  public LightpathTrafficReader(
      LightpathService service, CircuitTrafficSource segments, BarProperties bar, JsonMapper json) {
    this.service = service;
    this.segments = segments;
    this.bar = bar;
    this.json = json;
  }

  /**
   * Whose lightpath it is, and its circuit on this site's campus.
   *
   * @param segment null if it has none there
   * @param isAtSource whether its source is on this campus
   */
  private record CampusCircuit(
      String owner, int bandwidthMbps, @Nullable UUID segment, boolean isAtSource) {}

  /**
   * Returns the traffic of a lightpath; empty if there is no such lightpath of a visible owner.
   *
   * @throws SegmentUnreachableException if the segment does not answer
   */
  public Optional<LightpathTraffic> find(
      ConnectionId id, TrafficQueryPeriod period, Predicate<String> isVisibleOwner) {
    return service
        .find(id, this::circuitOf)
        .filter(circuit -> isVisibleOwner.test(circuit.owner()))
        .map(circuit ->
            Optional.ofNullable(circuit.segment())
                .flatMap(segment -> read(segment, period))
                .orElseGet(() ->
                    new LightpathTraffic.CampusTraffic(
                        period.from(), period.to(), period.step().toSeconds(), List.of()))
                .of(id.value(), circuit.bandwidthMbps(), circuit.isAtSource()));
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

  private Optional<LightpathTraffic.CampusTraffic> read(UUID segment, TrafficQueryPeriod period) {
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
}
