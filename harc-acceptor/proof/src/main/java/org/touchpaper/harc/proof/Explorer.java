package org.touchpaper.harc.proof;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;

/**
 * Visits every state that the production machines can get into with so many processes and ballots,
 * whatever is lost, comes twice or late, and whoever crashes. What was said stays said, as in
 * PaxosCommit.tla: a message that may come at any time, often or never need not be lost.
 *
 * <p>A decision is put off: whoever has decided, or has heard, says nothing new for ever, so a way
 * to two decisions is as well one on which each is made last. In every state it is seen which
 * decisions are possible; only where they contradict each other, or a vote, are they made. What
 * somebody said who then forgot it in a crash counts as made; it is not told to anybody before.
 * That whoever hears of a decision says nothing more than before is looked at wherever one is
 * possible.
 */
public final class Explorer {
  private final Letters letters = new Letters();
  private final List<Participant<?>> processes = new ArrayList<>();
  private final States states = new States();
  private final int voters;
  private final int[] shifts;
  private final int[] widths;
  private long transitions;

  /**
   * How much is explored.
   *
   * @param resourceManagers how many vote
   * @param acceptors how many there are, an odd number
   * @param highestBallot the highest ballot that anybody leads
   * @param mutant the mistake put in
   */
  public record Scope(int resourceManagers, int acceptors, long highestBallot, Mutant mutant) {}

  /**
   * What was found.
   *
   * @param states how many states there are
   * @param transitions how many ways lead from one to another
   * @param violation the story of a state that must not be; null if there is none
   */
  public record Result(int states, long transitions, @Nullable String violation) {}

  /** Is told how far it has got. */
  @FunctionalInterface
  public interface Progress {
    void visited(int states, int waiting);
  }

  public Explorer(Scope scope) {
    var request = request(scope);
    var machines = new Machines(scope.mutant(), request.record());
    this.voters = scope.resourceManagers();
    for (var name : request.record().resourceManagers()) {
      processes.add(new Participant<>(name, new VoterActor(machines, name), letters));
    }
    for (var name : request.record().acceptors()) {
      var actor = new AcceptorActor(machines, request, name, scope.highestBallot());
      processes.add(new Participant<>(name, actor, letters));
    }
    this.shifts = new int[processes.size()];
    this.widths = new int[processes.size()];
    for (var i = 0; i < widths.length; i++) {
      widths[i] = i < voters ? 6 : Math.min(20, (64 - 6 * voters) / scope.acceptors());
      shifts[i] = i == 0 ? 0 : shifts[i - 1] + widths[i - 1];
    }
  }

  static Request request(Scope scope) {
    return Request.of(
        new TransactionId("t"),
        IntStream.rangeClosed(1, scope.acceptors()).mapToObj(i -> "a" + i).toList(),
        1,
        Times.VOTE_BY,
        new Caller("ada", "ucl", List.of(), "scientist", "c"),
        IntStream.rangeClosed(1, scope.resourceManagers())
            .mapToObj(i -> new Actions("rm" + i, "<x/>"))
            .toList());
  }

  public Result explore(Progress progress) {
    states.add(0, letters.set(free()), -1);
    var at = 0;
    try {
      for (; at < states.size(); at++) {
        visit(at);
        if (at % 50_000 == 0) {
          progress.visited(at, states.size() - at);
        }
      }
    } catch (Violation | IllegalStateException wrong) {
      return new Result(states.size(), transitions, story(at) + wrong.getMessage());
    }
    return new Result(states.size(), transitions, null);
  }

  /**
   * What somebody may say at the beginning who is none the wiser afterwards, as who begins, sends
   * Prepare, and crashes before it has written that it leads: it is said at once, since whatever is
   * said keeps nobody from anything.
   */
  Set<Letter> saidForNothing() {
    return free().stream().mapToObj(letters::get).collect(toSet());
  }

  private BitSet free() {
    var said = new BitSet();
    for (var process : processes) {
      for (var next : process.next(0, new BitSet())) {
        if (next.machine() == 0 && next.decision() == 0) {
          said.or(next.said());
        }
      }
    }
    return said;
  }

