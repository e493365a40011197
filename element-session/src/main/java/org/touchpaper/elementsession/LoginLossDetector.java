package org.touchpaper.elementsession;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementsession.Tl1Outcome.Completed;
import org.touchpaper.elementsession.Tl1Outcome.Denied;
import org.touchpaper.elementsession.Tl1Outcome.NotSent;
import org.touchpaper.elementsession.Tl1Outcome.Partial;
import org.touchpaper.elementsession.Tl1Outcome.Unknown;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Detects from denied commands that the login on an element is lost.
 *
 * <p>PLNA and a bare denial mean that the session is not logged in, or concern only the command:
 * this user may not use it, or the element gives no reason. After such a denial, one probe is sent
 * on the same connection for all commands denied meanwhile. A denied command returns only when the
 * probe has completed, so that the next command is sent on a connection that is logged in.
 *
 * <p>The probe is RTRV-HDR. Some elements answer it without a login, and some never answer it for
 * this user ({@link KeepAliveDenialClassifier}). If two denials follow each other without another
 * answer in between, or if RTRV-HDR has no meaning, the probe is instead a query that was answered
 * before: of the list queries addressed to the element itself, the one with the shortest answer.
 *
 * <p>A connection without any data closes by its own timeout. A probe that times out while the
 * element sends other data proves nothing, and other commands may still be answered; the next
 * denial sends a new probe, RTRV-HDR first if a list query timed out.
 */
final class LoginLossDetector {

  /** Type and time of day may be returned without a login. */
  private static final Set<String> NON_LIST_COMMANDS = Set.of("RTRV-NETYPE", "RTRV-TOD");

  private final KeepAliveDenialClassifier keepAliveDenialClassifier;
  private final BiFunction<Tl1Connection, InputCommand, CompletableFuture<Tl1Outcome>> sender;

  private final AtomicReference<@Nullable AnsweredQuery> referenceQuery = new AtomicReference<>();

  /** The connection whose last answer was an ambiguous denial. */
  private volatile @Nullable Tl1Connection lastDeniedConnection;

  private @Nullable PendingProbe latestProbe;

  /** A query that a logged-in user can repeat, since it names no entity that could be absent. */
  private record AnsweredQuery(InputCommand command, int rowCount) {}

  /** A probe on a connection; completes when the state of the login is known. */
  private record PendingProbe(Tl1Connection connection, CompletableFuture<Void> completion) {}

  /**
   * @param sender sends a command on a connection
   */
  LoginLossDetector(
      KeepAliveDenialClassifier keepAliveDenialClassifier,
      BiFunction<Tl1Connection, InputCommand, CompletableFuture<Tl1Outcome>> sender) {
    this.keepAliveDenialClassifier = keepAliveDenialClassifier;
    this.sender = sender;
  }

  /** Evaluates the outcome of a command; completes when a probe that it requires has completed. */
  CompletableFuture<Void> onOutcome(
      InputCommand command, Tl1Outcome outcome, Tl1Connection connection) {
    return switch (outcome) {
      case Denied denied when NotLoggedInPatterns.matches(denied.text()) -> {
        closeAsLost(connection);
        yield CompletableFuture.completedFuture(null);
      }
      case Denied denied when NotLoggedInPatterns.matches(denied) -> probe(connection);
      case Completed _, Partial _, Denied _ -> {
        connection.markCommandAnswered();
        recordAnswer(command, outcome);
        yield CompletableFuture.completedFuture(null);
      }
      case NotSent _, Unknown _ -> CompletableFuture.completedFuture(null);
    };
  }

  private void recordAnswer(InputCommand command, Tl1Outcome outcome) {
    if (command.code().equals(KeepAliveDenialClassifier.COMMAND.code())) {
      return; // may be answered without a login
    }
    lastDeniedConnection = null;
    if (outcome instanceof Completed(var rows, _) && isListQuery(command)) {
      referenceQuery.accumulateAndGet(
          new AnsweredQuery(command, rows.size()), LoginLossDetector::preferShorter);
    }
  }

  /** With a TID, a gateway might forward the command to an element with its own logins. */
  private static boolean isListQuery(InputCommand command) {
    return command.isRead()
        && command.tid().isEmpty()
        && (command.aid().isEmpty() || command.aid().equalsIgnoreCase("ALL"))
        && !NON_LIST_COMMANDS.contains(command.code());
  }

  private static @Nullable AnsweredQuery preferShorter(
      @Nullable AnsweredQuery known, @Nullable AnsweredQuery candidate) {
    if (known == null || candidate == null) {
      return candidate;
    }
    var isSameCommand = candidate.command().equals(known.command()); // the list may have grown
    return isSameCommand || candidate.rowCount() <= known.rowCount() ? candidate : known;
  }

  private synchronized CompletableFuture<Void> probe(Tl1Connection connection) {
    var probe = latestProbe;
    if (probe == null || probe.connection() != connection || probe.completion().isDone()) {
      probe = new PendingProbe(connection, sendProbe(connection));
      latestProbe = probe;
    }
    return probe.completion();
  }

  private CompletableFuture<Void> sendProbe(Tl1Connection connection) {
    var query =
        lastDeniedConnection == connection || keepAliveDenialClassifier.isDenialMeaningless()
            ? referenceQuery.get()
            : null;
    lastDeniedConnection = connection;
    return query == null
        ? sender
            .apply(connection, KeepAliveDenialClassifier.COMMAND)
            .thenAccept(outcome -> onKeepAlive(outcome, connection))
        : sender
            .apply(connection, query.command())
            .thenAccept(outcome -> onRepeatedQuery(outcome, connection));
  }

  void onKeepAlive(Tl1Outcome outcome, Tl1Connection connection) {
    if (keepAliveDenialClassifier.indicatesLoss(outcome)) {
      closeAsLost(connection);
    } else {
      switch (outcome) {
        case Completed _, Partial _, Denied _ -> connection.markCommandAnswered();
        case NotSent _, Unknown _ -> {}
      }
    }
  }

  /**
   * A query that is denied is not used again, since the denial may be permanent. After a timeout,
   * the next probe is RTRV-HDR, because a denied command waits for the probe.
   */
  private void onRepeatedQuery(Tl1Outcome outcome, Tl1Connection connection) {
    switch (outcome) {
      case Denied denied when NotLoggedInPatterns.matches(denied) -> {
        referenceQuery.set(null);
        closeAsLost(connection);
      }
      case Completed _, Partial _, Denied _ -> {
        lastDeniedConnection = null;
        connection.markCommandAnswered();
      }
      case Unknown _ -> lastDeniedConnection = null;
      case NotSent _ -> {}
    }
  }

  private static void closeAsLost(Tl1Connection connection) {
    connection.close("the login is lost");
  }
}
