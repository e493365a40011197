package org.touchpaper.harc.acceptor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
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

  /** A round that takes longer is taken for a disk that hangs. */
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(1);

  private final Member.Self self;
  private final Journal journal;
  private final Clock clock;
  private final Sender sender;
  private final Milestones milestones;
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
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ending = new CountDownLatch(1);
  private volatile @Nullable StopAt stopAt;
  private volatile @Nullable String trouble;
  private final LongAdder said = new LongAdder();
  private volatile @Nullable Long roundBegan;

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
    this.milestones = milestones;
    alarms = new Alarms(clock, id -> tell(id, new Event.TimePassed()));
    members = new Members(self, journal, alarms);
    notes = new Notes(journal, alarms, this::wake);
    company = new Company<>(alarms::later, this::wake);
    fellows = new Fellows(journal, alarms, thread, this::wake, this::stopVoting);
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
    if (trouble == null) {
      inbox.add(entry);
      wake();
    }
    if (trouble != null) {
      // Nobody takes rounds any more: what stayed in the inbox would stay for ever.
      inbox.remove(entry);
      entry.handled().completeExceptionally(notVoting());
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
    LOG.warn("{} is armed to stop {}", self.name(), point);
    stopAt = point;
  }

  /** Blocks for ever once a point to stop at has been reached. */
  boolean isStopped() {
    return stopped.getCount() == 0;
  }

  /** Why nothing can be voted on any more, or just now; null if all is well. */
  @Nullable String trouble() {
    var began = roundBegan;
    if (trouble != null || began == null) {
      return trouble;
    }
    var busy = Duration.ofNanos(System.nanoTime() - began);
    return busy.compareTo(LONGEST_ROUND) > 0
        ? "busy with one round for " + busy.toSeconds() + " s: does its disk hang?"
        : null;
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
    return said.sum();
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
    if (trouble != null) {
      refuseAll();
      return;
    }
    var round = new ArrayList<Entry>();
    try {
      take(round);
      roundBegan = System.nanoTime();
      perform(round);
      roundBegan = null;
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
      round.forEach(entry -> entry.handled().completeExceptionally(notVoting()));
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
    trouble = why;
    refuseAll();
  }

  private void refuseAll() {
    var left = new ArrayList<>(company.all());
    inbox.drainTo(left);
    left.forEach(entry -> entry.handled().completeExceptionally(notVoting()));
  }

  IllegalStateException notVoting() {
    return new IllegalStateException(self.name() + " does not vote: " + trouble);
  }

  private void perform(List<Entry> entries) throws InterruptedException {
    var round = new Round<Entry>(notes.noted());
    var now = clock.instant();
    for (var entry : entries) {
      var effects = step(entry, now);
      var armed = stopAt;
      if (armed != null && armed.isReachedBy(effects)) {
        persist(round.changed());
        round.deferred().forEach(this::perform);
        stop(armed, entry.id());
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
      effects.forEach(effect -> perform(effect, entry));
    } catch (RuntimeException e) {
      LOG.error("transaction={} cannot do all of {}", entry.id(), effects, e);
      entry.handled().completeExceptionally(e);
    }
  }

  private void perform(Effect effect, Entry entry) {
    switch (effect) {
      case Effect.Persist _, Effect.Note _ -> {}
      case Effect.Send(var to, var message) -> {
        milestones.pass(Milestones.Kind.SAYING, entry.id(), Outbox.brief(to, message));
        said.increment();
        sender.send(to, message);
      }
      case Effect.Answer(var id, var knowledge) -> {
        milestones.pass(Milestones.Kind.ANSWERING, id, "");
        if (knowledge.outcome() != Outcome.NOT_STARTED || mayDeny()) {
          waiting.answer(id, entry.event(), entry.answer(), knowledge);
        }
      }
      case Effect.Wake(var id, var at) -> alarms.set(id, at);
    }
  }

  /** One that may have forgotten must not say that nothing was started. */
  private boolean mayDeny() {
    return !sender.meetsOthers() || fellows.mayDeny();
  }

  private void stop(StopAt point, TransactionId id) throws InterruptedException {
    LOG.warn(
        "transaction={} {} stops {} as armed; kill -9 process {}",
        id,
        self.name(),
        point,
        ProcessHandle.current().pid());
    stopped.countDown();
    ending.await();
    throw new InterruptedException(self.name() + " was stopped and ended");
  }

  /** Writes what is to be written in time, and takes no further round. */
  @Override
  public void close() {
    ending.countDown();
    var end = new CompletableFuture<Void>();
    thread.execute(() -> {
      try {
        if (trouble == null) {
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
    end.completeOnTimeout(null, LONGEST_ROUND.multipliedBy(5).toMillis(), MILLISECONDS).join();
    alarms.close();
  }
}
