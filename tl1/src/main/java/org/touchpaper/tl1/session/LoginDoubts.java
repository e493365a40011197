package org.touchpaper.tl1.session;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.session.Tl1Outcome.Completed;
import org.touchpaper.tl1.session.Tl1Outcome.Denied;
import org.touchpaper.tl1.session.Tl1Outcome.NotSent;
import org.touchpaper.tl1.session.Tl1Outcome.Partial;
import org.touchpaper.tl1.session.Tl1Outcome.Unknown;

/**
 * What the answers to commands say of the login they were sent under.
 *
 * <p>PLNA and a bare denial mean that nobody is logged in, or are the command's own: this user may
 * not give it, or the element says no more of what it will not do. Then a sign of life is asked for
 * on the same connection, one for all that are denied meanwhile. Whoever was denied hears of it
 * when it is known which of the two it is, so that what they send next goes to an element that
 * knows us.
 *
 * <p>Some elements may answer RTRV-HDR to anybody, and some never answer it to this user ({@link
 * SignOfLife}). So where one denial follows another and nothing else was answered between, or
 * RTRV-HDR means nothing, a retrieval of all of a kind that was answered is asked again: of those
 * addressed to the element itself the one with the shortest answer.
 *
 * <p>Silence closes the connection by itself. What is not answered while the element talks says
 * nothing of the login, and whatever else it was asked may still be answered: the next denial asks
 * again, by RTRV-HDR first where a list did not come.
 */
final class LoginDoubts {

  /** What it is and what time it is may be told to anybody. */
  private static final Set<String> NO_LISTS = Set.of("RTRV-NETYPE", "RTRV-TOD");

  private final SignOfLife signOfLife;
  private final BiFunction<Connection, InputCommand, CompletableFuture<Tl1Outcome>> asking;

  private final AtomicReference<@Nullable Answered> answered = new AtomicReference<>();

  /** Where the last answer was an ambiguous denial. */
  private volatile @Nullable Connection denied;

  private @Nullable Question latest;

  /** What a user who is logged in is answered, for it names nothing that might be absent. */
  private record Answered(InputCommand command, int rows) {}

  /** Whether somebody is logged in on this connection; settled once that is known. */
  private record Question(Connection on, CompletableFuture<Void> settled) {}

  /**
   * @param asking sends a command of ours on a connection
   */
  LoginDoubts(
      SignOfLife signOfLife,
      BiFunction<Connection, InputCommand, CompletableFuture<Tl1Outcome>> asking) {
    this.signOfLife = signOfLife;
    this.asking = asking;
  }

  /** Completed once what was answered to this command, and what it calls for, has been heeded. */
  CompletableFuture<Void> heed(InputCommand command, Tl1Outcome outcome, Connection on) {
    return switch (outcome) {
      case Denied denial when LoginLost.says(denial.text()) -> {
        lost(on);
        yield CompletableFuture.completedFuture(null);
      }
      case Denied denial when LoginLost.says(denial) -> ask(on);
      case Completed _, Partial _, Denied _ -> {
        on.proves();
        note(command, outcome);
        yield CompletableFuture.completedFuture(null);
      }
      case NotSent _, Unknown _ -> CompletableFuture.completedFuture(null);
    };
  }

  private void note(InputCommand command, Tl1Outcome outcome) {
    if (command.code().equals(SignOfLife.COMMAND.code())) {
      return; // which anybody may be answered
    }
    denied = null;
    if (outcome instanceof Completed(var rows, _) && isOfAll(command)) {
      answered.accumulateAndGet(new Answered(command, rows.size()), LoginDoubts::shorter);
    }
  }

  /** A gateway may ask another element, which has logins of its own, for what names its TID. */
  private static boolean isOfAll(InputCommand command) {
    return command.isRead()
        && command.tid().isEmpty()
        && (command.aid().isEmpty() || command.aid().equalsIgnoreCase("ALL"))
        && !NO_LISTS.contains(command.code());
  }

  private static @Nullable Answered shorter(@Nullable Answered known, @Nullable Answered latest) {
    if (known == null || latest == null) {
      return latest;
    }
    var isTheSame = latest.command().equals(known.command()); // it may have grown
    return isTheSame || latest.rows() <= known.rows() ? latest : known;
  }

  private synchronized CompletableFuture<Void> ask(Connection on) {
    var question = latest;
    if (question == null || question.on() != on || question.settled().isDone()) {
      question = new Question(on, asked(on));
      latest = question;
    }
    return question.settled();
  }

  private CompletableFuture<Void> asked(Connection on) {
    var other = denied == on || signOfLife.meansNothing() ? answered.get() : null;
    denied = on;
    return other == null
        ? asking.apply(on, SignOfLife.COMMAND).thenAccept(life -> heedLife(life, on))
        : asking.apply(on, other.command()).thenAccept(again -> heedAgain(again, on));
  }

  /** The same of a sign of life. */
  void heedLife(Tl1Outcome life, Connection on) {
    if (signOfLife.tellsOfLoss(life)) {
      lost(on);
    } else {
      switch (life) {
        case Completed _, Partial _, Denied _ -> on.proves();
        case NotSent _, Unknown _ -> {}
      }
    }
  }

  /**
   * What was answered once and is denied now may be so for ever: it is not asked again. Nor is what
   * did not come asked for with each denial: whoever was denied waits for it.
   */
  private void heedAgain(Tl1Outcome again, Connection on) {
    switch (again) {
      case Denied denial when LoginLost.says(denial) -> {
        answered.set(null);
        lost(on);
      }
      case Completed _, Partial _, Denied _ -> {
        denied = null;
        on.proves();
      }
      case Unknown _ -> denied = null;
      case NotSent _ -> {}
    }
  }

  private static void lost(Connection on) {
    on.close("the login is lost");
  }
}
