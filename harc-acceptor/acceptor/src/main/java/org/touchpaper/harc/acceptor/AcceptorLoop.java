package org.touchpaper.harc.acceptor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.touchpaper.harc.commit.Tombstone;
import org.touchpaper.harc.commit.TransactionId;

/**
 * Steps the machines, in rounds, one after the other on one thread: that of the streams where there
 * are streams, so that what comes in and goes out is not handed from thread to thread on its way.
 * Each round takes all events that have come in, steps each transaction's member, writes all
 * memories that changed with one flush, and then performs the effects that stand behind the
 * writing. Those that stand before it, and whose transaction has nothing to be written, it performs
 * at once. Notes are written with the next flush, or when there is nothing else to do.
 */
final class AcceptorLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptorLoop.class);
  private static final int ROUND = 512;

  /** How long notes wait for company. */
  private static final long NOTES_MILLIS = 20;

  /** A round that takes longer is taken for a disk that hangs. */
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(1);

  private final Member.Self self;
  private final Journal journal;
  private final Clock clock;
  private final Sender sender;
  private final Milestones milestones;
  private final LinkedBlockingQueue<Entry> inbox = new LinkedBlockingQueue<>();

  /** Changed by the one thread, looked at by others. */
  private final Map<TransactionId, Member> members = new ConcurrentHashMap<>();

  /** What is to be written in time, and whether it is time. */
  private final Map<TransactionId, Memory> notes = new LinkedHashMap<>();

  private volatile boolean areNotesDue;
  private boolean isTimerSet;
  private final Waiting waiting = new Waiting();
  private final Alarms alarms;
  private final Executor thread;
  private final AtomicBoolean isRoundDue = new AtomicBoolean();
  private volatile boolean hasStarted;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final CountDownLatch ending = new CountDownLatch(1);
  private volatile @Nullable StopAt stopAt;
  private volatile @Nullable String trouble;
  private final LongAdder said = new LongAdder();
  private final AtomicInteger undecided = new AtomicInteger();
  private volatile @Nullable Long roundBegan;

  /** Where messages go. */
  @FunctionalInterface
  interface Sender {
    void send(String to, org.touchpaper.harc.commit.Message message);

    /** Lets all that was handed over go, before the disk is waited for. */
    default void flush() {}
  }

  /** An event for a transaction, who waits until it is dealt with, and who for an answer. */
  private record Entry(
      TransactionId id,
      Event event,
      CompletableFuture<Void> handled,
      @Nullable CompletableFuture<Knowledge> answer) {}

  /** Effects of one event, to be performed once what they rest on is durable. */
  private record Stepped(Entry entry, List<Effect> effects) {}

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
    this.thread = thread;
    for (var memory : journal.memories()) {
      var member = Member.remembering(self, memory);
      members.put(memory.record().id(), member);
      undecided.addAndGet(count(member));
    }
  }

  void start() {
    for (var id : List.copyOf(members.keySet())) {
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
    inbox.add(entry);
    if (trouble == null) {
      wake();
    } else {
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

  /** All that is not over, as it is remembered at this moment. */
  List<Memory> memories() {
    var all = new ArrayList<Memory>();
    for (var member : members.values()) {
      if (member.memory() != null) {
        all.add(member.memory());
      }
    }
    return all;
  }

  @Nullable Memory memory(TransactionId id) {
    var member = members.get(id);
    return member == null ? null : member.memory();
  }

  @Nullable Tombstone tombstone(TransactionId id) {
    return journal.graves().find(id);
  }

  /** How many messages to others it has handed out. */
  long said() {
    return said.sum();
  }

  /** How often it has waited for the disk. */
  long flushes() {
    return journal.flushes();
  }

  int undecided() {
    return undecided.get();
  }

  private void round() {
    isRoundDue.set(false);
    if (trouble != null) {
      refuseAll();
      return;
    }
    try {
      var round = new ArrayList<Entry>();
      inbox.drainTo(round, ROUND);
      roundBegan = System.nanoTime();
      perform(round);
      roundBegan = null;
      lookAfterNotes();
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
      throw e;
    }
  }

  private void lookAfterNotes() {
    if (areNotesDue) {
      areNotesDue = false;
      isTimerSet = false;
      writeNotes();
    } else if (!notes.isEmpty() && !isTimerSet) {
      isTimerSet = true;
      alarms.later(
          () -> {
            areNotesDue = true;
            wake();
          },
          NOTES_MILLIS);
    }
  }

  private void stopVoting(String why) {
    trouble = why;
    refuseAll();
  }

  private void refuseAll() {
    for (var entry = inbox.poll(); entry != null; entry = inbox.poll()) {
      entry.handled().completeExceptionally(notVoting());
    }
  }

  private void writeNotes() {
    if (!notes.isEmpty()) {
      journal.append(notes.values());
      notes.clear();
    }
  }

  IllegalStateException notVoting() {
    return new IllegalStateException(self.name() + " does not vote: " + trouble);
  }

  private void perform(List<Entry> round) throws InterruptedException {
    var steps = new ArrayList<Stepped>();
    Map<TransactionId, Memory> changed = new LinkedHashMap<>();
    var now = clock.instant();
    for (var entry : round) {
      var effects = step(entry, now);
      var armed = stopAt;
      if (armed != null && armed.isReachedBy(effects)) {
        persist(changed);
        steps.forEach(this::perform);
        stop(armed, entry.id());
      }
      var waiting = performBeforeWriting(entry, effects, changed);
      if (changed.containsKey(entry.id())) {
        steps.add(new Stepped(entry, waiting));
      } else {
        entry.handled().complete(null);
      }
    }
    try {
      persist(changed);
    } catch (JournalRefused e) {
      steps.forEach(step -> step.entry().handled().completeExceptionally(e));
      throw e;
    }
    steps.forEach(this::perform);
  }

  /** Returns what has to wait until the changes are written. */
  private List<Effect> performBeforeWriting(
      Entry entry, List<Effect> effects, Map<TransactionId, Memory> changed) {
    var id = entry.id();
    var noted = notes.get(id);
    if (noted != null && effects.stream().anyMatch(AcceptorLoop::speaks)) {
      changed.put(id, noted);
    }
    var waiting = new ArrayList<Effect>();
    for (var effect : effects) {
      switch (effect) {
        case Effect.Persist(var memory) -> changed.put(id, memory);
        case Effect.Note(var memory) -> {
          if (changed.replace(id, memory) == null) {
            notes.put(id, memory);
          }
        }
        case Effect.Send _, Effect.Answer _, Effect.Wake _ -> {
          if (changed.containsKey(id)) {
            waiting.add(effect);
          } else {
            perform(new Stepped(entry, List.of(effect)));
          }
        }
      }
      if (changed.containsKey(id)) {
        notes.remove(id);
      }
    }
    return waiting;
  }

  private static boolean speaks(Effect effect) {
    return effect instanceof Effect.Send || effect instanceof Effect.Answer;
  }

  private void persist(Map<TransactionId, Memory> changed) {
    if (!changed.isEmpty()) {
      sender.flush();
      notes.forEach(changed::putIfAbsent);
      notes.clear();
      journal.append(changed.values());
    }
  }

  private List<Effect> step(Entry entry, Instant now) {
    LOG.debug("transaction={} <- {}", entry.id(), entry.event());
    var member = members.get(entry.id());
    try {
      return member == null ? stepUnknown(entry, now) : step(member, entry, now);
    } catch (RuntimeException e) {
      LOG.error("transaction={} cannot take {}", entry.id(), entry.event(), e);
      entry.handled().completeExceptionally(e);
      return List.of();
    }
  }

  private List<Effect> stepUnknown(Entry entry, Instant now) {
    var tombstone = journal.graves().find(entry.id());
    if (tombstone != null) {
      return tombstone.on(entry.event(), self.name());
    }
    return journal.graves().mayHaveForgotten(entry.event())
        ? Tombstone.forgotten(entry.event(), self.name())
        : step(Member.fresh(self), entry, now);
  }

  private List<Effect> step(Member member, Entry entry, Instant now) {
    var step = member.on(entry.event(), now);
    var over = step.next().tombstone(now);
    if (over != null) {
      journal.bury(over);
      members.remove(entry.id());
    } else if (step.next().memory() != null) {
      members.put(entry.id(), step.next());
    }
    if (step.next().wakeAt() == null) {
      alarms.cancel(entry.id());
    }
    undecided.addAndGet(count(step.next()) - count(member));
    return step.effects();
  }

  private static int count(Member member) {
    return member.memory() != null && member.memory().verdict() == null ? 1 : 0;
  }

  /** What fails here is as good as lost on the way: the machines say it again. */
  private void perform(Stepped step) {
    var entry = step.entry();
    try {
      step.effects().forEach(effect -> perform(effect, entry));
      entry.handled().complete(null);
    } catch (RuntimeException e) {
      LOG.error("transaction={} cannot do all of {}", entry.id(), step.effects(), e);
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
        answer(id, entry, knowledge);
      }
      case Effect.Wake(var id, var at) -> alarms.set(id, at);
    }
  }

  /** A decision is for everybody who waits; what only the asker should hear is for the asker. */
  private void answer(TransactionId id, Entry entry, Knowledge knowledge) {
    switch (knowledge.outcome()) {
      case COMMIT, ABORT -> {
        LOG.info("transaction={} is decided: {}", id, knowledge.outcome());
        waiting.answerAll(id, knowledge);
      }
      case NOT_STARTED -> waiting.answerBeginning(id, knowledge);
      case OTHER_RECORD -> {
        if (entry.answer() == null) {
          waiting.answerBeginning(id, knowledge);
        } else {
          entry.answer().complete(knowledge);
        }
      }
      case UNDECIDED -> {
        if (entry.answer() != null && !(entry.event() instanceof Event.Begun)) {
          entry.answer().complete(knowledge);
        }
      }
      case UNKNOWN -> {
        if (entry.event() instanceof Event.Begun(var request)) {
          LOG.warn(
              "transaction={} is begun here, and is none of ours: acceptors {}, epoch {}",
              id,
              request.record().acceptors(),
              request.record().epoch());
        }
        if (entry.answer() != null) {
          entry.answer().complete(knowledge);
        }
      }
    }
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
          writeNotes();
          stopVoting("ended");
        }
      } catch (JournalRefused e) {
        stopVoting(String.valueOf(e.getMessage()));
      } finally {
        end.complete(null);
      }
    });
    end.join();
    alarms.close();
  }
}
