package org.touchpaper.elementsession.netconf;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.ReconnectingConnection;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptWriter;
import org.touchpaper.elementsession.transport.DuplexStream;

/** One NETCONF session on one connection (RFC 6241); thread-safe. */
final class NetconfConnection implements ReconnectingConnection.ElementConnection {

  private static final Logger log = LoggerFactory.getLogger(NetconfConnection.class);

  /** The most characters of a message in a transcript. */
  private static final int MAX_SHOWN = 16_384;

  private final ElementEndpoint endpoint;
  private final SessionTiming timing;
  private final TranscriptWriter transcript;
  private final DuplexStream stream;
  private final NetconfFraming outboundFraming = new NetconfFraming();
  private final NetconfFraming inboundFraming = new NetconfFraming();
  private final ReentrantLock writeLock = new ReentrantLock();
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<String, CompletableFuture<NetconfReply>> pending = new ConcurrentHashMap<>();
  private final CompletableFuture<NetconfHello> hello = new CompletableFuture<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private volatile String closeReason = "";
  private volatile boolean proven;
  private volatile Instant lastReceived;

  private NetconfConnection(
      ElementEndpoint endpoint,
      SessionTiming timing,
      TranscriptWriter transcript,
      DuplexStream stream) {
    this.endpoint = endpoint;
    this.timing = timing;
    this.transcript = transcript;
    this.stream = stream;
    this.lastReceived = timing.clock().instant();
  }

  /** Connects; call {@link #exchangeHello} next. */
  static NetconfConnection open(
      ElementEndpoint endpoint, SessionTiming timing, TranscriptWriter transcript)
      throws IOException {
    var stream = endpoint.connect(timing);
    transcript.recordEvent("connected");
    var connection = new NetconfConnection(endpoint, timing, transcript, stream);
    Thread.ofVirtual().name("netconf-" + endpoint.tid()).start(connection::read);
    return connection;
  }

  void exchangeHello() throws IOException, InterruptedException {
    var timer = timing.scheduler().schedule(timing.answerTimeout(), () -> close("no hello"));
    try {
      write(NetconfHello.CLIENT_HELLO);
      if (hello.get().isChunked()) {
        outboundFraming.startChunking();
      }
    } catch (ExecutionException e) {
      throw new IOException(endpoint + " is not a NETCONF server: " + closeReason, e);
    } finally {
      timer.cancel();
    }
  }

  /** The element's hello. */
  NetconfHello serverHello() {
    return hello.join();
  }

  @Override
  public boolean isClosing() {
    return closing.get();
  }

  @Override
  public CompletableFuture<String> closed() {
    return closed;
  }

  @Override
  public Instant lastReceived() {
    return lastReceived;
  }

  @Override
  public boolean hasAnsweredCommand() {
    return proven;
  }

  /** Sends an operation once and waits for its outcome. */
  NetconfReply call(String operation) {
    var id = Integer.toString(ids.incrementAndGet());
    var reply = new CompletableFuture<NetconfReply>();
    pending.put(id, reply);
    var timer = timing.scheduler().schedule(timing.answerTimeout(), () -> timeOut(reply));
    try {
      if (closing.get()) {
        return new NetconfReply.NotSent("connection lost: " + closeReason);
      }
      write(
          "<rpc message-id=\"%s\" xmlns=\"%s\">%s</rpc>"
              .formatted(id, NetconfHello.BASE, operation));
      if (closing.get()) {
        failPending();
      }
      return reply.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reply never completes exceptionally", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NetconfReply.Unknown("interrupted while waiting for the reply");
    } finally {
      timer.cancel();
      pending.remove(id);
    }
  }

  /**
   * Closes the connection: the server handles requests in order, so an unanswered one may block all
   * others.
   */
  private void timeOut(CompletableFuture<NetconfReply> reply) {
    var reason = "no reply within " + timing.answerTimeout();
    reply.complete(new NetconfReply.Unknown(reason));
    close(reason);
  }

  private void write(String message) {
    writeLock.lock();
    try {
      recordTranscript(message, true);
      stream.write(outboundFraming.frame(message));
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    } finally {
      writeLock.unlock();
    }
  }

  private void recordTranscript(String message, boolean sent) {
    var shown =
        message.length() <= MAX_SHOWN
            ? message
            : message.substring(0, MAX_SHOWN) + " … " + message.length() + " characters in total";
    var lines = shown.lines().filter(text -> !text.isBlank());
    lines.forEach(sent ? transcript::recordSent : transcript::recordReceived);
  }

  private void read() {
    var buffer = new byte[16_384];
    try {
      for (var length = stream.read(buffer); length >= 0; length = stream.read(buffer)) {
        lastReceived = timing.clock().instant();
        inboundFraming.feed(buffer, length, this::receive);
      }
      close("the element closed the connection");
    } catch (IOException | NetconfFraming.MalformedFrameException e) {
      close("connection broken: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("{}: internal error, closing the session", endpoint, e);
      close("internal error: " + e);
    }
  }

  private void receive(String message) throws IOException {
    recordTranscript(message, false);
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
      throw new IOException("a reply without message-id: " + NetconfReply.parse(root));
    }
    var pendingReply = pending.get(id);
    if (pendingReply != null) {
      proven = true;
      pendingReply.complete(NetconfReply.parse(root));
    }
  }

  @Override
  public void close(String reason) {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    closeReason = reason;
    transcript.recordEvent(reason);
    hello.completeExceptionally(new IOException(reason));
    failPending();
    Thread.startVirtualThread(() -> closeStream(reason)); // only the next login waits for this
  }

  private void closeStream(String reason) {
    try {
      stream.close();
    } catch (IOException e) {
      log.debug("closing {}: {}", endpoint, e.getMessage());
    } finally {
      closed.complete(reason);
    }
  }

  private void failPending() {
    var unknown = new NetconfReply.Unknown("connection lost: " + closeReason);
    pending.values().forEach(reply -> reply.complete(unknown));
  }
}
