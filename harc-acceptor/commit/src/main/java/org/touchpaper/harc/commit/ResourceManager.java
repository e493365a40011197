package org.touchpaper.harc.commit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.VoterEffect.Ask;
import org.touchpaper.harc.commit.VoterEffect.CarryOut;
import org.touchpaper.harc.commit.VoterEffect.Hold;
import org.touchpaper.harc.commit.VoterEffect.Persist;
import org.touchpaper.harc.commit.VoterEffect.Reject;
import org.touchpaper.harc.commit.VoterEffect.Send;
import org.touchpaper.harc.commit.VoterEffect.Wake;

/**
 * One resource manager's part in one transaction (Gray and Lamport, section 2 and 4.2): it holds,
 * votes once, and after <i>prepared</i> never gives up by itself; it asks until it knows (DESIGN
 * decision 2). A note longer than {@link TransactionRecord#longestNote} is never voted: the vote is
 * aborted, without a note.
 *
 * @param name the voter
 * @param timing its patience
 * @param ledger what is durable; null while the id is unknown here
 */
public record ResourceManager(String name, Timing timing, @Nullable Ledger ledger) {

  /** The next state, and what to do, in order. */
  public record Step(ResourceManager next, List<VoterEffect> effects) {
    public Step {
      effects = List.copyOf(effects);
    }
  }

  /** A resource manager that has never heard of the transaction. */
  public static ResourceManager fresh(String name, Timing timing) {
    return new ResourceManager(name, timing, null);
  }

  public Step on(VoterEvent event, Instant now) {
    return switch (event) {
      case VoterEvent.PrepareCame(var prepare) -> prepare(prepare, now);
      case VoterEvent.DecisionCame(var record, var decision) -> decide(record, decision, now);
      case VoterEvent.Held(var note) -> held(note, now);
      case VoterEvent.Refused(var note) -> refused(note, now);
      case VoterEvent.Unclear(var trouble) -> unclear(trouble, now);
      case VoterEvent.CarriedOut() -> carriedOut();
      case VoterEvent.TimePassed(var trouble) -> goOn(trouble, now);
      case VoterEvent.Restarted(var trouble) -> goOn(trouble, now);
    };
  }

  private boolean isPreparing() {
    return ledger != null && ledger.phase() == Ledger.Phase.PREPARING;
  }

  private Step prepare(Message.Prepare prepare, Instant now) {
    if (ledger == null) {
      var started = Ledger.preparing(prepare);
      return now.isBefore(prepare.record().voteBy())
          ? holdFirst(started)
          : with(started).vote(aborted(tooLate(prepare.record(), now), started), now);
    }
    if (!ledger.record().equals(prepare.record())) {
      return effects(new Reject(prepare.record().id(), "this id is bound to another record"));
    }
    if (ledger.decision() != null) {
      return effects(new Reject(prepare.record().id(), "decided already: " + ledger.decision()));
    }
    return lead(ledger, prepare.leader());
  }

  /** Asked again; who asks may be another, whom all later votes are for. */
  private Step lead(Ledger asked, String leader) {
    var effects = new ArrayList<VoterEffect>();
    var led = asked.leader().equals(leader) ? asked : asked.ledBy(leader);
    if (!led.equals(asked)) {
      effects.add(new Persist(led));
    }
    if (led.vote() != null) {
      effects.addAll(ballotZero(led, led.vote()));
    }
    return new Step(with(led), effects);
  }

  private String tooLate(TransactionRecord record, Instant now) {
    return ("%s was first asked at %s by its clock, and votes were to be cast by %s: that clock is"
            + " ahead, or the question was long on its way. Compare its clock with the acceptors'"
            + " and the caller's, and ask again")
        .formatted(name, now, record.voteBy());
  }

  private Step holdFirst(Ledger started) {
    var effects = new ArrayList<VoterEffect>();
    effects.add(new Persist(started));
    effects.addAll(hold(started));
    effects.add(new Wake(started.record().id(), started.record().voteBy()));
    return new Step(with(started), effects);
  }

  private static List<VoterEffect> hold(Ledger ledger) {
    return ledger.caller() == null || ledger.actions() == null
        ? List.of()
        : List.of(new Hold(ledger.record(), ledger.caller(), ledger.actions()));
  }

  /** What cannot be told to whoever asked for it is not held for them. */
  private Step held(String note, Instant now) {
    if (ledger != null && isPreparing()) {
      return isTellable(note, ledger) ? vote(Vote.prepared(note), now) : giveUp(ledger, "", now);
    }
    // The vote was cast, or the abort heard, while the backend worked: what it holds is let go.
    return ledger != null && ledger.phase() == Ledger.Phase.ABORTED
        ? effects(new CarryOut(ledger, Decision.ABORT))
        : nothing();
  }

  private Step refused(String note, Instant now) {
    if (ledger == null || !isPreparing()) {
      return nothing();
    }
    return vote(aborted(note, ledger), now);
  }

