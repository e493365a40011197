package org.touchpaper.elementsession;

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
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.ReconnectingConnection;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptWriter;
import org.touchpaper.elementsession.transport.DuplexStream;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.MessageEncoder;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.Deny;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.message.StrayLine;

/** One TL1 connection to an element. If it is lost, pending commands have unknown outcomes. */
final class Tl1Connection implements ReconnectingConnection.ElementConnection {

  private static final Logger log = LoggerFactory.getLogger(Tl1Connection.class);

  /** The CTAG in an element's answer to a command whose CTAG it could not parse. */
  private static final String NO_CTAG = "0";

  private final ElementEndpoint endpoint;
  private final SessionTiming timing;
  private final TranscriptWriter transcript;
  private final Consumer<AutonomousMessage> listener;
  private final DuplexStream stream;
  private final Map<String, PendingCommand> pending = new ConcurrentHashMap<>();
  private final ReentrantLock writeLock = new ReentrantLock();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private final AtomicLong receivedChunks = new AtomicLong();
  private final AtomicInteger answeredCommands = new AtomicInteger();
  private volatile boolean hasTimedOutCommand;
  private volatile boolean hasAnsweredCommand;
  private volatile Instant lastReceived;

  private Tl1Connection(
      ElementEndpoint endpoint,
      SessionTiming timing,
      TranscriptWriter transcript,
      Consumer<AutonomousMessage> listener,
      DuplexStream stream) {
    this.endpoint = endpoint;
    this.timing = timing;
    this.transcript = transcript;
    this.listener = listener;
    this.stream = stream;
    this.lastReceived = timing.clock().instant();
  }

  static Tl1Connection open(
      ElementEndpoint endpoint,
      SessionTiming timing,
      TranscriptWriter transcript,
      Consumer<AutonomousMessage> listener)
      throws IOException {
    var stream = endpoint.connect(timing);
    transcript.recordEvent("connected");
    var connection = new Tl1Connection(endpoint, timing, transcript, listener, stream);
    Thread.ofVirtual().name("tl1-" + endpoint.tid()).start(connection::read);
    return connection;
  }

  @Override
  public boolean isClosing() {
    return closing.get();
  }

  @Override
  public boolean hasAnsweredCommand() {
    return hasAnsweredCommand;
  }

  /** Records an answer outside the login. */
  void markCommandAnswered() {
    hasAnsweredCommand = true;
  }

  @Override
  public CompletableFuture<String> closed() {
    return closed;
  }

  @Override
  public Instant lastReceived() {
    return lastReceived;
  }

  /** The number of commands with an outcome. */
  int answeredCommands() {
    return answeredCommands.get();
  }

  boolean hasPendingCommands() {
    return !pending.isEmpty();
  }

  /** Sends a command with its CTAG. The future always completes, and never exceptionally. */
  CompletableFuture<Tl1Outcome> send(InputCommand command) {
    var receivedBefore = receivedChunks.get();
    var text = MessageEncoder.encode(command);
    var written = new AtomicBoolean();
    var pendingCommand =
        new PendingCommand(
            command,
            text,
            timing,
            endedCommand -> onCommandEnded(endedCommand, receivedBefore, written.get()));
    pending.put(command.ctag(), pendingCommand);
    if (closing.get()) {
      pendingCommand.complete(new NotSent("the connection is closed"));
      return pendingCommand.outcome();
    }
    pendingCommand.startTimers();
    writeLock.lock();
    try {
      transcript.recordSent(text);
      stream.write(MessageEncoder.toBytes(text));
      written.set(true);
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    } finally {
      writeLock.unlock();
    }
    return pendingCommand.outcome();
  }

  /**
   * The connection is dead if nothing was received since the command was sent, or if the command
   * could not be written in time, whatever the element sends.
   */
  private void onCommandEnded(PendingCommand command, long receivedBefore, boolean isWritten) {
    pending.remove(command.command().ctag(), command);
    answeredCommands.incrementAndGet();
    if (command.hasTimedOut()) {
      hasTimedOutCommand = true;
      transcript.recordEvent("timeout: no answer to " + command.command().code());
      if (!isWritten) {
        close("the element does not accept data");
      } else if (receivedChunks.get() == receivedBefore) {
        close("nothing received before the timeout");
      }
    }
  }

  @Override
  public void close(String reason) {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    var maskedReason = transcript.masked(reason); // may contain text from the element
    transcript.recordEvent(maskedReason);
    pending
        .values()
        .forEach(pendingCommand ->
            pendingCommand.complete(new Unknown("connection lost: " + maskedReason)));
    Thread.startVirtualThread(() -> closeStream(maskedReason)); // only the next login waits for it
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

  private void read() {
    var decoder = new MessageDecoder();
    var buffer = new byte[16_384];
    try {
      for (var length = stream.read(buffer); length >= 0; length = stream.read(buffer)) {
        receivedChunks.incrementAndGet();
        lastReceived = timing.clock().instant();
        for (var message : decoder.feed(buffer, 0, length)) {
          receive(message);
        }
      }
      close("the element closed the connection");
    } catch (IOException e) {
      close("connection broken: " + e.getMessage());
    } catch (RuntimeException e) {
      log.error("unexpected error on the connection to {}", endpoint, e);
      close("internal error: " + e);
    }
  }

  private void receive(OutputMessage message) {
    if (!(message instanceof StrayLine(var text) && isEcho(text))) {
      transcript.recordReceived(message);
    }
    switch (message) {
      case Acknowledgement acknowledgement -> {
        var pendingCommand = pending.get(acknowledgement.ctag());
        if (pendingCommand != null) {
          pendingCommand.accept(acknowledgement);
        }
      }
      case Response response -> onResponse(response);
      case AutonomousMessage report -> {
        listener.accept(report);
        if (report.verb().startsWith("CANC")) {
          close("logged out by the element: " + String.join(" ", report.text().rows()));
        }
      }
      case StrayLine(var text) -> {
        if (NotLoggedInPatterns.matches(text)) {
          close("the login is lost: " + text);
        }
      }
    }
  }

  private void onResponse(Response response) {
    var pendingCommand = pending.get(response.ctag());
    if (pendingCommand != null) {
      pendingCommand.accept(response);
    } else if (response instanceof Deny && response.ctag().equals(NO_CTAG)) {
      onUntaggedDenial(response);
    }
  }

  /** Belongs to the only pending command, provided that all commands before it were answered. */
  private void onUntaggedDenial(Response denial) {
    var pendingCommands = pending.values().toArray(PendingCommand[]::new);
    if (pendingCommands.length == 1 && !hasTimedOutCommand) {
      pendingCommands[0].accept(denial);
    }
  }

  private boolean isEcho(String text) {
    return pending.values().stream().anyMatch(pendingCommand -> pendingCommand.isEcho(text));
  }
}
