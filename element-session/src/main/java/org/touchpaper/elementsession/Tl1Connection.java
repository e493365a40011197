package org.touchpaper.elementsession;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.connection.ElementConnection;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.SessionTranscriptRecorder;
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
final class Tl1Connection extends ElementConnection {

  /** The CTAG in an element's answer to a command whose CTAG it could not parse. */
  private static final String NO_CTAG = "0";

  private final Consumer<AutonomousMessage> listener;
  private final MessageDecoder decoder = new MessageDecoder();
  private final Map<String, PendingCommand> pending = new ConcurrentHashMap<>();
  private final AtomicLong receivedChunks = new AtomicLong();
  private final AtomicInteger answeredCommands = new AtomicInteger();
  private volatile boolean hasTimedOutCommand;

  private Tl1Connection(
      ElementEndpoint endpoint,
      SessionTiming timing,
      SessionTranscriptRecorder transcript,
      Consumer<AutonomousMessage> listener)
      throws IOException {
    super(endpoint, timing, transcript);
    this.listener = listener;
  }

  static Tl1Connection open(
      ElementEndpoint endpoint,
      SessionTiming timing,
      SessionTranscriptRecorder transcript,
      Consumer<AutonomousMessage> listener)
      throws IOException {
    var connection = new Tl1Connection(endpoint, timing, transcript, listener);
    connection.startReading("tl1");
    return connection;
  }

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
    if (isClosing()) {
      pendingCommand.complete(new NotSent("the connection is closed"));
      return pendingCommand.outcome();
    }
    pendingCommand.startTimers();
    write(MessageEncoder.toBytes(text), List.of(text), () -> written.set(true));
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
  protected void onClosing(String reason) {
    var unknown = new Unknown("connection lost: " + reason);
    pending.values().forEach(pendingCommand -> pendingCommand.complete(unknown));
  }

  @Override
  protected void onReceived(byte[] buffer, int length) {
    receivedChunks.incrementAndGet();
    decoder.feed(buffer, 0, length).forEach(this::receive);
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
