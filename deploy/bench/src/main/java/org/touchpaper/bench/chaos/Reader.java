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
import org.touchpaper.bench.AcceptorFleet;
import org.touchpaper.harc.client.AcceptorClient;
import org.touchpaper.harc.client.HarcPeer;
import org.touchpaper.harc.client.PeerHttp;
import org.touchpaper.harc.client.PeerUnreachable;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.TransactionId;

/** Reads everybody's books: of acceptors by asking them, of resource managers their databases. */
final class Reader {
  private static final int TRIES = 600;

  /** What is kept and not booked, or booked and not kept, and what a change still keeps besides. */
  private static final String CROOKED =
      """
      with kept as (select ident, node, during from promised_node
                     where amended_by is null and not leaving),
           booked as (select ident, unnest(nodes), tstzrange(starts_at, ends_at, '[)')
                        from allocation where state in ('COMMITTED', 'ACTIVE'))
      select (select count(*) from (select * from kept except select * from booked) as more)
           + (select count(*) from (select * from booked except select * from kept) as less)
           + (select count(*) from promised_node where amended_by is not null or leaving)
           + (select count(*) from amendment)
      """;

  /** What is decided and not done, on the machine too. */
  private static final String UNDER_WAY =
      """
      select count(*) from allocation
       where state like '%ING' or state = 'HELD' or (state = 'COMMITTED' and starts_at <= now())
      """;

  private static final Pattern UNTIL = Pattern.compile("\"until\" : \"([^\"]+)\"");

  private final Fleet fleet;

  Reader(Fleet fleet) {
    this.fleet = fleet;
  }

  /** Once nothing is under way any more, or when that takes too long. */
  Books read(Collection<Call> calls)
      throws SQLException, InterruptedException, IOException, PeerUnreachable {
    for (var tries = 0; isAnythingUnderWay() && tries < TRIES; tries++) {
      TimeUnit.MILLISECONDS.sleep(200);
    }
    var acceptors = new HashMap<String, Map<String, Outcome>>();
    try (var http = new PeerHttp(Fleet.CLIENT)) {
      for (var peer : fleet.acceptors()) {
        acceptors.put(peer.name(), answers(new AcceptorClient(peer, http), calls));
      }
    }
    var open = open();
    var bookings = new HashMap<String, Map<String, Books.Booking>>();
    var prepared = new HashMap<String, Set<String>>();
    var unfinished = new HashMap<String, Integer>();
    var held = new HashMap<String, Integer>();
    var crooked = new HashMap<String, Integer>();
    var machines = new HashMap<String, Map<String, Books.OnMachine>>();
    for (var rm : fleet.rmPeers()) {
      bookings.put(rm.name(), bookings(rm));
      prepared.put(rm.name(), prepared(rm));
      unfinished.put(rm.name(), count(rm, "select count(*) from ledger where not carried_out"));
      held.put(rm.name(), count(rm, "select count(distinct ident) from promised_node"));
      crooked.put(rm.name(), count(rm, CROOKED));
      machines.put(rm.name(), onMachine(rm));
    }
    return new Books(
        Instant.now(), acceptors, open, bookings, prepared, unfinished, held, crooked, machines);
  }

  private boolean isAnythingUnderWay() throws SQLException {
    for (var rm : fleet.rmPeers()) {
      if (count(rm, "select count(*) from ledger where not carried_out") > 0
          || count(rm, UNDER_WAY) > 0) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, Outcome> answers(AcceptorClient acceptor, Collection<Call> calls)
      throws PeerUnreachable, InterruptedException {
    var answers = new HashMap<String, Outcome>();
    for (var call : calls) {
      var id = new TransactionId(call.transaction());
      var outcome = acceptor.outcome(id).outcome();
      for (var tries = 0; outcome == Outcome.UNDECIDED && tries < TRIES; tries++) {
        TimeUnit.MILLISECONDS.sleep(200);
        outcome = acceptor.outcome(id).outcome();
      }
      answers.put(call.transaction(), outcome);
    }
    return answers;
  }

  /** Once nobody has to be told anything any more, or when that takes too long. */
  private Map<String, Set<String>> open() throws IOException, InterruptedException {
    var open = new HashMap<String, Set<String>>();
    for (var peer : fleet.acceptors()) {
      var listed = AcceptorFleet.open(peer, Fleet.CLIENT);
      for (var tries = 0; !listed.isEmpty() && tries < TRIES; tries++) {
        TimeUnit.MILLISECONDS.sleep(200);
        listed = AcceptorFleet.open(peer, Fleet.CLIENT);
      }
      open.put(peer.name(), listed);
    }
    return open;
  }

  private Map<String, Books.Booking> bookings(HarcPeer rm) throws SQLException {
    try (var connection = fleet.database(rm);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select ident, state, starts_at, ends_at, cardinality(nodes) from allocation")) {
      var bookings = new HashMap<String, Books.Booking>();
      while (rows.next()) {
        var is = new Call.Wanted(instant(rows, 3), instant(rows, 4), rows.getInt(5));
        bookings.put(rows.getString(1), new Books.Booking(rows.getString(2), is));
      }
      return bookings;
    }
  }

  /** Each file tells of one booking that is up. */
  private Map<String, Books.OnMachine> onMachine(HarcPeer rm) throws IOException {
    var found = new HashMap<String, Books.OnMachine>();
    var directory = fleet.machineOf(rm);
    if (Files.exists(directory)) {
      try (var files = Files.newDirectoryStream(directory, "*.json")) {
        for (var file : files) {
          var text = Files.readString(file);
          var until = UNTIL.matcher(text);
          var nodes = Pattern.compile("\"" + Fleet.machine(rm.name()) + "-\\d+\"").matcher(text);
          found.put(
              file.getFileName().toString().replaceFirst("\\.json$", ""),
              new Books.OnMachine(
                  until.find() ? Instant.parse(until.group(1)) : Instant.MIN,
                  (int) nodes.results().count()));
        }
      }
    }
    return found;
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private Set<String> prepared(HarcPeer rm) throws SQLException {
    try (var connection = fleet.database(rm);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery("select transaction_id from ledger where choice = 'PREPARED'")) {
      var transactions = new HashSet<String>();
      while (rows.next()) {
        transactions.add(rows.getString(1));
      }
      return transactions;
    }
  }

  private int count(HarcPeer rm, String sql) throws SQLException {
    try (var connection = fleet.database(rm);
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
