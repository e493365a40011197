package org.touchpaper.bench.rest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.touchpaper.bench.process.DemoNetworkProcess;

/**
 * Fills a network with copies of bookings that it has really made: a lightpath and a co-allocation
 * that have ended, and two in the future. Each copy consists of the same rows as its original, in
 * the database of every service, with other ids and at another time. Only the journals of the
 * acceptors and the log of events have no copies: their size does not depend on old bookings.
 */
final class AllDatabasesBookingCopier implements AutoCloseable {

  /** Nine of ten copies have ended. */
  private static final int TENTHS_ENDED = 9;

  /** Time between copies that have ended; 50,000 of each kind fit into the RMs' 90 days. */
  private static final Duration ENDED_SPACING = Duration.ofSeconds(150);

  /** Copies in the future lie between the bookings of the bench, two of its slots per pair. */
  private static final Duration FUTURE_SPACING = BookingWorkload.SPACING.multipliedBy(2);

  private static final Duration GAP_START = Duration.ofSeconds(75);
  private static final Duration GAP_LENGTH = Duration.ofSeconds(30);

  /** How many copies are stored before the services are made to read them. */
  private static final int BATCH = 10_000;

  private static final Duration END_TIMEOUT = Duration.ofMinutes(3);

  private final List<DatabaseRowCopier> databases;
  private int pairs;

  private AllDatabasesBookingCopier(List<DatabaseRowCopier> databases) {
    this.databases = databases;
  }

  /** Makes the bookings that are copied. The network must have no others. */
  static AllDatabasesBookingCopier create(DemoNetworkProcess network, HttpClient http)
      throws IOException, InterruptedException, SQLException {
    var soon = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(45);
    var gap = BookingWorkload.firstSlot().plus(GAP_START);
    var end = soon.plusSeconds(10);
    var gapInstants = new HashSet<Instant>();
    var ended = new ArrayList<URI>();
    var future = new ArrayList<URI>();
    for (var kind : BookingWorkload.Kind.values()) {
      var workload = new BookingWorkload(kind, network.barUrl(), http, new AtomicInteger());
      ended.add(workload.book(soon, end));
      future.add(workload.book(gap, gap.plus(GAP_LENGTH)));
      gapInstants.addAll(List.of(gap, gap.plus(GAP_LENGTH)));
      gap = gap.plus(BookingWorkload.SPACING);
    }
    for (var booking : ended) {
      awaitReleased(booking, http);
    }
    var databases = new ArrayList<DatabaseRowCopier>();
    for (var service : DemoNetworkProcess.SERVICES_WITH_A_DATABASE) {
      databases.add(new DatabaseRowCopier(network.connectToDatabase(service)));
    }
    var endedIds = findIds(databases, ended);
    var futureIds = findIds(databases, future);
    for (var database : databases) {
      database.keepOriginals(true, endedIds, Set.of(soon, end));
      database.keepOriginals(false, futureIds, gapInstants);
    }
    return new AllDatabasesBookingCopier(databases);
  }

  private static void awaitReleased(URI booking, HttpClient http)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(booking)
            .header("Authorization", BookingWorkload.basicLogin("scientist"))
            .build();
    var deadline = Instant.now().plus(END_TIMEOUT);
    while (true) {
      var body = http.send(request, BodyHandlers.ofString()).body();
      if (body.contains("\"state\":\"ENDED\"") && !body.contains("\"released\":false")) {
        return;
      }
      if (Instant.now().isAfter(deadline)) {
        throw new IOException("the booking " + booking + " did not end: " + body);
      }
      Thread.sleep(500);
    }
  }

  /** The ids of bookings, and those of all that was requested of other services for them. */
  private static Set<String> findIds(List<DatabaseRowCopier> databases, List<URI> bookings)
      throws SQLException {
    var ids = new HashSet<String>();
    for (var booking : bookings) {
      ids.add(booking.getPath().replaceFirst(".*/", ""));
    }
    var known = 0;
    while (known < ids.size()) {
      known = ids.size();
      for (var database : databases) {
        ids.addAll(database.findIdsBeside(ids));
      }
    }
    return ids;
  }

  /**
   * Stores copies until there are as many. The network must be idle. The workload books after each
   * part, so that the services read the changes of their ledgers.
   *
   * @param progress receives the number of stored bookings after each part
   */
  void storeUpTo(int count, BookingWorkload workload, IntConsumer progress) throws Exception {
    while (pairs < count / 2) {
      var last = Math.min(count / 2, pairs + BATCH / 2);
      var endedBefore = pairs * TENTHS_ENDED / 10;
      var ended = last * TENTHS_ENDED / 10;
      for (var database : databases) {
        database.copy(true, endedBefore + 1, ended, ENDED_SPACING.negated());
        database.copy(false, pairs - endedBefore + 1, last - ended, FUTURE_SPACING);
      }
      pairs = last;
      workload.runOnce();
      progress.accept(2 * pairs);
    }
    for (var database : databases) {
      database.analyze();
    }
  }

  @Override
  public void close() throws SQLException {
    for (var database : databases) {
      database.close();
    }
  }
}
