package org.touchpaper.tl1.session;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.Acknowledgement;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.Response;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/**
 * A command whose outcome is awaited: each acknowledgement and segment gives the element time for
 * the next, up to a limit for the whole.
 */
final class Pending {

  private final InputCommand command;
  private final String text;
  private final Timing timing;
  private final Consumer<Pending> ended;
  private final Exchange exchange;
  private final CompletableFuture<Tl1Outcome> outcome = new CompletableFuture<>();
  private Waker.@Nullable Call answer;
  private Waker.@Nullable Call limit;
  private volatile boolean gaveUp;

  /** How many characters of the text were heard as an echo. */
  private int echoed;

  private boolean over;

  /**
   * @param text the command as it goes over the line
   * @param ended told once when the outcome is known, just before those who wait for it
   */
  Pending(InputCommand command, String text, Timing timing, Consumer<Pending> ended) {
    this.command = command;
    this.text = text;
    this.timing = timing;
    this.ended = ended;
    this.exchange = new Exchange(command.isRead());
  }

  InputCommand command() {
    return command;
  }

  /**
   * True if these words are the command as the element echoes it, or the next line of it where the
   * element wraps that. A prompt may stand before the first, which then is none of ours to hide:
   * only what goes on from it no longer looks like what carries a password. Asked by one thread.
   */
  boolean isEchoedBy(String words) {
    var line = words.strip();
    if (words.contains(text)) {
      echoed = text.length();
      return true;
    }
    if (!line.isEmpty() && goesOnWith(line)) {
      return true;
    }
    var begun = begunBy(line);
    echoed = begun > 0 ? begun : echoed;
    return begun > 0 && begun == line.length();
  }

  private boolean goesOnWith(String line) {
    var from = echoed;
    while (from < text.length() && text.charAt(from) == ' ') {
      from++;
    }
    var goesOn = echoed > 0 && text.startsWith(line, from);
    echoed = goesOn ? from + line.length() : echoed;
    return goesOn;
  }

  /** How much of the command's beginning stands at the end of a line. */
  private int begunBy(String line) {
    for (var at = Math.max(0, line.length() - text.length()); at < line.length(); at++) {
      if (text.startsWith(line.substring(at))) {
        return line.length() - at;
      }
    }
    return 0;
  }

  /** Always completes, and never exceptionally. */
  CompletableFuture<Tl1Outcome> outcome() {
    return outcome;
  }

  /** True if it ended because nothing came in time. */
  boolean gaveUp() {
    return gaveUp;
  }

  /** Begins to wait. */
  synchronized void arm() {
    if (over) {
      return;
    }
    limit = timing.waker().after(timing.limit(), () -> giveUp("no end within " + timing.limit()));
    armAnswer();
  }

  void on(Acknowledgement acknowledgement) {
    step(exchange.on(acknowledgement));
  }

  void on(Response response) {
    step(exchange.on(response));
  }

  void complete(Tl1Outcome known) {
    complete(known, false);
  }

  /** An answer and the end of patience may come at the same moment: one of them counts. */
  private void complete(Tl1Outcome known, boolean inSilence) {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      gaveUp = inSilence;
      cancel(answer);
      cancel(limit);
    }
    ended.accept(this);
    outcome.complete(known);
  }

  private void step(Optional<Tl1Outcome> known) {
    if (known.isPresent()) {
      complete(known.get());
    } else {
      synchronized (this) {
        cancel(answer);
        armAnswer();
      }
    }
  }

  private synchronized void armAnswer() {
    if (!over) {
      answer =
          timing
              .waker()
              .after(timing.answer(), () -> giveUp("no answer within " + timing.answer()));
    }
  }

  private void giveUp(String what) {
    complete(new Unknown(what + " to " + command.code()), true);
  }

  private static void cancel(Waker.@Nullable Call call) {
    if (call != null) {
      call.cancel();
    }
  }
}
