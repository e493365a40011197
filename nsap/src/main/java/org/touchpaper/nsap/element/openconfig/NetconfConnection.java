package org.touchpaper.nsap.element.openconfig;

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
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Standing;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.Transcript;
import org.touchpaper.tl1.transport.Line;

/** One NETCONF session, from its hello to its end, for any number of threads (RFC 6241). */
final class NetconfConnection implements Standing.Held {

  private static final Logger log = LoggerFactory.getLogger(NetconfConnection.class);

  /** How much of one message a transcript shows. */
  private static final int SHOWN = 16_384;

  private final Endpoint endpoint;
  private final Timing timing;
  private final Transcript transcript;
  private final Line line;
  private final NetconfFraming sending = new NetconfFraming();
  private final NetconfFraming receiving = new NetconfFraming();
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<String, CompletableFuture<NetconfReply>> pending = new ConcurrentHashMap<>();
  private final CompletableFuture<Hello> hello = new CompletableFuture<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private volatile String because = "";
  private volatile boolean proven;
  private volatile Instant lastHeard;

  private NetconfConnection(Endpoint endpoint, Timing timing, Transcript transcript, Line line) {
    this.endpoint = endpoint;
    this.timing = timing;
    this.transcript = transcript;
    this.line = line;
    this.lastHeard = timing.clock().instant();
  }

  /** Dials; {@link #sayHello} is next. */
  static NetconfConnection open(Endpoint endpoint, Timing timing, Transcript transcript)
      throws IOException {
    var line = endpoint.dial(timing);
    transcript.note("connected");
    var connection = new NetconfConnection(endpoint, timing, transcript, line);
    Thread.ofVirtual().name("netconf-" + endpoint.tid()).start(connection::read);
    return connection;
  }

  void sayHello() throws IOException, InterruptedException {
    var call = timing.waker().after(timing.answer(), () -> close("no hello"));
    try {
      write(Hello.OURS);
      if (hello.get().isChunked()) {
        sending.chunk();
      }
    } catch (ExecutionException e) {
      throw new IOException(endpoint + " is no NETCONF: " + because, e);
    } finally {
      call.cancel();
    }
  }

  /** What the element said of itself. */
  Hello peer() {
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
  public Instant lastHeard() {
    return lastHeard;
  }

  @Override
  public boolean isProven() {
    return proven;
  }

  /** Sends one operation, once, and waits for what becomes of it. */
  NetconfReply ask(String operation) {
    var id = Integer.toString(ids.incrementAndGet());
    var reply = new CompletableFuture<NetconfReply>();
    pending.put(id, reply);
    var call = timing.waker().after(timing.answer(), () -> timeOut(reply));
    try {
      if (closing.get()) {
        return new NetconfReply.NotSent("connection lost: " + because);
      }
      write("<rpc message-id=\"%s\" xmlns=\"%s\">%s</rpc>".formatted(id, Hello.BASE, operation));
      if (closing.get()) {
        fail();
      }
      return reply.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a reply is a value", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NetconfReply.Unknown("interrupted while waiting for the answer");
    } finally {
      call.cancel();
      pending.remove(id);
    }
  }

  /** What was not answered may block all that follows: the server reads one after the other. */
  private void timeOut(CompletableFuture<NetconfReply> reply) {
    var reason = "no answer within " + timing.answer();
    reply.complete(new NetconfReply.Unknown(reason));
    close(reason);
  }

  private void write(String message) {
    writing.lock();
    try {
      show(message, true);
      line.write(sending.frame(message));
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    } finally {
      writing.unlock();
    }
  }

  private void show(String message, boolean sent) {
    var shown =
        message.length() <= SHOWN
            ? message
            : message.substring(0, SHOWN) + " … " + message.length() + " characters in all";
    var lines = shown.lines().filter(each -> !each.isBlank());
    lines.forEach(sent ? transcript::sent : transcript::received);
  }

  private void read() {
    var buffer = new byte[16_384];
    try {
      for (var length = line.read(buffer); length >= 0; length = line.read(buffer)) {
        lastHeard = timing.clock().instant();
        receiving.feed(buffer, length, this::hear);
      }
      close("the element closed the connection");
    } catch (IOException | NetconfFraming.Garbage e) {
      close("connection broken: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("cannot go on with {}", endpoint, e);
      close("failure of ours: " + e);
    }
  }

  private void hear(String message) throws IOException {
    show(message, false);
    var root = Xml.parse(message);
    if (!hello.isDone()) {
      var said = Hello.read(root);
      if (said.isChunked()) {
        receiving.chunk();
      }
      hello.complete(said);
      return;
    }
    if (!"rpc-reply".equals(root.getLocalName())) {
      return; // notifications, which nobody asked for
    }
    var id = root.getAttribute("message-id");
    if (id.isEmpty()) {
      throw new IOException("an answer to no request: " + NetconfReply.read(root));
    }
    var waiting = pending.get(id);
    if (waiting != null) {
      proven = true;
      waiting.complete(NetconfReply.read(root));
    }
  }

  @Override
  public void close(String reason) {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    because = reason;
    transcript.note(reason);
    hello.completeExceptionally(new IOException(reason));
    fail();
    Thread.startVirtualThread(() -> hangUp(reason)); // nobody waits for that but the next login
  }

  private void hangUp(String reason) {
    try {
      line.close();
    } catch (IOException e) {
      log.debug("closing {}: {}", endpoint, e.getMessage());
    } finally {
      closed.complete(reason);
    }
  }

  private void fail() {
    var unknown = new NetconfReply.Unknown("connection lost: " + because);
    pending.values().forEach(each -> each.complete(unknown));
  }
}
