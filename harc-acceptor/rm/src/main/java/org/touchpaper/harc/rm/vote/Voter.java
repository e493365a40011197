package org.touchpaper.harc.rm.vote;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.commit.Actions;
import org.touchpaper.harc.commit.Caller;
import org.touchpaper.harc.commit.Contradiction;
import org.touchpaper.harc.commit.Decision;
import org.touchpaper.harc.commit.Ledger;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.ResourceManager;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionRecord;
import org.touchpaper.harc.commit.VoterEffect;
import org.touchpaper.harc.commit.VoterEvent;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.SchedulerUnreachable;
import org.touchpaper.harc.rm.local.Transaction;

/**
 * The shell around {@link ResourceManager}: loads what is durable, lets the machine decide, writes,
 * and only then speaks. What is slow (the local scheduler, the acceptors) is done outside the
 * database's transaction, and its result comes back as an event.
 */
public final class Voter {
  private static final Logger LOG = LoggerFactory.getLogger(Voter.class);

  private final String name;
  private final Timing timing;

  /** How far ahead a {@code voteBy} may be. */
  private final Duration longestVote;

  private final Ledgers ledgers;
  private final LocalScheduler scheduler;
  private final WorkReader work;
  private final TransactionReader transactions;
  private final Acceptors acceptors;
  private final Forerunners forerunners;
  private final Admission admission;
  private final Troubles troubles;
  private final Contradictions contradictions;
  private final Reminders reminders;
  private final TransactionOperations database;
  private final Executor executor;
  private final Clock clock;

  /** What is being done for which transaction at this moment: never the same thing twice. */
  private final Set<String> underWay = ConcurrentHashMap.newKeySet();

  public Voter(
      String name,
      Timing timing,
      Duration longestVote,
      Ledgers ledgers,
      LocalScheduler scheduler,
      WorkReader work,
      Acceptors acceptors,
      Reminders reminders,
      TransactionOperations database,
      Executor executor,
      Clock clock) {
    this.name = name;
    this.timing = timing;
    this.longestVote = longestVote;
    this.ledgers = ledgers;
    this.scheduler = scheduler;
    this.work = work;
    this.transactions = new TransactionReader(name, work, acceptors);
    this.acceptors = acceptors;
    this.forerunners = new Forerunners(ledgers, work, acceptors);
    this.admission = new Admission(name, ledgers, acceptors);
    this.troubles = new Troubles(name, ledgers, work);
    this.contradictions = new Contradictions(clock);
    this.reminders = reminders;
    this.database = database;
    this.executor = executor;
    this.clock = clock;
  }

  /** Takes a Prepare; the vote follows by itself. */
  public void prepare(Message.Prepare prepare) {
    var id = prepare.record().id().value();
    LOG.info("transaction={} <- prepare leader={}", id, prepare.leader());
    admission.check(prepare);
    var effects = handle(id, new VoterEvent.PrepareCame(prepare));
    if (effects.stream().allMatch(VoterEffect.Persist.class::isInstance)) {
      // It is being worked on, or ought to be: a failure may have stopped the work.
      handle(id, new VoterEvent.TimePassed(troubles.tell(id)));
    }
  }

  /** Takes the decision; it is durable when this returns, and carried out soon after. */
  public void decide(Message.Decide decide) {
    var record = decide.record();
    LOG.info("transaction={} <- decide {}", record.id(), decide.decision());
    admission.check(record);
    learn(record, decide.decision());
  }

  /** What cannot be is not on record, nor acknowledged; operators are told. */
  private void learn(TransactionRecord record, Decision decision) {
    try {
      handle(record.id().value(), new VoterEvent.DecisionCame(record, decision));
    } catch (Contradiction e) {
      contradictions.note(record.id(), e);
      throw e;
    }
  }

  /** What acceptors decided and what cannot be, for operators; empty if there is nothing. */
  public Optional<String> contradictions() {
    return contradictions.trouble();
  }

  /**
   * Goes on with whatever is unfinished; when to come again, as the machine says, or nothing if it
   * is over. Whoever calls has that on record: nobody is reminded of it.
   */
  public Optional<Instant> goOn(String transaction) {
    var passed = new VoterEvent.TimePassed(troubles.tell(transaction));
    var effects = database.execute(_ -> step(transaction, passed));
    effects.forEach(effect -> perform(transaction, effect));
    return wakes(effects).min(Comparator.naturalOrder());
  }

  private static Stream<Instant> wakes(List<VoterEffect> effects) {
    return effects.stream()
        .filter(VoterEffect.Wake.class::isInstance)
        .map(wake -> ((VoterEffect.Wake) wake).at());
  }

  /**
   * Takes up again what a crash interrupted.
   *
   * @throws IllegalStateException if a resource manager of another name was asked for some of it,
   *     and none of ours was ever asked for anything (see {@link OtherNames})
   */
  public void restart() {
    new OtherNames(name, ledgers).expect();
    ledgers.listUnfinished().forEach(id -> handle(id, new VoterEvent.Restarted(troubles.tell(id))));
  }

  public Optional<Ledger> find(String transaction) {
    return ledgers.find(transaction);
  }

  /** What goes wrong with a transaction at the moment, such as a scheduler that does not answer. */
  public @Nullable String findProblem(String transaction) {
    return ledgers.findProblem(transaction).orElse(null);
  }

