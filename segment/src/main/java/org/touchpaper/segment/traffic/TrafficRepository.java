package org.touchpaper.segment.traffic;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.ElementTrafficReading.CircuitCount;
import org.touchpaper.segment.element.ElementTrafficReading.PortCount;
import org.touchpaper.segment.persistence.ColumnMapping;

/** Stores the traffic of ports and circuits, one row for each minute. */
public record TrafficRepository(JdbcTemplate jdbc) {

  /** What a port counted from a minute on, for so many seconds. */
  public record PortTraffic(
      String element, String port, Instant minute, long seconds, PortCount count) {}

  /** What an element counted of a circuit from a minute on, for so many seconds. */
  public record CircuitTraffic(
      ConnectionId connection, String element, Instant minute, long seconds, CircuitCount count) {}

  /**
   * The sum of the rows of one step.
   *
   * @param at the begin of the step
   * @param seconds of counting in it
   */
  public record PortPoint(
      Instant at,
      long seconds,
      long bytesIn,
      long bytesOut,
      long packetsIn,
      long packetsOut,
      long packetsDropped) {}

  /** As {@link PortPoint}, of a circuit. */
  public record CircuitPoint(
      Instant at, long seconds, long bytesIn, long bytesOut, long bytesDropped) {}

  /**
   * The newest row of a circuit before a moment; of a circuit with several elements their sum.
   *
   * @param at the minute of the row
   * @param seconds of counting in it, together
   */
  public record CircuitLoad(
      UUID connection, Instant at, long seconds, long bytesIn, long bytesOut, long bytesDropped) {}

  /** Adds the rows of one reading; a repeat changes nothing. */
  void add(List<PortTraffic> ports, List<CircuitTraffic> circuits) {
    jdbc.batchUpdate(
        "insert into port_traffic (element, port, minute, seconds, bytes_in, bytes_out, packets_in,"
            + " packets_out, packets_dropped) values (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " on conflict do nothing",
        ports.stream()
            .map(port ->
                new Object[] {
                  port.element(),
                  port.port(),
                  ColumnMapping.toColumn(port.minute()),
                  port.seconds(),
                  port.count().bytesIn(),
                  port.count().bytesOut(),
                  port.count().packetsIn(),
                  port.count().packetsOut(),
                  port.count().packetsDropped()
                })
            .toList());
    jdbc.batchUpdate(
        "insert into circuit_traffic (connection_id, element, minute, seconds, bytes_in, bytes_out,"
            + " bytes_dropped) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
        circuits.stream()
            .map(circuit ->
                new Object[] {
                  circuit.connection().value(),
                  circuit.element(),
                  ColumnMapping.toColumn(circuit.minute()),
                  circuit.seconds(),
                  circuit.count().bytesIn(),
                  circuit.count().bytesOut(),
                  circuit.count().bytesDropped()
                })
            .toList());
  }

  void deleteBefore(Instant oldest) {
    jdbc.update("delete from port_traffic where minute < ?", ColumnMapping.toColumn(oldest));
    jdbc.update("delete from circuit_traffic where minute < ?", ColumnMapping.toColumn(oldest));
  }

  /** True if the peer has booked the circuit. */
  boolean isOfPeer(ConnectionId connection, String peer) {
    return Boolean.TRUE.equals(
        jdbc.queryForObject(
            "select exists (select from segment_connection where connection_id = ?"
                + " and requester_peer = ?)",
            Boolean.class,
            connection.value(),
            peer));
  }

  /** The traffic of a circuit from one time until before another, in steps. */
  List<CircuitPoint> list(ConnectionId connection, Instant from, Instant to, Duration step) {
    return jdbc.query(
        """
        select date_bin(make_interval(secs => ?), minute, ?) as at, sum(seconds) as seconds,
          sum(bytes_in) as bytes_in, sum(bytes_out) as bytes_out,
          sum(bytes_dropped) as bytes_dropped
        from circuit_traffic
        where connection_id = ? and minute >= ? and minute < ?
        group by 1 order by 1
        """,
        (row, _) ->
            new CircuitPoint(
                at(row),
                row.getLong("seconds"),
                row.getLong("bytes_in"),
                row.getLong("bytes_out"),
                row.getLong("bytes_dropped")),
        step.toSeconds(),
        ColumnMapping.toColumn(from),
        connection.value(),
        ColumnMapping.toColumn(from),
        ColumnMapping.toColumn(to));
  }

  /** The newest traffic of each circuit of a peer that was counted between two times. */
  List<CircuitLoad> listNewest(String peer, Instant from, Instant to) {
    return jdbc.query(
        """
        select connection_id, minute as at, sum(seconds) as seconds, sum(bytes_in) as bytes_in,
          sum(bytes_out) as bytes_out, sum(bytes_dropped) as bytes_dropped
        from (
          select t.*, max(minute) over (partition by connection_id) as newest
          from circuit_traffic t join segment_connection using (connection_id)
          where minute >= ? and minute <= ? and requester_peer = ?) counted
        where minute = newest
        group by connection_id, minute
        """,
        (row, _) ->
            new CircuitLoad(
                row.getObject("connection_id", UUID.class),
                at(row),
                row.getLong("seconds"),
                row.getLong("bytes_in"),
                row.getLong("bytes_out"),
                row.getLong("bytes_dropped")),
        ColumnMapping.toColumn(from),
        ColumnMapping.toColumn(to),
        peer);
  }

  /** The traffic of an element's ports from one time until before another, in steps. */
  Map<String, List<PortPoint>> list(String element, Instant from, Instant to, Duration step) {
    var byPort = new LinkedHashMap<String, List<PortPoint>>();
    jdbc.query(
        """
        select port, date_bin(make_interval(secs => ?), minute, ?) as at, sum(seconds) as seconds,
          sum(bytes_in) as bytes_in, sum(bytes_out) as bytes_out, sum(packets_in) as packets_in,
          sum(packets_out) as packets_out, sum(packets_dropped) as packets_dropped
        from port_traffic
        where element = ? and minute >= ? and minute < ?
        group by 1, 2 order by 1, 2
        """,
        (RowCallbackHandler)
            row ->
                byPort
                    .computeIfAbsent(row.getString("port"), _ -> new ArrayList<>())
                    .add(
                        new PortPoint(
                            at(row),
                            row.getLong("seconds"),
                            row.getLong("bytes_in"),
                            row.getLong("bytes_out"),
                            row.getLong("packets_in"),
                            row.getLong("packets_out"),
                            row.getLong("packets_dropped"))),
        step.toSeconds(),
        ColumnMapping.toColumn(from),
        element,
        ColumnMapping.toColumn(from),
        ColumnMapping.toColumn(to));
    return byPort;
  }

  private static Instant at(ResultSet row) throws SQLException {
    return Objects.requireNonNull(ColumnMapping.instant(row, "at"));
  }
}
