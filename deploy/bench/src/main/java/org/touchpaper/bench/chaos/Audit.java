package org.touchpaper.bench.chaos;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.touchpaper.harc.commit.Knowledge.Outcome;

/**
 * What must be true when all is quiet: the acceptors name one decision for each transaction, it is
 * what the client was told, no booking is there by halves, nothing is left over with anybody, and
 * one in eight at least of what was asked for was committed, or one in thirty on a short day.
 */
final class Audit {
  private static final Set<String> IS_THERE = Set.of("COMMITTED", "ACTIVE");

  /** So many calls make a long day. */
  private static final int LONG_DAY = 500;

  /**
   * One in so many is committed at least on a long day. On a busy machine one in four or five is:
   * rivals take each other's nodes, and votes come late.
   */
  private static final int LEAST = 8;

  /**
   * And on a short one. On a day on which each call meets some misfortune, with three acceptors and
   * so many others at work that who was killed needs half a minute to be up again, it was one in
   * thirteen.
   */
  private static final int LEAST_OF_SHORT_DAY = 30;

  private final Books books;
  private final List<String> violations = new ArrayList<>();

  private Audit(Books books) {
    this.books = books;
  }

  /** Every sentence names something that must not be; none if all is well. */
  static List<String> of(Collection<Call> calls, Books books) {
    var audit = new Audit(books);
    var decisions = new HashMap<String, Outcome>();
    calls.forEach(call -> decisions.put(call.transaction(), audit.decision(call)));
    audit.bookings(calls, decisions);
    audit.leftovers();
    audit.worth(decisions.values());
    return List.copyOf(audit.violations);
  }

  private void wrong(Call call, String sentence) {
    violations.add(call.transaction() + " (" + call.kind() + " " + call.ident() + ") " + sentence);
  }

  /** What became of it; UNKNOWN if nobody was ever asked to vote. */
  private Outcome decision(Call call) {
    var said = EnumSet.noneOf(Outcome.class);
    var undecided = new TreeSet<String>();
    books
        .acceptors()
        .forEach((acceptor, answers) -> {
          var answer = answers.getOrDefault(call.transaction(), Outcome.UNKNOWN);
          said.add(answer);
          if (answer == Outcome.UNDECIDED) {
            undecided.add(acceptor);
          }
        });
    var decided = EnumSet.copyOf(said);
    decided.retainAll(Set.of(Outcome.COMMIT, Outcome.ABORT));
    if (decided.size() > 1) {
      wrong(call, "was decided twice: " + said);
    }
    if (!undecided.isEmpty()) {
      wrong(call, "is still undecided at " + undecided);
    }
    var decision = decided.isEmpty() ? Outcome.UNKNOWN : decided.iterator().next();
    if (!call.told().stream().allMatch(told -> isTrue(told, decision))) {
      wrong(call, "ended " + decision + ", and the client was told " + call.told());
    }
    if (call.wasNotStarted()) {
      checkNothingWasSent(call, decision);
    }
    return decision;
  }

  /** Who asks again may be told NOT_STARTED though an earlier asking has begun it. */
  private static boolean isTrue(Outcome told, Outcome decision) {
    return switch (told) {
      case COMMIT, ABORT -> decision == told;
      case NOT_STARTED, UNDECIDED, UNKNOWN -> true;
      case OTHER_RECORD -> false;
    };
  }

  private void checkNothingWasSent(Call call, Outcome decision) {
    var voters = new TreeSet<String>();
    books
        .prepared()
        .forEach((rm, all) -> {
          if (all.contains(call.transaction())) {
            voters.add(rm);
          }
        });
    if (decision == Outcome.COMMIT || !voters.isEmpty()) {
      wrong(
          call,
          "ended " + decision + " with " + voters + " prepared: nothing, it was said, was sent");
    }
  }

