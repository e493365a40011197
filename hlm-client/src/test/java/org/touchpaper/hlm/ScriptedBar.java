package org.touchpaper.hlm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A BAR that returns scripted responses in order and records the requests. */
public final class ScriptedBar implements AutoCloseable {

  /** A recorded request. */
  public record ReceivedRequest(
      String line,
      @Nullable String key,
      @Nullable String ifMatch,
      @Nullable String authorization,
      String body) {}

  private final CopyOnWriteArrayList<String> lastEventIds = new CopyOnWriteArrayList<>();

  private record Reply(int status, String body, String etag) {}

  private static final int HANG_UP = 0;

  private final CountDownLatch firstRequest = new CountDownLatch(1);
  private volatile @Nullable ScriptedBar first;

  private final HttpServer server;
  private final ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();
  private final CopyOnWriteArrayList<ReceivedRequest> requests = new CopyOnWriteArrayList<>();

  public ScriptedBar() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public ScriptedBar respond(int status, String body) {
    return respond(status, body, "");
  }

  public ScriptedBar respond(int status, String body, String etag) {
    replies.add(new Reply(status, body, etag));
    return this;
  }

  /** Adds a reply that closes the connection without a response. */
  public ScriptedBar closeConnection() {
    return respond(HANG_UP, "");
  }

  /** From here on every response waits until the other BAR has received a request. */
  public ScriptedBar respondAfter(ScriptedBar other) {
    first = other;
    return this;
  }

  public List<ReceivedRequest> requests() {
    return requests;
  }

  /** The Last-Event-ID of each request; empty if it had none. */
  public List<String> lastEventIds() {
    return lastEventIds;
  }

  private void handle(HttpExchange exchange) throws IOException {
    requests.add(
        new ReceivedRequest(
            exchange.getRequestMethod() + " " + exchange.getRequestURI(),
            exchange.getRequestHeaders().getFirst("Idempotency-Key"),
            exchange.getRequestHeaders().getFirst("If-Match"),
            exchange.getRequestHeaders().getFirst("Authorization"),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    lastEventIds.add(
        Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Last-Event-ID"), ""));
    firstRequest.countDown();
    awaitFirst();
    var reply = Objects.requireNonNull(replies.poll(), "no scripted response left");
    if (reply.status() != HANG_UP) {
      var bytes = reply.body().getBytes(StandardCharsets.UTF_8);
      if (!reply.etag().isEmpty()) {
        exchange.getResponseHeaders().set("ETag", reply.etag());
      }
      exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private void awaitFirst() throws IOException {
    var other = first;
    try {
      if (other != null) {
        other.firstRequest.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
