package org.touchpaper.elementsession;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementsession.connection.DelayScheduler;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.ReconnectingConnection;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.TranscriptWriter;
import org.touchpaper.elementsession.transport.DuplexStream;
import org.touchpaper.tl1.codec.PasswordMasker;

/**
 * One connection to a CLI. It sends a line and reads everything from the line's echo to the next
 * prompt. Output before the echo, or without one, does not belong to the line: a prompt alone is
 * never an empty answer.
 */
final class CliConnection implements ReconnectingConnection.ElementConnection {

  private static final int MAX_ANSWER_CHARS = 4_000_000;

  private final SessionTiming timing;
  private final TranscriptWriter transcript;
  private final DuplexStream stream;
  private final StringBuilder received = new StringBuilder();
  private CompletableFuture<CliAnswer> expectedAnswer = new CompletableFuture<>();
  private @Nullable String expectedEcho;
  private @Nullable String hostname;
  private volatile String typedSecret = "";
  private volatile boolean hasAnsweredCommand;
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private volatile @Nullable String closeReason;
  private volatile Instant lastReceived;
  private DelayScheduler.@Nullable ScheduledCall timeout;
  private Instant answerDeadline = Instant.MIN;

  private CliConnection(SessionTiming timing, TranscriptWriter transcript, DuplexStream stream) {
    this.timing = timing;
    this.transcript = transcript;
    this.stream = stream;
    this.lastReceived = timing.clock().instant();
  }

  /** The connection broke or timed out; the line sent last may have been carried out. */
  static final class ConnectionLostException extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean wasTyped;

    private ConnectionLostException(String reason, boolean wasTyped) {
      super(reason);
      this.wasTyped = wasTyped;
    }

    /** False if no byte of the line was sent. */
    boolean wasTyped() {
      return wasTyped;
    }
  }

  static CliConnection open(
      ElementEndpoint endpoint, SessionTiming timing, TranscriptWriter transcript)
      throws IOException {
    var stream = endpoint.connect(timing);
    transcript.recordEvent("connected");
    var connection = new CliConnection(timing, transcript, stream);
    Thread.ofVirtual().name("cli-" + endpoint.tid()).start(connection::read);
    return connection;
  }

  @Override
  public boolean isClosing() {
    return closeReason != null;
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

  /** The prompt that the element sends on connecting. */
  CliAnswer greeting() throws ConnectionLostException {
    startTimeout();
    return await(expectedAnswer);
  }

  /** Sends a line; the answer is the text between its echo and the next prompt. */
  CliAnswer type(String typed) throws ConnectionLostException {
    return type(typed, false, typed.isBlank() ? null : typed.strip());
  }

  /** Sends an answer to a login prompt, echoed or not; a secret is masked in the transcript. */
  CliAnswer reply(String typed, boolean secret) throws ConnectionLostException {
    return type(typed, secret, null);
  }

  private CliAnswer type(String typed, boolean secret, @Nullable String echo)
      throws ConnectionLostException {
    var answer = expectAnswer(echo);
    this.typedSecret = secret ? typed : "";
    if (closeReason != null) {
      throw new ConnectionLostException(String.valueOf(closeReason), false);
    }
    startTimeout();
    transcript.recordSent(secret ? "****" : masked(typed));
    try {
      write(typed);
    } catch (IOException e) {
      close("cannot write: " + e.getMessage());
    }
    return await(answer);
  }

  private synchronized CompletableFuture<CliAnswer> expectAnswer(@Nullable String echo) {
    received.setLength(0);
    expectedEcho = echo;
    expectedAnswer = new CompletableFuture<>();
    return expectedAnswer;
  }

  private synchronized void startTimeout() {
    answerDeadline = timing.clock().instant().plus(timing.totalTimeout());
    scheduleTimeout();
  }

  /** Restarts the answer timeout on received data, within the limit of the total timeout. */
  private synchronized void extendTimeout() {
    if (timeout != null
        && !timing.clock().instant().plus(timing.answerTimeout()).isAfter(answerDeadline)) {
      timeout.cancel();
      scheduleTimeout();
    }
  }

  private void scheduleTimeout() {
    timeout =
        timing
            .scheduler()
            .schedule(
                timing.answerTimeout(), () -> close("no prompt within " + timing.answerTimeout()));
  }

  private synchronized void cancelTimeout() {
    if (timeout != null) {
      timeout.cancel();
      timeout = null;
    }
  }

  /** Accepts only prompts that begin with this host name. */
  void expectHostname(String name) {
    hostname = name;
  }

  /** Sends a line without waiting for its answer, and closes. */
  void sendAndClose(String logoutCommand) {
    if (closeReason == null) {
      transcript.recordSent(logoutCommand);
      try {
        write(logoutCommand);
      } catch (IOException e) {
        transcript.recordEvent("closing: " + e.getMessage());
      }
    }
    close("the session was closed");
  }

  @Override
  public void close(String reason) {
    CompletableFuture<CliAnswer> waiting;
    synchronized (this) {
      if (closeReason != null) {
        return;
      }
      closeReason = reason;
      waiting = expectedAnswer;
    }
    transcript.recordEvent(reason);
    waiting.completeExceptionally(new ConnectionLostException(reason, true));
    Thread.startVirtualThread(() -> closeStream(reason)); // only the next login waits for it
  }

  private void closeStream(String reason) {
    try {
      stream.close();
    } catch (IOException e) {
      transcript.recordEvent("closing: " + e.getMessage());
    } finally {
      closed.complete(reason);
    }
  }

  /** Not locked, so that closing never waits for a write; the session sends one line at a time. */
  private void write(String typed) throws IOException {
    stream.write((typed + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  private CliAnswer await(CompletableFuture<CliAnswer> answer) throws ConnectionLostException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new ConnectionLostException(String.valueOf(closeReason), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close("interrupted");
      throw new ConnectionLostException("interrupted while waiting", true);
    } finally {
      cancelTimeout();
    }
  }

  private void read() {
    var buffer = new byte[8192];
    try {
      for (var length = stream.read(buffer); length >= 0; length = stream.read(buffer)) {
        lastReceived = timing.clock().instant();
        extendTimeout();
        receive(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
      }
      close("the element closed the connection");
    } catch (IOException e) {
      close("connection broken: " + e.getMessage());
    }
  }

  /** Some elements echo even a password. */
  private String masked(String text) {
    var secret = typedSecret;
    return PasswordMasker.maskCli(secret.isEmpty() ? text : text.replace(secret, "****"));
  }

  private synchronized void receive(String data) {
    received.append(data);
    if (received.length() > MAX_ANSWER_CHARS) {
      received.setLength(0);
      Thread.startVirtualThread(
          () -> close("more than " + MAX_ANSWER_CHARS + " characters without a prompt"));
      return;
    }
    if (CliAnswer.isPagerPrompt(received)) {
      Thread.startVirtualThread(
          () -> close("the element waits at --More-- although terminal length is 0"));
      return;
    }
    CliAnswer.parse(received, expectedEcho, hostname)
        .ifPresent(answer -> {
          received
              .toString()
              .lines()
              .filter(receivedLine -> !receivedLine.isBlank())
              .forEach(
                  receivedLine -> transcript.recordReceived(masked(receivedLine.stripTrailing())));
          received.setLength(0);
          expectedAnswer.complete(answer);
        });
  }
}
