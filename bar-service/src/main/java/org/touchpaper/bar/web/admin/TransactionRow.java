package org.touchpaper.bar.web.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.touchpaper.bar.administration.OpenTransaction;
import org.touchpaper.bar.web.preference.PageTimeFormatter;

/**
 * An open transaction in words.
 *
 * @param booking the co-allocation that it serves; null if its id has another form
 * @param state what is known
 * @param waitsFor who has not answered
 * @param advice what to do
 * @param command a command for the command line; null if there is none to run
 */
record TransactionRow(
    String id,
    @Nullable String booking,
    Instant since,
    String age,
    String state,
    String waitsFor,
    String advice,
    @Nullable String command) {

  static TransactionRow of(
      OpenTransaction transaction,
      Collection<String> answering,
      Instant now,
      PageTimeFormatter times) {
    var id = transaction.id();
    return new TransactionRow(
        id,
        id.matches("[0-9a-f-]{36}\\.\\d+") ? id.substring(0, 36) : null,
        transaction.knownSince(),
        age(Duration.between(transaction.knownSince(), now)),
        state(transaction, now, times),
        waitsFor(transaction, answering),
        advice(transaction, answering, now),
        command(transaction, answering, now));
  }

  private static String age(Duration age) {
    return age.toHours() >= 48
        ? age.toDays() + " days"
        : age.toMinutes() >= 120
            ? age.toHours() + " hours"
            : age.toSeconds() >= 120 ? age.toMinutes() + " minutes" : age.toSeconds() + " seconds";
  }

  private static String state(OpenTransaction transaction, Instant now, PageTimeFormatter times) {
    if (transaction.decisions().size() > 1) {
      return "Acceptors report different decisions: " + join(transaction.decisions()) + ".";
    }
    if (!transaction.decisions().isEmpty()) {
      return "Decided: "
          + join(transaction.decisions())
          + ". The decision is not acknowledged by all resource managers.";
    }
    var until = times.both(transaction.voteBy());
    return now.isBefore(transaction.voteBy())
        ? "Undecided. Resource managers may vote until " + until + "."
        : "Undecided, although voting ended at " + until + ".";
  }

  private static String waitsFor(OpenTransaction transaction, Collection<String> answering) {
    var silent = new TreeSet<>(transaction.acceptors());
    silent.removeAll(answering);
    var managers =
        transaction.decisions().isEmpty() ? transaction.notVoted() : transaction.unacknowledged();
    var text = new StringBuilder();
    if (!managers.isEmpty()) {
      text.append(transaction.decisions().isEmpty() ? "No vote from " : "No acknowledgement from ");
      text.append(join(managers)).append(". ");
    }
    if (!transaction.aborted().isEmpty()) {
      text.append("Voted to abort: ").append(join(transaction.aborted())).append(". ");
    }
    if (!silent.isEmpty()) {
      text.append("Acceptors that do not answer: ").append(join(silent)).append(". ");
    }
    text.append("Known to ").append(join(transaction.knownBy())).append('.');
    return text.toString();
  }

  private static String advice(
      OpenTransaction transaction, Collection<String> answering, Instant now) {
    return switch (transaction.advice(answering, now)) {
      case WAIT -> "Wait: the acceptors decide by themselves when voting ends.";
      case START_RESOURCE_MANAGER ->
          "Start the resource manager that does not answer: it receives the decision and acknowledges"
              + " it. Only if it is lost for good, let the acceptors forget it:";
      case START_ACCEPTORS ->
          "Start the acceptors that do not answer: more than half of them must. Only if more than"
              + " half are lost for good, force the decision, after you checked every resource"
              + " manager:";
      case READ_LOGS ->
          "Enough acceptors answer to decide. If this stays for more than a minute, see what each of"
              + " them knows, and read their logs:";
      case CORRECT_BY_HAND ->
          "Resource managers may hold different results. See what each acceptor knows, then correct"
              + " each part by hand:";
    };
  }

  private static @Nullable String command(
      OpenTransaction transaction, Collection<String> answering, Instant now) {
    var id = transaction.id();
    return switch (transaction.advice(answering, now)) {
      case WAIT -> null;
      case START_RESOURCE_MANAGER ->
          "./touchpaper harc forget "
              + id
              + " "
              + transaction.unacknowledged().stream().findFirst().orElse("RM")
              + " --reason 'TEXT'";
      case START_ACCEPTORS -> "./touchpaper harc force " + id + " abort --reason 'TEXT'";
      case READ_LOGS, CORRECT_BY_HAND -> "./touchpaper harc explain " + id;
    };
  }

  private static String join(Set<String> names) {
    return String.join(", ", names);
  }
}