  /** What became of each of a transaction's actions. */
  public List<Part> parts(Ledger ledger) {
    return transactions
        .find(ledger)
        .map(each -> Pending.told(ledger, each.actions(), scheduler.query(each)))
        .orElse(List.of());
  }

  /** True if the scheduler has nothing of it any more, as far as can be read. */
  boolean isNothingLeft(Ledger ledger) {
    return !transactions.isReadNoMore(ledger) && parts(ledger).isEmpty();
  }

  private List<VoterEffect> handle(String id, VoterEvent event) {
    var effects =
        database.execute(_ -> {
          var made = step(id, event);
          wakes(made).forEach(at -> reminders.remind(id, at));
          return made;
        });
    effects.forEach(effect -> perform(id, effect));
    return effects;
  }

  /** Durable before it is spoken: everything up to here is one database transaction. */
  private List<VoterEffect> step(String id, VoterEvent event) {
    var known = ledgers.findAlone(id);
    if (known.isEmpty() && admission.isForgotten(event)) {
      return List.of();
    }
    var step = new ResourceManager(name, timing, known.orElse(null)).on(event, clock.instant());
    for (var effect : step.effects()) {
      switch (effect) {
        case VoterEffect.Persist(var ledger) -> ledgers.save(ledger);
        case VoterEffect.Wake _,
            VoterEffect.Hold _,
            VoterEffect.CarryOut _,
            VoterEffect.Send _,
            VoterEffect.Ask _,
            VoterEffect.Reject _ -> {}
      }
    }
    return step.effects();
  }

  private void perform(String id, VoterEffect effect) {
    switch (effect) {
      case VoterEffect.Persist _, VoterEffect.Wake _ -> {}
      case VoterEffect.Hold(var record, var caller, var actions) ->
          alone("hold", id, () -> hold(record, caller, actions));
      case VoterEffect.CarryOut(var ledger, var decision) ->
          alone(decision.toString(), id, () -> carryOut(ledger, decision));
      case VoterEffect.Send(var acceptor, var vote, var patient) ->
          executor.execute(
              () -> attempt("tell", id, () -> acceptors.tell(acceptor, vote, patient)));
      case VoterEffect.Ask(var record) -> alone("ask", id, () -> ask(record));
      case VoterEffect.Reject(_, var reason) -> throw new PrepareRejected(id + ": " + reason);
    }
  }

  private void alone(String verb, String id, Runnable task) {
    var what = verb + " " + id;
    if (underWay.add(what)) {
      executor.execute(() -> {
        try {
          attempt(verb, id, task);
        } finally { // after an error, too: or it would never be done again
          underWay.remove(what);
        }
      });
    }
  }

  /** Nobody waits for it, and whatever it is about is looked at again: see {@link #goOn}. */
  private static void attempt(String verb, String id, Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("transaction={} {} failed, to be repeated", id, verb, e);
    }
  }

  private void hold(TransactionRecord record, Caller caller, Actions actions) {
    var id = record.id().value();
    if (isVotedOn(id)) {
      return; // meanwhile: a vote that was given is not taken back, whatever is held now
    }
    if (record.voteBy().isAfter(clock.instant().plus(longestVote))) {
      handle(id, new VoterEvent.Refused(work.unreadableNote(record.id(), tooLong(record))));
      return;
    }
    try {
      handle(id, holdResult(transactions.read(record, caller, actions)));
    } catch (UnreadableWork e) {
      handle(id, new VoterEvent.Refused(work.unreadableNote(record.id(), e.reason())));
    }
  }

  private boolean isVotedOn(String id) {
    return ledgers.find(id).filter(ledger -> ledger.vote() != null).isPresent();
  }

  private String tooLong(TransactionRecord record) {
    return "it may be voted on until %s, and %s holds nothing undecided for longer than %s (touchpaper.rm.longest-vote)"
        .formatted(record.voteBy(), name, longestVote);
  }

  private VoterEvent holdResult(Transaction transaction) {
    try {
      forerunners.find(transaction).ifPresent(this::letGoFirst);
      return switch (scheduler.prepare(transaction)) {
        case HoldAnswer.Held(var parts) -> new VoterEvent.Held(work.heldNote(parts));
        case HoldAnswer.Refused(var reasons) -> new VoterEvent.Refused(work.refusedNote(reasons));
      };
    } catch (RuntimeException e) {
      troubles.note(transaction.id(), "prepare", e);
      return new VoterEvent.Unclear(troubles.tell(transaction.id()));
    }
  }

  private void letGoFirst(Forerunners.Forerunner earlier) {
    var record = earlier.ledger().record();
    if (earlier.decision() != null) {
      learn(record, earlier.decision());
    }
    throw new SchedulerUnreachable(
        "what transaction " + record.id() + " decided about it is not carried out yet");
  }

  private void carryOut(Ledger ledger, Decision decision) {
    var id = ledger.record().id().value();
    try {
      transactions
          .held(ledger)
          .ifPresent(transaction -> {
            switch (decision) {
              case COMMIT -> scheduler.commit(transaction);
              case ABORT -> scheduler.abort(transaction);
            }
          });
      handle(id, new VoterEvent.CarriedOut());
    } catch (RuntimeException e) {
      troubles.note(id, decision.toString(), e);
    }
  }

  private void ask(TransactionRecord record) {
    acceptors.ask(record).ifPresent(decision -> learn(record, decision));
  }
}
