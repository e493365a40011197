package org.touchpaper.bar.traffic;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.directory.BarProperties;
import org.touchpaper.bar.traffic.LightpathTrafficSample.Rates;
import org.touchpaper.http.PeerCircuitBreaker;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what all lightpaths of this broker carried at a moment: with one call to the segment on
 * this site's campus, and one statement for the paths.
 */
@Component
public class AllLightpathsTrafficReader {

  private static final Logger LOG = LoggerFactory.getLogger(AllLightpathsTrafficReader.class);

  /** What may have a circuit. */
  private static final Set<String> PHASES = Set.of("COMMITTED", "ACTIVE", "ENDED");

  /** A campus of this broker is the first of the chain, which is reversed if the source is far. */
  private static final String LIGHTPATHS =
      """
      select reservation.connection_id, not bool_or(reversed) as at_source,
        (array_agg(segment_id) filter (where peer = :campus))[1] as circuit,
        string_agg(path, E'\\n' order by case when reversed then -position else position end)
          as path
      from reservation join segment_hold
        on segment_hold.connection_id = reservation.connection_id
          and revision = binding_version
      where tstzrange(start_time, end_time) @> cast(:at as timestamptz) and phase in (:phases)
        and state not in ('DROPPED', 'DROPPING')
      group by reservation.connection_id
      """;

  private static final double BITS_PER_BYTE_IN_MEGABIT = 8 / 1e6;

  private final CircuitTrafficSource segments;
  private final BarProperties bar;
  private final JdbcClient sql;
  private final JsonMapper json;
  private final Clock clock;

  private final PeerCircuitBreaker outage;

  AllLightpathsTrafficReader(
      CircuitTrafficSource segments,
      BarProperties bar,
      JdbcClient sql,
      JsonMapper json,
      Clock clock) {
    this.segments = segments;
    this.bar = bar;
    this.sql = sql;
    this.json = json;
    this.clock = clock;
    outage = new PeerCircuitBreaker(clock);
  }

  /** The answer of a segment. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record CampusMoment(@Nullable List<Circuit> circuits) {

    /** {@code in} is what comes from the host on its campus. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Circuit(UUID connection, long seconds, long bytesIn, long bytesOut) {

      Rates rates(boolean isAtSource) {
        var fromHost = toMbps(bytesIn);
        var toHost = toMbps(bytesOut);
        return isAtSource ? new Rates(fromHost, toHost) : new Rates(toHost, fromHost);
      }

      private double toMbps(long bytes) {
        return bytes * BITS_PER_BYTE_IN_MEGABIT / Math.max(1, seconds);
      }
    }

    Map<UUID, Circuit> byConnection() {
      var found = new HashMap<UUID, Circuit>();
      if (circuits != null) {
        circuits.forEach(circuit -> found.put(circuit.connection(), circuit));
      }
      return found;
    }
  }

  /**
   * Returns the lightpaths of a moment, or of the newest minute before it that was counted. While a
   * campus is silent, one reader asks it now and then; the others get the last problem at once.
   */
  public LightpathTrafficSnapshot read(Instant at) {
    return outage
        .problemInPause()
        .map(AllLightpathsTrafficReader::unknown)
        .orElseGet(() -> ask(at));
  }

  private static LightpathTrafficSnapshot unknown(String problem) {
    return new LightpathTrafficSnapshot(List.of(), problem);
  }

  private LightpathTrafficSnapshot ask(Instant at) {
    var campus = bar.ownSegment();
    var askedAt = clock.instant();
    try {
      var counted =
          json.readValue(segments.listCircuitTraffic(campus, at), CampusMoment.class)
              .byConnection();
      if (outage.noteAnswer(askedAt)) {
        LOG.info("measured traffic available again segment={}", campus);
      }
      return counted.isEmpty()
          ? LightpathTrafficSnapshot.NONE
          : new LightpathTrafficSnapshot(listLightpaths(at, counted), null);
    } catch (IOException e) {
      return noteProblem(askedAt, campus + ": " + e.getMessage(), e);
    } catch (JacksonException e) {
      return noteProblem(askedAt, campus + " gave an answer that is not understood", e);
    }
  }

  /** Logs once until there is an answer. */
  private LightpathTrafficSnapshot noteProblem(Instant askedAt, String problem, Exception cause) {
    if (outage.noteProblem(askedAt, problem)) {
      LOG.warn(
          "measured traffic unavailable, asked again every {} s: {}: {}",
          PeerCircuitBreaker.PAUSE.toSeconds(),
          problem,
          cause.toString());
    }
    return unknown(problem);
  }

  /** Forgets that the campus was silent. */
  public void clear() {
    outage.clear();
  }

  private List<LightpathTrafficSample> listLightpaths(
      Instant at, Map<UUID, CampusMoment.Circuit> counted) {
    return sql.sql(LIGHTPATHS)
        .param("campus", bar.ownSegment())
        .param("at", at.atOffset(ZoneOffset.UTC))
        .param("phases", PHASES)
        .query((row, _) -> {
          var circuit = counted.get(row.getObject("circuit", UUID.class));
          return new LightpathTrafficSample(
              row.getObject("connection_id", UUID.class),
              row.getString("path").lines().toList(),
              circuit == null ? null : circuit.rates(row.getBoolean("at_source")));
        })
        .list();
  }
}