  private static Vote aborted(String note, Ledger ledger) {
    return Vote.aborted(isTellable(note, ledger) ? note : "");
  }

  private static boolean isTellable(String note, Ledger ledger) {
    return note.length() <= ledger.record().longestNote();
  }

  private Step unclear(String trouble, Instant now) {
    if (ledger == null || !isPreparing()) {
      return nothing();
    }
    var record = ledger.record();
    return now.isBefore(record.voteBy())
        ? effects(
            new Wake(
                record.id(),
                now.plus(timing.retry().spread(timing.retry().first(), record.id(), name, now))))
        : giveUp(ledger, trouble, now);
  }

  /** Nothing may be held for it any longer, but a hold may exist: the backend lets it go. */
  private Step giveUp(Ledger preparing, String trouble, Instant now) {
    var voted = vote(aborted(trouble, preparing), now);
    var effects = new ArrayList<>(voted.effects());
    effects.add(new CarryOut(preparing, Decision.ABORT));
    return new Step(voted.next(), effects);
  }

  private Step vote(Vote cast, Instant now) {
    if (ledger == null) {
      throw new IllegalStateException(name + " has nothing to vote on");
    }
    var voted = ledger.voted(cast);
    var effects = new ArrayList<VoterEffect>();
    effects.add(new Persist(voted));
    effects.addAll(ballotZero(voted, cast, voted.record().majorityFrom(voted.leader())));
    effects.add(new Wake(voted.record().id(), now.plus(timing.ask())));
    return new Step(with(voted), effects);
  }

  /** Said again, to all at once: somebody has not heard it. */
  private List<VoterEffect> ballotZero(Ledger voted, Vote cast) {
    return ballotZero(voted, cast, Set.copyOf(voted.record().acceptors()));
  }

  private List<VoterEffect> ballotZero(Ledger voted, Vote cast, Set<String> atOnce) {
    var message =
        new Message.Phase2a(voted.record(), Ballot.ZERO, Map.of(name, cast), voted.leader());
    return voted.record().acceptors().stream()
        .<VoterEffect>map(acceptor -> new Send(acceptor, message, !atOnce.contains(acceptor)))
        .toList();
  }

  private Step decide(TransactionRecord record, Decision decision, Instant now) {
    if (ledger == null) {
      if (decision == Decision.COMMIT) {
        throw new Contradiction(
            record.id() + " committed, but " + name + " never voted",
            decision,
            Ledger.Phase.UNKNOWN);
      }
      var tombstone = Ledger.neverPrepared(record, now);
      return new Step(with(tombstone), List.of(new Persist(tombstone)));
    }
    if (!ledger.record().equals(record)) {
      // Of that one nothing was ever held here, nor will be: its abort is carried out.
      return decision == Decision.ABORT
          ? nothing()
          : effects(new Reject(record.id(), "this id is bound to another record"));
    }
    if (ledger.decision() == decision) {
      return nothing();
    }
    var vote = ledger.vote();
    var mayCommit = vote != null && vote.isPrepared();
    if (ledger.decision() != null || (decision == Decision.COMMIT && !mayCommit)) {
      throw new Contradiction(
          record.id() + " decided " + decision + ", but " + name + " is " + ledger,
          decision,
          ledger.phase());
    }
    var decided = ledger.decided(decision, now);
    return new Step(
        with(decided),
        List.of(
            new Persist(decided),
            new CarryOut(decided, decision),
            new Wake(record.id(), now.plus(timing.ask()))));
  }

  private Step carriedOut() {
    if (ledger == null || ledger.decision() == null || ledger.carriedOut()) {
      return nothing();
    }
    var done = ledger.done();
    return new Step(with(done), List.of(new Persist(done)));
  }

  /** Whatever is unfinished is done again; every verb of the backend is idempotent. */
  private Step goOn(String trouble, Instant now) {
    if (ledger == null || ledger.carriedOut()) {
      return nothing();
    }
    var id = ledger.record().id();
    var effects = new ArrayList<VoterEffect>();
    if (ledger.decision() != null) {
      effects.add(new CarryOut(ledger, ledger.decision()));
    } else if (ledger.vote() != null) {
      effects.addAll(ballotZero(ledger, ledger.vote()));
      effects.add(new Ask(ledger.record()));
    } else if (now.isBefore(ledger.record().voteBy())) {
      effects.addAll(hold(ledger));
    } else {
      return giveUp(ledger, trouble, now);
    }
    effects.add(new Wake(id, timing.askAgain(ledger, name, now)));
    return new Step(this, effects);
  }

  private ResourceManager with(Ledger next) {
    return new ResourceManager(name, timing, next);
  }

  private Step nothing() {
    return new Step(this, List.of());
  }

  private Step effects(VoterEffect effect) {
    return new Step(this, List.of(effect));
  }
}