  private void bookings(Collection<Call> calls, Map<String, Outcome> decisions) {
    for (var call : calls) {
      if (call.kind() == Call.Kind.MAKE) {
        booking(call, history(calls, decisions, call.ident()));
      }
    }
    var known = calls.stream().map(Call::ident).collect(Collectors.toUnmodifiableSet());
    books
        .bookings()
        .forEach((rm, all) ->
            all.keySet().stream()
                .filter(ident -> !known.contains(ident))
                .forEach(
                    ident -> violations.add(rm + " has " + ident + ", which nobody asked for")));
  }

  /** What was decided to do to a booking, in order: each is asked for when the last is known. */
  private static List<Call> history(
      Collection<Call> calls, Map<String, Outcome> decisions, String ident) {
    return calls.stream()
        .filter(call -> call.ident().equals(ident))
        .filter(call -> decisions.get(call.transaction()) == Outcome.COMMIT)
        .sorted(Comparator.comparingInt(Call::number))
        .toList();
  }

  private void booking(Call call, List<Call> history) {
    for (var rm : call.resourceManagers()) {
      var booking =
          Optional.ofNullable(books.bookings().getOrDefault(rm, Map.of()).get(call.ident()));
      var state = booking.map(Books.Booking::state).orElse("ABORTED");
      var expected = state(history, books.readAt());
      if (!state.equals(expected)) {
        wrong(call, "is " + state + " at " + rm + " and should be " + expected);
      } else if (IS_THERE.contains(state)) {
        var is = booking.map(Books.Booking::is).orElseThrow();
        var wanted = history.getLast().wanted();
        if (!is.equals(wanted)) {
          wrong(call, "is " + is + " at " + rm + " and should be " + wanted);
        }
      }
      machine(call, rm, booking.filter(_ -> state.equals("ACTIVE")));
    }
  }

  /** The machine itself knows of what is up, as it is booked, and of nothing else. */
  private void machine(Call call, String rm, Optional<Books.Booking> up) {
    var told =
        Optional.ofNullable(books.machines().getOrDefault(rm, Map.of()).get(call.ident()))
            .map(Books.OnMachine::toString)
            .orElse("nothing");
    var expected =
        up.map(Books.Booking::is)
            .map(is -> new Books.OnMachine(is.end(), is.nodes()).toString())
            .orElse("nothing");
    if (!told.equals(expected)) {
      wrong(call, "has " + told + " on the machine of " + rm + " and should have " + expected);
    }
  }

  private static String state(List<Call> history, Instant now) {
    if (history.isEmpty()) {
      return "ABORTED";
    }
    var wanted = history.getLast().wanted();
    if (wanted == null) {
      return "CANCELLED";
    }
    return wanted.isUp(now) ? "ACTIVE" : "COMMITTED";
  }

  /** A day on which hardly anything is decided for has proved nothing. */
  private void worth(Collection<Outcome> decisions) {
    var commits = decisions.stream().filter(Outcome.COMMIT::equals).count();
    var least = decisions.size() < LONG_DAY ? LEAST_OF_SHORT_DAY : LEAST;
    if (commits * least < decisions.size()) {
      violations.add(
          "only %d of %d transactions were committed, fewer than one in %d"
              .formatted(commits, decisions.size(), least));
    }
  }

  private void leftovers() {
    books
        .open()
        .forEach((acceptor, listed) -> {
          if (!listed.isEmpty()) {
            violations.add(acceptor + " has not done with " + listed);
          }
        });
    books
        .unfinished()
        .forEach((rm, count) -> {
          if (count > 0) {
            violations.add(rm + " has not carried out " + count + " transactions");
          }
        });
    books
        .nodesHeld()
        .forEach((rm, held) -> {
          var states = books.bookings().getOrDefault(rm, Map.of()).values();
          var committed = states.stream().filter(it -> IS_THERE.contains(it.state())).count();
          if (held != committed) {
            violations.add(rm + " keeps nodes for " + held + " bookings, and has " + committed);
          }
        });
    books
        .crooked()
        .forEach((rm, count) -> {
          if (count > 0) {
            violations.add(rm + " keeps " + count + " nodes otherwise than they are booked");
          }
        });
  }
}
