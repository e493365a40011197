package org.touchpaper.elementsession;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementsession.connection.DelayScheduler;
import org.touchpaper.elementsession.connection.ElementConnection;
import org.touchpaper.elementsession.connection.ElementEndpoint;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.elementsession.transcript.SessionTranscriptRecorder;
import org.touchpaper.tl1.codec.PasswordMasker;

/**
 * One connection to a CLI. It sends a line and reads everything from the line's echo to the next
 * prompt. Output before the echo, or without one, does not belong to the line: a prompt alone is
 * never an empty answer.
 */
final class CliConnection extends ElementConnection {

  private static final int MAX_ANSWER_CHARS = 4_000_000;

  private final StringBuilder received = new StringBuilder();
  private CompletableFuture<CliAnswer> expectedAnswer = new CompletableFuture<>();
  private @Nullable String expectedEcho;
  private @Nullable String hostname;
  private volatile String typedSecret = "";
  private DelayScheduler.@Nullable ScheduledCall timeout;
  private Instant answerDeadline = Instant.MIN;

  private CliConnection(
      ElementEndpoint endpoint, SessionTiming timing, SessionTranscriptRecorder transcript)
      throws IOException {
    super(endpoint, timing, transcript);
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
      ElementEndpoint endpoint, SessionTiming timing, SessionTranscriptRecorder transcript)
      throws IOException {
    var connection = new CliConnection(endpoint, timing, transcript);
    connection.startReading("cli");
    return connection;
  }

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
    if (isClosing()) {
      throw new ConnectionLostException(closeReason(), false);
    }
    startTimeout();
    write(toBytes(typed), List.of(secret ? "****" : masked(typed)));
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
    var limit = timing.answerTimeout();
    timeout = timing.schedule(limit, () -> close("no prompt within " + limit));
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

  /** Sends a line without waiting for its answer. */
  void sendWithoutAnswer(String line) {
    if (!isClosing()) {
      write(toBytes(line), List.of(line));
    }
  }

  @Override
  protected void onClosing(String reason) {
    CompletableFuture<CliAnswer> waiting;
    synchronized (this) {
      waiting = expectedAnswer;
    }
    waiting.completeExceptionally(new ConnectionLostException(reason, true));
  }

  private static byte[] toBytes(String line) {
    return (line + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
  }

  private CliAnswer await(CompletableFuture<CliAnswer> answer) throws ConnectionLostException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw new ConnectionLostException(closeReason(), true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      close("interrupted");
      throw new ConnectionLostException("interrupted while waiting", true);
    } finally {
      cancelTimeout();
    }
  }

  @Override
  protected void onReceived(byte[] buffer, int length) {
    extendTimeout();
    receive(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
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
      close("more than " + MAX_ANSWER_CHARS + " characters without a prompt");
      return;
    }
    if (CliAnswer.isPagerPrompt(received)) {
      close("the element waits at --More-- although terminal length is 0");
      return;
    }
    CliAnswer.parse(received, expectedEcho, hostname)
        .ifPresent(answer -> {
          for (var line : received.toString().lines().toList()) {
            if (!line.isBlank()) {
              transcript.recordReceived(masked(line.stripTrailing()));
            }
          }
          received.setLength(0);
          expectedAnswer.complete(answer);
        });
  }
}
