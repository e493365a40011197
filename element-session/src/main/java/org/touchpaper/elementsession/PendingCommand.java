package org.touchpaper.elementsession;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.elementsession.connection.DelayScheduler;
import org.touchpaper.elementsession.connection.SessionTiming;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.Response;

/**
 * A command that waits for its outcome. Each acknowledgement and segment restarts the answer
 * timeout, within the limit of the total timeout.
 */
final class PendingCommand {

  private final InputCommand command;
  private final String text;
  private final SessionTiming timing;
  private final Consumer<PendingCommand> completionListener;
  private final ResponseCollector responseCollector;
  private final CompletableFuture<Tl1Outcome> outcome = new CompletableFuture<>();
  private DelayScheduler.@Nullable ScheduledCall answerTimer;
  private DelayScheduler.@Nullable ScheduledCall totalTimer;
  private volatile boolean hasTimedOut;

  /** The number of characters of the text received as echo so far. */
  private int echoedLength;

  private boolean isCompleted;

  /**
   * @param text the encoded command
   * @param completionListener called once, just before the outcome completes
   */
  PendingCommand(
      InputCommand command,
      String text,
      SessionTiming timing,
      Consumer<PendingCommand> completionListener) {
    this.command = command;
    this.text = text;
    this.timing = timing;
    this.completionListener = completionListener;
    this.responseCollector = new ResponseCollector(command.isRead());
  }

  InputCommand command() {
    return command;
  }

  /**
   * True if this line is the element's echo of the command, or of a further part where the element
   * wraps it. A prompt before the first part is not hidden; a later part no longer looks like a
   * command with a password, which masking would find. Called by one thread only.
   */
  boolean isEcho(String received) {
    var line = received.strip();
    if (received.contains(text)) {
      echoedLength = text.length();
      return true;
    }
    if (!line.isEmpty() && continuesEcho(line)) {
      return true;
    }
    var prefixLength = echoedPrefixLength(line);
    echoedLength = prefixLength > 0 ? prefixLength : echoedLength;
    return prefixLength > 0 && prefixLength == line.length();
  }

  private boolean continuesEcho(String line) {
    var from = echoedLength;
    while (from < text.length() && text.charAt(from) == ' ') {
      from++;
    }
    var isContinued = echoedLength > 0 && text.startsWith(line, from);
    echoedLength = isContinued ? from + line.length() : echoedLength;
    return isContinued;
  }

  /** The length of the command's beginning that ends this line. */
  private int echoedPrefixLength(String line) {
    for (var start = Math.max(0, line.length() - text.length()); start < line.length(); start++) {
      if (text.startsWith(line.substring(start))) {
        return line.length() - start;
      }
    }
    return 0;
  }

  /** Always completes, and never exceptionally. */
  CompletableFuture<Tl1Outcome> outcome() {
    return outcome;
  }

  boolean hasTimedOut() {
    return hasTimedOut;
  }

  synchronized void startTimers() {
    if (isCompleted) {
      return;
    }
    totalTimer =
        timing.schedule(
            timing.totalTimeout(),
            () -> timeOut("no complete answer within " + timing.totalTimeout()));
    startAnswerTimer();
  }

  void accept(Acknowledgement acknowledgement) {
    advance(responseCollector.accept(acknowledgement));
  }

  void accept(Response response) {
    advance(responseCollector.accept(response));
  }

  void complete(Tl1Outcome result) {
    complete(result, false);
  }

  /** An answer and a timeout may coincide; the first one counts. */
  private void complete(Tl1Outcome result, boolean isTimeout) {
    synchronized (this) {
      if (isCompleted) {
        return;
      }
      isCompleted = true;
      hasTimedOut = isTimeout;
      cancel(answerTimer);
      cancel(totalTimer);
    }
    completionListener.accept(this);
    outcome.complete(result);
  }

  private void advance(Optional<Tl1Outcome> result) {
    if (result.isPresent()) {
      complete(result.get());
    } else {
      synchronized (this) {
        cancel(answerTimer);
        startAnswerTimer();
      }
    }
  }

  private synchronized void startAnswerTimer() {
    if (!isCompleted) {
      answerTimer =
          timing.schedule(
              timing.answerTimeout(), () -> timeOut("no answer within " + timing.answerTimeout()));
    }
  }

  private void timeOut(String reason) {
    complete(new Unknown(reason + " to " + command.code()), true);
  }

  private static void cancel(DelayScheduler.@Nullable ScheduledCall call) {
    if (call != null) {
      call.cancel();
    }
  }
}
