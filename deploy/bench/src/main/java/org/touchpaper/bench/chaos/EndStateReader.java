package org.touchpaper.bench.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.touchpaper.bench.process.AcceptorCluster;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.PeerEndpoint;
import org.touchpaper.harc.client.PeerHttpClient;
import org.touchpaper.harc.client.PeerRequestException;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;

/** Reads the end state: from acceptors over HTTP, from resource managers in their databases. */
final class EndStateReader {
  private static final int MAX_TRIES = 600;

  /** Counts nodes kept but not booked, booked but not kept, or still kept by a change. */
  private static final String INCONSISTENT_NODES =
      """
      with kept as (select booking_id, node, during from node_assignment
                     where amended_by is null and not leaving),
           booked as (select booking_id, unnest(items), tstzrange(starts_at, ends_at, '[)')
                        from booking where state in ('COMMITTED', 'ACTIVE'))
      select (select count(*) from (select * from kept except select * from booked) as more)
           + (select count(*) from (select * from booked except select * from kept) as less)
           + (select count(*) from node_assignment where amended_by is not null or leaving)
           + (select count(*) from amendment)
      """;

  /** Counts bookings whose decision is not carried out, also on the machine. */
  private static final String UNFINISHED_BOOKINGS =
      """
      select count(*) from booking
       where state like '%ING' or state = 'HELD' or (state = 'COMMITTED' and starts_at <= now())
      """;

  private static final Pattern UNTIL = Pattern.compile("\"until\" : \"([^\"]+)\"");

  private final ClusterUnderTest cluster;

  EndStateReader(ClusterUnderTest cluster) {
    this.cluster = cluster;
  }

  /** Reads the state once no work is pending, or after a timeout. */
  EndState read(Collection<ClientCall> calls)
      throws SQLException, InterruptedException, IOException, PeerRequestException {
    for (var tries = 0; isAnythingUnfinished() && tries < MAX_TRIES; tries++) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
    var acceptors = new HashMap<String, Map<String, Outcome>>();
    try (var http = new PeerHttpClient(ClusterUnderTest.CLIENT_NAME)) {
      for (var peer : cluster.acceptors()) {
        acceptors.put(peer.name(), readOutcomes(new AcceptorClient(peer, http), calls));
      }
    }
    var unfinishedTransactions = readUnfinishedTransactions();
    var bookings = new HashMap<String, Map<String, EndState.RecordedBooking>>();
    var prepared = new HashMap<String, Set<String>>();
    var unfinished = new HashMap<String, Integer>();
    var nodesHeld = new HashMap<String, Integer>();
    var inconsistentNodes = new HashMap<String, Integer>();
    var machines = new HashMap<String, Map<String, EndState.MachineAllocation>>();
    for (var rm : cluster.rmPeers()) {
      bookings.put(rm.name(), readBookings(rm));
      prepared.put(rm.name(), readPrepared(rm));
      unfinished.put(
          rm.name(), count(rm, "select count(*) from vote_record where not" + " carried_out"));
      nodesHeld.put(rm.name(), count(rm, "select count(distinct booking_id) from node_assignment"));
      inconsistentNodes.put(rm.name(), count(rm, INCONSISTENT_NODES));
      machines.put(rm.name(), readMachine(rm));
    }
    return new EndState(
        Instant.now(),
        acceptors,
        unfinishedTransactions,
        bookings,
        prepared,
        unfinished,
        nodesHeld,
        inconsistentNodes,
        machines);
  }

  private boolean isAnythingUnfinished() throws SQLException {
    for (var rm : cluster.rmPeers()) {
      if (count(rm, "select count(*) from vote_record where not carried_out") > 0
          || count(rm, UNFINISHED_BOOKINGS) > 0) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, Outcome> readOutcomes(
      AcceptorClient acceptor, Collection<ClientCall> calls)
      throws PeerRequestException, InterruptedException {
    var outcomes = new HashMap<String, Outcome>();
    for (var call : calls) {
      var id = new TransactionId(call.transaction());
      var outcome = acceptor.outcome(id).outcome();
      for (var tries = 0; outcome == Outcome.UNDECIDED && tries < MAX_TRIES; tries++) {
        TimeUnit.MILLISECONDS.sleep(200);
        outcome = acceptor.outcome(id).outcome();
      }
      outcomes.put(call.transaction(), outcome);
    }
    return outcomes;
  }

  /** Reads open transactions once there are none, or after a timeout. */
  private Map<String, Set<String>> readUnfinishedTransactions()
      throws IOException, InterruptedException {
    var byAcceptor = new HashMap<String, Set<String>>();
    for (var peer : cluster.acceptors()) {
      var transactions = AcceptorCluster.unfinishedTransactions(peer, ClusterUnderTest.CLIENT_NAME);
      for (var tries = 0; !transactions.isEmpty() && tries < MAX_TRIES; tries++) {
        TimeUnit.MILLISECONDS.sleep(200);
        transactions = AcceptorCluster.unfinishedTransactions(peer, ClusterUnderTest.CLIENT_NAME);
      }
      byAcceptor.put(peer.name(), transactions);
    }
    return byAcceptor;
  }

  private Map<String, EndState.RecordedBooking> readBookings(PeerEndpoint rm) throws SQLException {
    try (var connection = cluster.database(rm);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select booking_id, state, starts_at, ends_at, amount from booking")) {
      var bookings = new HashMap<String, EndState.RecordedBooking>();
      while (rows.next()) {
        var allocation =
            new ClientCall.Allocation(instant(rows, 3), instant(rows, 4), rows.getInt(5));
        bookings.put(
            rows.getString(1), new EndState.RecordedBooking(rows.getString(2), allocation));
      }
      return bookings;
    }
  }

  /** Reads the allocation files, one for each active booking. */
  private Map<String, EndState.MachineAllocation> readMachine(PeerEndpoint rm) throws IOException {
    var allocations = new HashMap<String, EndState.MachineAllocation>();
    var directory = cluster.allocationDirectory(rm);
    if (Files.exists(directory)) {
      try (var files = Files.newDirectoryStream(directory, "*.json")) {
        for (var file : files) {
          var text = Files.readString(file);
          var until = UNTIL.matcher(text);
          var nodes =
              Pattern.compile("\"" + ClusterUnderTest.machine(rm.name()) + "-\\d+\"").matcher(text);
          allocations.put(
              file.getFileName().toString().replaceFirst("\\.json$", ""),
              new EndState.MachineAllocation(
                  until.find() ? Instant.parse(until.group(1)) : Instant.MIN,
                  (int) nodes.results().count()));
        }
      }
    }
    return allocations;
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private Set<String> readPrepared(PeerEndpoint rm) throws SQLException {
    try (var connection = cluster.database(rm);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select transaction_id from vote_record where choice =" + " 'PREPARED'")) {
      var transactions = new HashSet<String>();
      while (rows.next()) {
        transactions.add(rows.getString(1));
      }
      return transactions;
    }
  }

  private int count(PeerEndpoint rm, String sql) throws SQLException {
    try (var connection = cluster.database(rm);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
