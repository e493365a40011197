package org.touchpaper.tl1.session;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.codec.Telnet;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/** One TCP connection to an element; when it is lost, so is the outcome of what was sent on it. */
final class Connection implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(Connection.class);

  private final Endpoint endpoint;
  private final Timing timing;
  private final Transcript transcript;
  private final Consumer<AutonomousMessage> listener;
  private final Socket socket;
  private final Map<String, Pending> pending = new ConcurrentHashMap<>();
  private final ReentrantLock writing = new ReentrantLock();
  private volatile @Nullable String closedBecause;
  private final AtomicLong heard = new AtomicLong();

  private Connection(
      Endpoint endpoint,
      Timing timing,
      Transcript transcript,
      Consumer<AutonomousMessage> listener,
      Socket socket) {
    this.endpoint = endpoint;
    this.timing = timing;
    this.transcript = transcript;
    this.listener = listener;
    this.socket = socket;
  }

  static Connection open(
      Endpoint endpoint, Timing timing, Transcript transcript, Consumer<AutonomousMessage> listener)
      throws IOException {
    var socket = Dial.connect(endpoint, timing);
    transcript.note("connected");
    var connection = new Connection(endpoint, timing, transcript, listener, socket);
    Thread.ofVirtual().name("tl1-" + endpoint.tid()).start(connection::read);
    return connection;
  }

  boolean isOpen() {
    return closedBecause == null;
  }

  /** Sends a command that has its CTAG; the future always completes, and never exceptionally. */
  CompletableFuture<Tl1Outcome> send(InputCommand command) {
    var expected = new Pending(command);
    pending.put(command.ctag(), expected);
    if (closedBecause != null) {
      expected.complete(new NotSent("connection closed: " + closedBecause));
      return expected.outcome;
    }
    expected.arm();
    writing.lock();
    try {
      transcript.sent(Printer.print(command));
      write(Printer.bytes(Printer.print(command)));
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    } finally {
      writing.unlock();
    }
    return expected.outcome;
  }

  @Override
  public void close() {
    close("closed by us");
  }

  void close(String reason) {
    synchronized (this) {
      if (closedBecause != null) {
        return;
      }
      closedBecause = reason;
    }
    transcript.note(reason);
    try {
      socket.close();
    } catch (IOException e) {
      log.debug("closing {}: {}", endpoint, e.getMessage());
    }
    pending.values().forEach(each -> each.complete(new Unknown("connection lost: " + reason)));
  }

  private void write(byte[] bytes) throws IOException {
    var out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  private void read() {
    var telnet = new Telnet();
    var decoder = new MessageDecoder();
    var buffer = new byte[16_384];
    try {
      var in = socket.getInputStream();
      for (var length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        heard.incrementAndGet();
        var data = telnet.feed(buffer, 0, length);
        reply(telnet.replies());
        decoder.feed(data).forEach(this::hear);
      }
      close("the element closed the connection");
    } catch (IOException e) {
      close("connection broken: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("cannot go on with {}", endpoint, e);
      close("failure of ours: " + e);
    }
  }

  private void reply(byte[] replies) throws IOException {
    if (replies.length > 0) {
      writing.lock();
      try {
        write(replies);
      } finally {
        writing.unlock();
      }
    }
  }

  private void hear(OutputMessage message) {
    if (!(message instanceof Stray(var line) && isEcho(line))) {
      transcript.received(message);
    }
    switch (message) {
      case Acknowledgement acknowledgement ->
          find(acknowledgement.ctag())
              .ifPresent(each -> each.step(each.exchange.on(acknowledgement)));
      case Response response ->
          find(response.ctag()).ifPresent(each -> each.step(each.exchange.on(response)));
      case AutonomousMessage report -> listener.accept(report);
      case Stray(var words) -> {
        if (words.contains("LOGIN NOT ACTIVE")) {
          close("the login is lost: " + words);
        }
      }
    }
  }

  private boolean isEcho(String line) {
    return pending.values().stream().anyMatch(each -> line.contains(Printer.print(each.command)));
  }

  private Optional<Pending> find(String ctag) {
    return Optional.ofNullable(pending.get(ctag));
  }

  /** A command whose outcome is awaited. */
  private final class Pending {
    private final InputCommand command;
    private final Exchange exchange = new Exchange();
    private final CompletableFuture<Tl1Outcome> outcome = new CompletableFuture<>();
    private final long heardBefore = heard.get();
    private Waker.@Nullable Call answer;
    private Waker.@Nullable Call limit;

    private Pending(InputCommand command) {
      this.command = command;
    }

    private synchronized void arm() {
      answer = timing.waker().after(timing.answer(), () -> timeOut("no answer within ", false));
      if (limit == null) {
        limit = timing.waker().after(timing.limit(), () -> timeOut("no end within ", true));
      }
    }

    private void step(Optional<Tl1Outcome> known) {
      known.ifPresentOrElse(
          this::complete,
          () -> {
            cancel(answer);
            arm();
          });
    }

    /** Silence since the command was sent means the connection itself is dead. */
    private void timeOut(String what, boolean whole) {
      var reason = what + (whole ? timing.limit() : timing.answer()) + " to " + command.code();
      transcript.note(reason);
      complete(new Unknown(reason));
      if (heard.get() == heardBefore) {
        close("silence");
      }
    }

    private void complete(Tl1Outcome known) {
      pending.remove(command.ctag(), this);
      synchronized (this) {
        cancel(answer);
        cancel(limit);
      }
      outcome.complete(known);
    }

    private static void cancel(Waker.@Nullable Call call) {
      if (call != null) {
        call.cancel();
      }
    }
  }
}
