package org.touchpaper.tl1.session;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.Stray;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;
import org.touchpaper.tl1.transport.Line;

/** One line to an element; when it is lost, so is the outcome of what was sent on it. */
final class Connection implements Standing.Held {

  private static final Logger log = LoggerFactory.getLogger(Connection.class);

  /** What an element answers under to a command whose own CTAG it could not read. */
  private static final String NO_CTAG = "0";

  private final Endpoint endpoint;
  private final Timing timing;
  private final Transcript transcript;
  private final Consumer<AutonomousMessage> listener;
  private final Line line;
  private final Map<String, Pending> pending = new ConcurrentHashMap<>();
  private final ReentrantLock writing = new ReentrantLock();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private final AtomicLong heard = new AtomicLong();
  private final AtomicInteger answers = new AtomicInteger();
  private volatile boolean someGaveUp;
  private volatile boolean proven;
  private volatile Instant lastHeard;

  private Connection(
      Endpoint endpoint,
      Timing timing,
      Transcript transcript,
      Consumer<AutonomousMessage> listener,
      Line line) {
    this.endpoint = endpoint;
    this.timing = timing;
    this.transcript = transcript;
    this.listener = listener;
    this.line = line;
    this.lastHeard = timing.clock().instant();
  }

  static Connection open(
      Endpoint endpoint, Timing timing, Transcript transcript, Consumer<AutonomousMessage> listener)
      throws IOException {
    var line = endpoint.dial(timing);
    transcript.note("connected");
    var connection = new Connection(endpoint, timing, transcript, listener, line);
    Thread.ofVirtual().name("tl1-" + endpoint.tid()).start(connection::read);
    return connection;
  }

  @Override
  public boolean isClosing() {
    return closing.get();
  }

  @Override
  public boolean isProven() {
    return proven;
  }

  /** Something was answered that is not part of logging in. */
  void proves() {
    proven = true;
  }

  @Override
  public CompletableFuture<String> closed() {
    return closed;
  }

  @Override
  public Instant lastHeard() {
    return lastHeard;
  }

  /** How many commands were answered so far. */
  int answers() {
    return answers.get();
  }

  /** True if an answer is awaited. */
  boolean isBusy() {
    return !pending.isEmpty();
  }

  /** Sends a command that has its CTAG; the future always completes, and never exceptionally. */
  CompletableFuture<Tl1Outcome> send(InputCommand command) {
    var heardBefore = heard.get();
    var text = Printer.print(command);
    var written = new AtomicBoolean();
    var expected =
        new Pending(command, text, timing, each -> ended(each, heardBefore, written.get()));
    pending.put(command.ctag(), expected);
    if (closing.get()) {
      expected.complete(new NotSent("the connection is closed"));
      return expected.outcome();
    }
    expected.arm();
    writing.lock();
    try {
      transcript.sent(text);
      line.write(Printer.bytes(text));
      written.set(true);
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    } finally {
      writing.unlock();
    }
    return expected.outcome();
  }

  /**
   * Silence since the command was sent means the connection itself is dead; so is one on which it
   * could not even be sent in that time, whatever the element says all the while.
   */
  private void ended(Pending ended, long heardBefore, boolean written) {
    pending.remove(ended.command().ctag(), ended);
    answers.incrementAndGet();
    if (ended.gaveUp()) {
      someGaveUp = true;
      transcript.note("no answer in time to " + ended.command().code());
      if (!written) {
        close("the element takes nothing in");
      } else if (heard.get() == heardBefore) {
        close("silence");
      }
    }
  }

  @Override
  public void close(String reason) {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    var because = transcript.shown(reason); // some are the element's words
    transcript.note(because);
    pending.values().forEach(each -> each.complete(new Unknown("connection lost: " + because)));
    Thread.startVirtualThread(() -> hangUp(because)); // nobody waits for that but the next login
  }

  private void hangUp(String because) {
    try {
      line.close();
    } catch (IOException e) {
      log.debug("closing {}: {}", endpoint, e.getMessage());
    } finally {
      closed.complete(because);
    }
  }

  private void read() {
    var decoder = new MessageDecoder();
    var buffer = new byte[16_384];
    try {
      for (var length = line.read(buffer); length >= 0; length = line.read(buffer)) {
        heard.incrementAndGet();
        lastHeard = timing.clock().instant();
        for (var message : decoder.feed(buffer, 0, length)) {
          hear(message);
        }
      }
      close("the element closed the connection");
    } catch (IOException e) {
      close("connection broken: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("cannot go on with {}", endpoint, e);
      close("failure of ours: " + e);
    }
  }

  private void hear(OutputMessage message) {
    if (!(message instanceof Stray(var words) && isEcho(words))) {
      transcript.received(message);
    }
    switch (message) {
      case Acknowledgement acknowledgement -> {
        var asked = pending.get(acknowledgement.ctag());
        if (asked != null) {
          asked.on(acknowledgement);
        }
      }
      case Response response -> answered(response);
      case AutonomousMessage report -> {
        listener.accept(report);
        if (report.verb().startsWith("CANC")) {
          close("logged out by the element: " + String.join(" ", report.text().rows()));
        }
      }
      case Stray(var words) -> {
        if (LoginLost.says(words)) {
          close("the login is lost: " + words);
        }
      }
    }
  }

  private void answered(Response response) {
    var asked = pending.get(response.ctag());
    if (asked != null) {
      asked.on(response);
    } else if (response instanceof Deny && response.ctag().equals(NO_CTAG)) {
      onlyOneAsked(response);
    }
  }

  /** With one command outstanding, and every one before it answered, it is this one's denial. */
  private void onlyOneAsked(Response denial) {
    var asked = pending.values().toArray(Pending[]::new);
    if (asked.length == 1 && !someGaveUp) {
      asked[0].on(denial);
    }
  }

  private boolean isEcho(String words) {
    return pending.values().stream().anyMatch(each -> each.isEchoedBy(words));
  }
}