  private void visit(int state) {
    var inFlight = letters.set(states.letters(state));
    var prospects = prospects(state, letters.undecided(inFlight));
    prospects.check(voters);
    var decide = prospects.mayGoWrong(voters);
    if (decide) {
      prospects = prospects(state, inFlight);
    } else {
      hear(state, prospects);
    }
    for (var i = 0; i < processes.size(); i++) {
      for (var next : prospects.next().get(i)) {
        if (decide || next.decision() == 0) {
          transitions++;
          var machines = with(states.machines(state), i, next.machine());
          states.add(machines, letters.set(union(inFlight, next.said())), state);
        }
      }
    }
  }

  /** Puts to the test why decisions may be put off: whoever hears of one rests. */
  private void hear(int state, Prospects prospects) {
    var inFlight = letters.set(states.letters(state));
    var arriving = letters.undecided(inFlight);
    var decisions = letters.decided(inFlight);
    prospects
        .next()
        .forEach(all -> all.forEach(next -> decisions.or(letters.decided(next.said()))));
    for (var i = 0; i < processes.size(); i++) {
      var process = processes.get(i);
      var machine = machine(states.machines(state), i);
      for (var each = decisions.nextSetBit(0); each >= 0; each = decisions.nextSetBit(each + 1)) {
        if (!process.restsOn(each, machine, arriving)) {
          throw new Violation(process.name() + " hears a decision and says something new");
        }
      }
    }
  }

  /** What may come of a state in which these letters arrive. */
  private Prospects prospects(int state, BitSet arriving) {
    var claims = letters.claims(states.letters(state));
    var prepared = 0;
    var next = new ArrayList<List<Participant.Next>>();
    for (var i = 0; i < processes.size(); i++) {
      var machine = machine(states.machines(state), i);
      var own = processes.get(i).claims(machine);
      claims |= own & ~Claims.PREPARED;
      prepared += (own & Claims.PREPARED) != 0 ? 1 : 0;
      next.add(processes.get(i).next(machine, arriving));
    }
    return new Prospects(claims, prepared, next);
  }

  private static BitSet union(BitSet all, BitSet more) {
    if (more.isEmpty()) {
      return all;
    }
    var union = (BitSet) all.clone();
    union.or(more);
    return union;
  }

  private long with(long machines, int process, int machine) {
    if (machine >>> widths[process] != 0) {
      throw new UnsupportedOperationException(
          processes.get(process).name() + " has more states than there is room for");
    }
    var mask = ((1L << widths[process]) - 1) << shifts[process];
    return (machines & ~mask) | ((long) machine << shifts[process]);
  }

  private int machine(long machines, int process) {
    return (int) ((machines >>> shifts[process]) & ((1L << widths[process]) - 1));
  }

  private String story(int number) {
    var steps = new ArrayList<List<String>>();
    for (var at = number; states.originOf(at) >= 0; at = states.originOf(at)) {
      var before = states.originOf(at);
      var said = letters.set(states.letters(at));
      for (var i = 0; i < processes.size(); i++) {
        var from = machine(states.machines(before), i);
        var to = machine(states.machines(at), i);
        if (from != to) {
          var inFlight = letters.set(states.letters(before));
          steps.add(processes.get(i).tell(from, to, inFlight, said));
        }
      }
    }
    Collections.reverse(steps);
    return steps.stream().flatMap(List::stream).map(each -> each + "\n").collect(joining());
  }

  /** All that is ever said before a decision is, and which decisions it allows, as claims. */
  Map<Set<Letter>, Integer> sayings() {
    var all = new HashMap<Set<Letter>, Integer>();
    for (var state = 0; state < states.size(); state++) {
      var undecided = letters.undecided(letters.set(states.letters(state)));
      var said = undecided.stream().mapToObj(letters::get).collect(toSet());
      all.merge(said, prospects(state, undecided).decisions(), (a, b) -> a | b);
    }
    return all;
  }

  /** How many states each process has, for the curious. */
  public String sizes() {
    var text = new StringBuilder(letters.size() + " letters in " + letters.setCount() + " sets");
    for (var process : processes) {
      text.append(
          ", %s %d machines, %d views"
              .formatted(process.name(), process.machineCount(), process.viewCount()));
    }
    return text.toString();
  }
}
