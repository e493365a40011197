package org.touchpaper.bench.rest;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.touchpaper.bench.command.ClosedLoopLoad;
import org.touchpaper.bench.process.DemoNetworkProcess;

/**
 * The least that a booking costs: as many flushed commits on the same PostgreSQL and as many HTTP
 * requests with a body of a SOAP message's size, one after another, and nothing else.
 */
final class FlushAndEchoBaseline implements ClosedLoopLoad.Workload, AutoCloseable {

  private static final int MESSAGE_BYTES = 2_000;

  private final HttpClient http;
  private final long flushes;
  private final long messages;
  private final BlockingQueue<Connection> connections = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer echo;

  FlushAndEchoBaseline(
      DemoNetworkProcess network, HttpClient http, ServiceActivitySnapshot each, int clients)
      throws IOException, SQLException {
    this.http = http;
    this.flushes = Math.round(each.flushes());
    this.messages = Math.round(each.messages());
    for (var i = 0; i < clients; i++) {
      connections.add(network.connectToDatabase());
    }
    try (var statement = connections.element().createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS bench_baseline (note text NOT NULL)");
    }
    this.echo = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    echo.setExecutor(threads);
    echo.createContext(
        "/",
        exchange -> {
          var body = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    echo.start();
  }

  @Override
  public long runOnce() throws IOException, InterruptedException, SQLException {
    var connection = connections.take();
    try (var insert = connection.prepareStatement("INSERT INTO bench_baseline VALUES ('note')")) {
      for (var i = 0; i < flushes; i++) {
        insert.executeUpdate();
      }
    } finally {
      connections.add(connection);
    }
    var url = URI.create("http://127.0.0.1:" + echo.getAddress().getPort() + "/");
    var request =
        HttpRequest.newBuilder(url)
            .POST(BodyPublishers.ofByteArray(new byte[MESSAGE_BYTES]))
            .build();
    for (var i = 0; i < messages; i++) {
      http.send(request, BodyHandlers.ofByteArray());
    }
    return System.nanoTime();
  }

  @Override
  public void close() throws SQLException {
    echo.stop(0);
    threads.close();
    for (var connection : connections) {
      connection.close();
    }
  }
}
