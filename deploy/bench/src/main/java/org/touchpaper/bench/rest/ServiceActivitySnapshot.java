package org.touchpaper.bench.rest;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import org.touchpaper.bench.process.DemoNetworkProcess;

/**
 * What the services of a network have done so far.
 *
 * @param cpuMillis CPU time of all processes
 * @param commits committed transactions of all databases, also read-only ones
 * @param flushes flushes of PostgreSQL's write-ahead log
 * @param messages HTTP requests that the services answered, SOAP included
 */
record ServiceActivitySnapshot(double cpuMillis, double commits, double flushes, double messages) {

  private static final String REQUEST_COUNT = "http_server_requests_seconds_count";

  static ServiceActivitySnapshot read(DemoNetworkProcess network, HttpClient http)
      throws IOException, InterruptedException, SQLException {
    var messages = 0.0;
    for (var service : network.serviceUrls()) {
      messages += requestCount(service, http);
    }
    try (var database = network.connectToDatabase();
        var statement = database.createStatement();
        var row =
            statement.executeQuery(
                "SELECT (SELECT sum(xact_commit) FROM pg_stat_database),"
                    + " (SELECT coalesce(sum(fsyncs), 0) FROM pg_stat_io WHERE object = 'wal')")) {
      row.next();
      var cpuMillis = network.cpuTime().toNanos() / 1e6;
      return new ServiceActivitySnapshot(cpuMillis, row.getDouble(1), row.getDouble(2), messages);
    }
  }

  private static double requestCount(String service, HttpClient http)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(service + "/actuator/prometheus"))
            .header("Authorization", BookingWorkload.basicLogin("operator"))
            .build();
    return http.send(request, BodyHandlers.ofString())
        .body()
        .lines()
        .filter(line -> line.startsWith(REQUEST_COUNT))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** The cost of each of a number of bookings since an earlier reading. */
  ServiceActivitySnapshot eachSince(ServiceActivitySnapshot earlier, long bookings) {
    return new ServiceActivitySnapshot(
        (cpuMillis - earlier.cpuMillis) / bookings,
        (commits - earlier.commits) / bookings,
        (flushes - earlier.flushes) / bookings,
        (messages - earlier.messages) / bookings);
  }
}
