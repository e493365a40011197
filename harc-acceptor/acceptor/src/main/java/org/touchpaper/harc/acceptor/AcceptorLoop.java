package org.touchpaper.harc.acceptor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;

/**
 * Steps the machines, in rounds, one after the other on one thread: that of the streams where there
 * are streams, so that what comes in and goes out is not handed from thread to thread on its way.
 * Each round takes all events that have come in, steps each transaction's member, writes all
 * memories that changed with one flush, and performs the effects in the order that {@link Round}
 * says. {@link Notes} are written with the next flush, or 20 ms later.
 */
final class AcceptorLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptorLoop.class);
  private static final int ROUND = 512;

  private final Member.Self self;
  private final Journal journal;
  private final Clock clock;
  private final Sender sender;
  private final LinkedBlockingQueue<Entry> inbox = new LinkedBlockingQueue<>();

  private final Alarms alarms;
  private final Members members;
  private final Notes notes;
  private final Company<Entry> company;
  private final Fellows fellows;
  private final Waiting waiting = new Waiting();
  private final Executor thread;
  private final AtomicBoolean isRoundDue = new AtomicBoolean();
  private volatile boolean hasStarted;
  private final Fitness fitness;
  private final Brink brink;
  private final Deeds deeds;

  /** An event for a transaction, who waits until it is dealt with, and who for an answer. */
  private record Entry(
      TransactionId id,
      Event event,
      CompletableFuture<Void> handled,
      @Nullable CompletableFuture<Knowledge> answer) {}

  AcceptorLoop(
      Member.Self self,
      Journal journal,
      Clock clock,
      Sender sender,
      Milestones milestones,
      Executor thread) {
    this.self = self;
    this.journal = journal;
    this.clock = clock;
    this.sender = sender;
    alarms = new Alarms(clock, id -> tell(id, new Event.TimePassed()));
    members = new Members(self, journal, alarms);
    notes = new Notes(journal, alarms, this::wake);
    company = new Company<>(alarms::later, this::wake);
    fellows = new Fellows(journal, alarms, thread, this::wake, this::stopVoting);
    deeds = new Deeds(sender, waiting, alarms, fellows, milestones);
    fitness = new Fitness(self.name());
    brink = new Brink(self.name());
    this.thread = thread;
  }

  void start() {
    for (var id : members.ids()) {
      tell(id, new Event.Restarted());
    }
    hasStarted = true;
    wake();
  }

  private void wake() {
    if (hasStarted && isRoundDue.compareAndSet(false, true)) {
      thread.execute(this::round);
    }
  }

  /** Hands in an event that nobody waits for. */
  void tell(TransactionId id, Event event) {
    var _ = submit(id, event);
  }

  /** Hands in an event; the future completes when its effects have been performed. */
  CompletableFuture<Void> submit(TransactionId id, Event event) {
    return put(new Entry(id, event, new CompletableFuture<>(), null));
  }

  private CompletableFuture<Void> put(Entry entry) {
    if (!fitness.hasEnded()) {
      inbox.add(entry);
      wake();
    }
    if (fitness.hasEnded()) {
      // Nobody takes rounds any more: what stayed in the inbox would stay for ever.
      inbox.remove(entry);
      entry.handled().completeExceptionally(fitness.notVoting());
    }
    return entry.handled();
  }

  /** Hands in an event whose answer someone waits for. */
  Knowledge ask(TransactionId id, Event event, Duration wait) {
    return asking(id, event, wait).join();
  }

  /** As {@link #ask}, where nobody stands and waits. */
  CompletableFuture<Knowledge> asking(TransactionId id, Event event, Duration wait) {
    var answer = waiting.expect(id, event instanceof Event.Asked);
    var _ =
        put(new Entry(id, event, new CompletableFuture<>(), answer))
            .exceptionally(failure -> {
              answer.completeExceptionally(failure);
              return null;
            });
    return answer
        .completeOnTimeout(Knowledge.of(Outcome.UNDECIDED), wait.toNanos(), TimeUnit.NANOSECONDS)
        .whenComplete((_, _) -> waiting.forget(id));
  }

  void arm(StopAt point) {
    brink.arm(point);
  }

  /** Blocks for ever once a point to stop at has been reached. */
  boolean isStopped() {
    return brink.isReached();
  }

  /** Why nothing can be voted on any more, or just now; null if all is well. */
  @Nullable String trouble() {
    return fitness.trouble();
  }

  Timing timing() {
    return self.timing();
  }

  /** What this acceptor's clock says. */
  Instant now() {
    return clock.instant();
  }

  /** What it knows of each transaction. */
  Members members() {
    return members;
  }

  /** How many messages to others it has handed out. */
  long said() {
    return deeds.said();
  }

  /** How much has come in and waits for its round. */
  int backlog() {
    return inbox.size();
  }

  /** What it knows of the other acceptors' memories, and they of its. */
  Fellows fellows() {
    return fellows;
  }

  /** How often it has waited for the disk. */
  long flushes() {
    return journal.flushes();
  }

  private void round() {
    isRoundDue.set(false);
    if (fitness.hasEnded()) {
      refuseAll();
      return;
    }
    var round = new ArrayList<Entry>();
    try {
      take(round);
      fitness.beginRound();
      perform(round);
      fitness.endRound();
      notes.lookAfter();
      fellows.lookAfter(sender::reached);
      if (!inbox.isEmpty()) {
        wake();
      }
    } catch (InterruptedException e) {
      stopVoting(String.valueOf(e.getMessage()));
    } catch (JournalRefused e) {
      LOG.error("{} stops voting", self.name(), e);
      stopVoting(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      stopVoting("ended by an error, see the log");
      round.forEach(entry -> entry.handled().completeExceptionally(fitness.notVoting()));
      throw e;
    }
  }

  /** What has come in, but for votes that wait for company; and those that have waited. */
  private void take(List<Entry> round) {
    var come = new ArrayList<Entry>();
    inbox.drainTo(come, ROUND);
    for (var entry : come) {
      var id = entry.id();
      round.addAll(company.with(entry, id, entry.event(), members.memory(id)));
    }
    round.addAll(company.late());
  }

  private void stopVoting(String why) {
    fitness.end(why);
    refuseAll();
  }

  private void refuseAll() {
    var left = new ArrayList<>(company.all());
    inbox.drainTo(left);
    left.forEach(entry -> entry.handled().completeExceptionally(fitness.notVoting()));
  }

  private void perform(List<Entry> entries) throws InterruptedException {
    var round = new Round<Entry>(notes.noted());
    var now = clock.instant();
    for (var entry : entries) {
      var effects = step(entry, now);
      if (brink.isReachedBy(effects)) {
        persist(round.changed());
        round.deferred().forEach(this::perform);
        brink.stop(entry.id());
      }
      attempt(entry, round.take(entry, entry.id(), effects));
      if (!round.awaits(entry.id())) {
        entry.handled().complete(null);
      }
    }
    try {
      persist(round.changed());
    } catch (JournalRefused e) {
      round.deferred().forEach(each -> each.event().handled().completeExceptionally(e));
      throw e;
    }
    round.deferred().forEach(this::perform);
  }

  private void persist(Map<TransactionId, Memory> changed) {
    if (!changed.isEmpty()) {
      sender.flush();
      notes.joinTo(changed);
      journal.append(changed.values());
    }
  }

  private List<Effect> step(Entry entry, Instant now) {
    LOG.debug("transaction={} <- {}", entry.id(), entry.event());
    try {
      return members.step(entry.id(), entry.event(), now);
    } catch (RuntimeException e) {
      LOG.error("transaction={} cannot take {}", entry.id(), entry.event(), e);
      entry.handled().completeExceptionally(e);
      return List.of();
    }
  }

  private void perform(Round.Deferred<Entry> deferred) {
    attempt(deferred.event(), deferred.effects());
    deferred.event().handled().complete(null);
  }

  /** What fails here is as good as lost on the way: the machines say it again. */
  private void attempt(Entry entry, List<Effect> effects) {
    try {
      effects.forEach(each -> deeds.perform(each, entry.id(), entry.event(), entry.answer()));
    } catch (RuntimeException e) {
      LOG.error("transaction={} cannot do all of {}", entry.id(), effects, e);
      entry.handled().completeExceptionally(e);
    }
  }

  /** Writes what is to be written in time, and takes no further round. */
  @Override
  public void close() {
    brink.end();
    var end = new CompletableFuture<Void>();
    thread.execute(() -> {
      try {
        if (!fitness.hasEnded()) {
          notes.write();
          fellows.close();
          stopVoting("ended");
        }
      } catch (JournalRefused e) {
        stopVoting(String.valueOf(e.getMessage()));
      } finally {
        end.complete(null);
      }
    });
    // A disk that hangs must not keep the process from ending.
    end.completeOnTimeout(null, Fitness.LONGEST_ROUND.multipliedBy(5).toMillis(), MILLISECONDS)
        .join();
    alarms.close();
  }
}
