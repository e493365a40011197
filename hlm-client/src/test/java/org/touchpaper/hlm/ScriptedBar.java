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

/** A BAR that answers what it was told to, in order, and remembers what it was asked. */
public final class ScriptedBar implements AutoCloseable {

  /** One request as it came. */
  public record Asked(
      String line, @Nullable String key, @Nullable String authorization, String body) {}

  private record Reply(int status, String body) {}

  private static final int HANG_UP = 0;

  private final CountDownLatch anybodyAsked = new CountDownLatch(1);
  private volatile @Nullable ScriptedBar first;

  private final HttpServer server;
  private final ConcurrentLinkedQueue<Reply> replies = new ConcurrentLinkedQueue<>();
  private final CopyOnWriteArrayList<Asked> asked = new CopyOnWriteArrayList<>();

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

  public ScriptedBar answers(int status, String body) {
    replies.add(new Reply(status, body));
    return this;
  }

  /** Reads the request and closes the connection without an answer. */
  public ScriptedBar hangsUp() {
    return answers(HANG_UP, "");
  }

  /** From now on it answers nobody before that other one has been asked. */
  public ScriptedBar answersAfter(ScriptedBar other) {
    first = other;
    return this;
  }

  public List<Asked> asked() {
    return asked;
  }

  private void handle(HttpExchange exchange) throws IOException {
    asked.add(
        new Asked(
            exchange.getRequestMethod() + " " + exchange.getRequestURI(),
            exchange.getRequestHeaders().getFirst("Idempotency-Key"),
            exchange.getRequestHeaders().getFirst("Authorization"),
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
    anybodyAsked.countDown();
    awaitFirst();
    var reply = Objects.requireNonNull(replies.poll(), "nothing left to answer");
    if (reply.status() != HANG_UP) {
      var bytes = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  private void awaitFirst() throws IOException {
    var other = first;
    try {
      if (other != null) {
        other.anybodyAsked.await();
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
