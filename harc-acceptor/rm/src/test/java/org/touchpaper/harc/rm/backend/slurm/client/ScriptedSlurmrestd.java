package org.touchpaper.harc.rm.backend.slurm.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A slurmrestd with scripted responses, or none. */
final class ScriptedSlurmrestd implements AutoCloseable {
  /** An error response, in the form of 26.05.5. */
  static final String ERROR =
      """
      {"errors": [{"description": "Error creating reservation  lp1", "error_number": %d,
        "error": "%s", "source": "slurm_create_reservation"}], "warnings": []}
      """;

  /** A response; the last {@code lacks} bytes of the announced length are never sent. */
  private record Reply(int status, String body, int missingBytes) {}

  /** The requests, as {@code GET /slurm/v0.0.45/nodes/}. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  /** Their tokens. */
  final List<String> tokens = new CopyOnWriteArrayList<>();

  private final Map<String, Reply> replies = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  ScriptedSlurmrestd() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Serves these versions of the API. */
  ScriptedSlurmrestd servesVersions(String... versions) {
    var paths = new StringBuilder();
    for (var version : versions) {
      paths.append("\"/slurm/%s/reservations/\": {}, ".formatted(version));
    }
    return respond("GET /openapi/v3", 200, "{\"paths\": {%s\"/\": {}}}".formatted(paths));
  }

  ScriptedSlurmrestd respond(String request, int status, String body) {
    replies.put(request, new Reply(status, body, 0));
    return this;
  }

  /** Starts that response, and stops before its end. */
  ScriptedSlurmrestd respondPartially(String request, String body) {
    replies.put(request, new Reply(200, body, 1));
    return this;
  }

  /** A request without a scripted response stays unanswered. */
  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      var request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
      requests.add(request);
      tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-SLURM-USER-TOKEN")));
      var reply = replies.get(request);
      if (reply == null) {
        closed.await();
        reply = replies.get(request);
      }
      if (reply == null) {
        return;
      }
      var bytes = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(reply.status(), bytes.length + reply.missingBytes());
      exchange.getResponseBody().write(bytes);
      if (reply.missingBytes() > 0) {
        exchange.getResponseBody().flush();
        closed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers the requests that wait with what is scripted now, if anything is. */
  void release() {
    closed.countDown();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.close();
  }
}
