package org.touchpaper.elementsession.netconf;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.touchpaper.elementsession.connection.ElementConnection;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.SessionTranscriptRecorder;
import org.touchpaper.schema.SecureXml;

/** One NETCONF session on one connection (RFC 6241); thread-safe. */
final class NetconfConnection extends ElementConnection {

  private static final int MAX_SHOWN = 16_384;

  private final NetconfFraming outboundFraming = new NetconfFraming();
  private final NetconfFraming inboundFraming = new NetconfFraming();
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<String, CompletableFuture<NetconfOutcome>> pending = new ConcurrentHashMap<>();
  private final CompletableFuture<NetconfHello> hello = new CompletableFuture<>();

  private NetconfConnection(
      ElementEndpoint endpoint, SessionTiming timing, SessionTranscriptRecorder transcript)
      throws IOException {
    super(endpoint, timing, transcript);
  }

  /** Connects; call {@link #exchangeHello} next. */
  static NetconfConnection open(
      ElementEndpoint endpoint, SessionTiming timing, SessionTranscriptRecorder transcript)
      throws IOException {
    var connection = new NetconfConnection(endpoint, timing, transcript);
    connection.startReading("netconf");
    return connection;
  }

  void exchangeHello() throws IOException, InterruptedException {
    var timer = timing.schedule(timing.answerTimeout(), () -> close("no hello"));
    try {
      send(NetconfHello.CLIENT_HELLO);
      if (hello.get().isChunked()) {
        outboundFraming.startChunking();
      }
    } catch (ExecutionException e) {
      throw new IOException(endpoint + " is not a NETCONF server: " + closeReason(), e);
    } finally {
      timer.cancel();
    }
  }

  NetconfHello serverHello() {
    return hello.join();
  }

  NetconfOutcome call(String operation) {
    var id = Integer.toString(ids.incrementAndGet());
    var reply = new CompletableFuture<NetconfOutcome>();
    pending.put(id, reply);
    var timer = timing.schedule(timing.answerTimeout(), () -> timeOut(reply));
    try {
      if (isClosing()) {
        return new NetconfOutcome.NotSent("connection lost: " + closeReason());
      }
      send(
          "<rpc message-id=\"%s\" xmlns=\"%s\">%s</rpc>"
              .formatted(id, NetconfHello.BASE, operation));
      if (isClosing()) {
        failPending();
      }
      return reply.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reply never completes exceptionally", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NetconfOutcome.Unknown("interrupted while waiting for the reply");
    } finally {
      timer.cancel();
      pending.remove(id);
    }
  }

  /**
   * Closes the connection: the server handles requests in order, so an unanswered one may block all
   * others.
   */
  private void timeOut(CompletableFuture<NetconfOutcome> reply) {
    var reason = "no reply within " + timing.answerTimeout();
    reply.complete(new NetconfOutcome.Unknown(reason));
    close(reason);
  }

  private void send(String message) {
    write(outboundFraming.frame(message), shownLines(message));
  }

  private static List<String> shownLines(String message) {
    var shown =
        message.length() <= MAX_SHOWN
            ? message
            : message.substring(0, MAX_SHOWN) + " … " + message.length() + " characters in total";
    return shown.lines().filter(text -> !text.isBlank()).toList();
  }

  @Override
  protected void onReceived(byte[] buffer, int length) throws IOException {
    try {
      inboundFraming.feed(buffer, length, this::receive);
    } catch (NetconfFraming.MalformedFrameException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void receive(String message) throws IOException {
    shownLines(message).forEach(transcript::recordReceived);
    var root = SecureXml.parse(message);
    if (!hello.isDone()) {
      var serverHello = NetconfHello.parse(root);
      if (serverHello.isChunked()) {
        inboundFraming.startChunking();
      }
      hello.complete(serverHello);
      return;
    }
    if (!"rpc-reply".equals(root.getLocalName())) {
      return; // notifications, which are not subscribed to
    }
    var id = root.getAttribute("message-id");
    if (id.isEmpty()) {
      throw new IOException("a reply without message-id: " + NetconfOutcome.parse(root));
    }
    var pendingReply = pending.get(id);
    if (pendingReply != null) {
      markCommandAnswered();
      pendingReply.complete(NetconfOutcome.parse(root));
    }
  }

  @Override
  protected void onClosing(String reason) {
    hello.completeExceptionally(new IOException(reason));
    failPending();
  }

  private void failPending() {
    var unknown = new NetconfOutcome.Unknown("connection lost: " + closeReason());
    pending.values().forEach(reply -> reply.complete(unknown));
  }
}
