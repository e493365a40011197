package org.touchpaper.nsap.element.openconfig;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.session.Endpoint;
import org.touchpaper.tl1.session.Timing;
import org.touchpaper.tl1.session.TranscriptLine;
import org.touchpaper.tl1.session.TranscriptLine.Direction;
import org.touchpaper.tl1.session.TranscriptSink;
import org.touchpaper.tl1.transport.Line;
import org.w3c.dom.Element;

/**
 * A standing NETCONF session with one element, for any number of threads. It connects when first
 * needed and again after a loss; a request is sent once and never again, and at most seven are
 * outstanding.
 */
final class NetconfSession implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(NetconfSession.class);

  static final String BASE = "urn:ietf:params:xml:ns:netconf:base:1.0";
  private static final String HELLO =
      """
      <hello xmlns="%s"><capabilities>\
      <capability>urn:ietf:params:netconf:base:1.0</capability>\
      <capability>urn:ietf:params:netconf:base:1.1</capability>\
      </capabilities></hello>\
      """
          .formatted(BASE);
  private static final int OUTSTANDING = 7;

  private final Endpoint endpoint;
  private final Timing timing;
  private final TranscriptSink transcript;
  private final Semaphore outstanding = new Semaphore(OUTSTANDING, true);
  private final ReentrantLock connecting = new ReentrantLock(true);
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger ids = new AtomicInteger();
  private volatile @Nullable Connection connection;
  private volatile boolean closed;

  NetconfSession(Endpoint endpoint, Timing timing, TranscriptSink transcript) {
    this.endpoint = endpoint;
    this.timing = timing;
    this.transcript = transcript;
  }

  /** How often it has been connected. */
  int connections() {
    return connections.get();
  }

  /** Sends one operation and waits for what becomes of it. */
  NetconfReply ask(String operation) {
    try {
      outstanding.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new NetconfReply.NotSent("interrupted before it was sent");
    }
    try {
      return connected().ask(operation);
    } catch (IOException e) {
      return new NetconfReply.NotSent(String.valueOf(e.getMessage()));
    } finally {
      outstanding.release();
    }
  }

  /** Breaks the connection, and with it every lock held on it (RFC 6241, section 7.5). */
  void drop(String reason) {
    var open = connection;
    if (open != null) {
      open.close(reason);
    }
  }

  @Override
  public void close() {
    closed = true;
    drop("closed by us");
  }

  private Connection connected() throws IOException {
    connecting.lock();
    try {
      var open = connection;
      if (open != null && open.isOpen()) {
        return open;
      }
      if (closed) {
        throw new IOException("the session is closed");
      }
      var fresh = new Connection();
      fresh.sayHello();
      connections.incrementAndGet();
      connection = fresh;
      return fresh;
    } finally {
      connecting.unlock();
    }
  }

  private void write(Direction direction, String text) {
    transcript.accept(
        new TranscriptLine(timing.clock().instant(), endpoint.tid(), direction, text));
  }

  /** One connection. */
  private final class Connection {
    private final Line line;
    private final NetconfFraming sending = new NetconfFraming();
    private final NetconfFraming receiving = new NetconfFraming();
    private final ReentrantLock writing = new ReentrantLock();
    private final Map<String, CompletableFuture<NetconfReply>> pending = new ConcurrentHashMap<>();
    private final CompletableFuture<String> hello = new CompletableFuture<>();
    private volatile @Nullable String closedBecause;

    Connection() throws IOException {
      try {
        line = endpoint.transport().dial(endpoint.host(), endpoint.port(), timing.connect());
      } catch (IOException e) {
        throw new IOException("cannot connect to " + endpoint + ": " + e.getMessage(), e);
      }
      Thread.ofVirtual().name("netconf-" + endpoint.tid()).start(this::read);
    }

    boolean isOpen() {
      return closedBecause == null;
    }

    void sayHello() throws IOException {
      var call = timing.waker().after(timing.answer(), () -> close("no hello"));
      try {
        write(Direction.NOTE, "connected");
        line.write(sending.frame(HELLO));
        if (hello.get().contains("urn:ietf:params:netconf:base:1.1<")) {
          sending.chunk();
        }
      } catch (ExecutionException e) {
        throw new IOException(endpoint + " is no NETCONF: " + closedBecause, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while saying hello", e);
      } finally {
        call.cancel();
      }
    }

    NetconfReply ask(String operation) {
      var id = Integer.toString(ids.incrementAndGet());
      var reply = new CompletableFuture<NetconfReply>();
      pending.put(id, reply);
      var call = timing.waker().after(timing.answer(), () -> timeOut(reply));
      try {
        send("<rpc message-id=\"%s\" xmlns=\"%s\">%s</rpc>".formatted(id, BASE, operation));
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

    private void send(String message) {
      writing.lock();
      try {
        write(Direction.SENT, message);
        line.write(sending.frame(message));
      } catch (IOException e) {
        close("cannot write: " + e.getMessage());
      } finally {
        writing.unlock();
      }
      if (closedBecause != null) {
        fail();
      }
    }

    private void read() {
      var buffer = new byte[16_384];
      try {
        for (var length = line.read(buffer); length >= 0; length = line.read(buffer)) {
          for (var message : receiving.feed(buffer, length)) {
            write(Direction.RECEIVED, message);
            hear(message);
          }
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
      var root = Xml.parse(message);
      if (!hello.isDone()) {
        if (message.contains("urn:ietf:params:netconf:base:1.1<")) {
          receiving.chunk();
        }
        hello.complete(message);
        return;
      }
      var waiting = pending.get(root.getAttribute("message-id"));
      if (waiting != null) {
        waiting.complete(reply(root));
      }
    }

    private static NetconfReply reply(Element root) {
      for (var error : Xml.all(root, "rpc-error")) {
        if (!Xml.text(error, "error-severity").orElse("").equals("warning")) {
          return new NetconfReply.Refused(
              Xml.text(error, "error-tag").orElse(""),
              Xml.text(error, "error-message").orElse("")
                  + Xml.text(error, "error-path").map(path -> " at " + path).orElse(""));
        }
      }
      return new NetconfReply.Ok(root);
    }

    void close(String reason) {
      synchronized (this) {
        if (closedBecause != null) {
          return;
        }
        closedBecause = reason;
      }
      write(Direction.NOTE, reason);
      try {
        line.close();
      } catch (IOException e) {
        write(Direction.NOTE, "closing: " + e.getMessage());
      }
      hello.completeExceptionally(new IOException(reason));
      fail();
    }

    private void fail() {
      pending
          .values()
          .forEach(
              each -> each.complete(new NetconfReply.Unknown("connection lost: " + closedBecause)));
    }
  }
}
