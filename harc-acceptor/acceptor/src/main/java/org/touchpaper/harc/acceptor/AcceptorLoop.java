package org.touchpaper.harc.acceptor;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.harc.commit.Effect;
import org.touchpaper.harc.commit.Event;
import org.touchpaper.harc.commit.Knowledge;
import org.touchpaper.harc.commit.Knowledge.Outcome;
import org.touchpaper.harc.commit.Member;
import org.touchpaper.harc.commit.Memory;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.Round;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.VoteBatcher;

/**
 * Steps the machines, in rounds, one after the other on one thread: that of the streams where there
 * are streams, so that what comes in and goes out is not handed from thread to thread on its way.
 * Each round takes all events that have come in, steps each transaction's member, writes all
 * memories that changed with one flush, and performs the effects in the order that {@link Round}
 * says. {@link LazyWrites} are written with the next flush, or 20 ms later.
 */
final class AcceptorLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptorLoop.class);
  private static final int ROUND = 512;
  private static final Knowledge UNDECIDED = Knowledge.of(Outcome.UNDECIDED);

  private final Member.Self self;
  private final Journal journal;
  private final Clock clock;
  private final Sender sender;
  private final LinkedBlockingQueue<Entry> inbox = new LinkedBlockingQueue<>();

  private final Timers timers;
  private final Members members;
  private final LazyWrites lazyWrites;
  private final VoteBatcher<Entry> batcher;
  private final OtherAcceptors others;
  private final PendingAnswers pending = new PendingAnswers();
  private final ScheduledExecutorService thread;
  private final AtomicBoolean isRoundDue = new AtomicBoolean();
  private volatile boolean hasStarted;
  private final Health health;
  private final ClockWatch clocks;
  private final Breakpoint breakpoint;
  private final EffectRunner runner;

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
      Duration longestVote,
      Failpoints failpoints,
      ScheduledExecutorService thread) {
    this.self = self;
    this.journal = journal;
    this.clock = clock;
    this.sender = sender;
    timers = new Timers(clock, thread, id -> tell(id, new Event.TimePassed()));
    members = new Members(self, journal, timers, age(), longestVote);
    lazyWrites = new LazyWrites(journal, timers, this::wake);
    batcher = new VoteBatcher<>(timers::later, this::wake);
    others = new OtherAcceptors(journal, timers, thread, this::wake, this::stopVoting);
    runner = new EffectRunner(sender, pending, timers, members::mayDeny, failpoints);
    health = new Health(self.name());
    clocks = new ClockWatch(self.name());
    breakpoint = new Breakpoint(self.name());
    this.thread = thread;
  }

  private static Supplier<Duration> age() {
    var began = System.nanoTime();
    return () -> Duration.ofNanos(System.nanoTime() - began);
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

  /** That a client begins this, with the acceptors that are there at the moment. */
  Event begun(Request request) {
    return new Event.Begun(request, others.membersOf(request.record().epoch(), sender.present()));
  }

  /** Hands in an event; the future completes when its effects have been performed. */
  CompletableFuture<Void> submit(TransactionId id, Event event) {
    return put(new Entry(id, event, new CompletableFuture<>(), null));
  }

  private CompletableFuture<Void> put(Entry entry) {
    if (!health.hasEnded()) {
      inbox.add(entry);
      wake();
    }
    if (health.hasEnded()) {
      // Nobody takes rounds any more: what stayed in the inbox would stay for ever.
      inbox.remove(entry);
      entry.handled().completeExceptionally(health.notVoting());
    }
    return entry.handled();
  }

  /** Hands in an event whose answer someone waits for, and no longer if the loop stands still. */
  Knowledge ask(TransactionId id, Event event, Duration wait) {
    return asking(id, event)
        .completeOnTimeout(UNDECIDED, wait.toNanos(), TimeUnit.NANOSECONDS)
        .join();
  }

  /** As {@link #ask}, where the answer could not be given if the loop stood still. */
  CompletableFuture<Knowledge> asking(TransactionId id, Event event, Duration wait) {
    var answer = asking(id, event);
    var end = timers.unless(() -> answer.complete(UNDECIDED), wait);
    return answer.whenComplete((_, _) -> end.cancel(false));
  }

  private CompletableFuture<Knowledge> asking(TransactionId id, Event event) {
    var answer = new CompletableFuture<Knowledge>();
    var _ =
        put(new Entry(id, event, new CompletableFuture<>(), answer))
            .exceptionally(failure -> {
              answer.completeExceptionally(failure);
              return null;
            });
    return answer;
  }

  void arm(StopAt point) {
    breakpoint.arm(point);
  }

  /** Blocks for ever once a point to stop at has been reached. */
  boolean isStopped() {
    return breakpoint.isReached();
  }

  /** Why nothing can be voted on any more, or just now; null if all is well. */
  @Nullable String trouble() {
    return health.trouble();
  }

  /** True once it votes no more, for good. */
  boolean hasEnded() {
    return health.hasEnded();
  }

  /** What speaks against its clock or another acceptor's; empty if nothing does. */
  String clockDoubt() {
    return clocks.doubt();
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
    return runner.said();
  }

  /** How much has come in and waits for its round. */
  int backlog() {
    return inbox.size();
  }

  /** What it knows of the other acceptors' memories, and they of its. */
  OtherAcceptors others() {
    return others;
  }

  /** How often it has waited for the disk. */
  long flushes() {
    return journal.flushes();
  }

  private void round() {
    isRoundDue.set(false);
    if (health.hasEnded()) {
      refuseAll();
      return;
    }
    var round = new ArrayList<Entry>();
    try {
      take(round);
      health.beginRound();
      perform(round);
      health.endRound();
      lazyWrites.lookAfter();
      others.lookAfter(sender::reached);
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
      round.forEach(entry -> entry.handled().completeExceptionally(health.notVoting()));
      throw e;
    }
  }

  /** What has come in, but for votes that wait for others; and those that have waited. */
  private void take(List<Entry> round) {
    var come = new ArrayList<Entry>();
    inbox.drainTo(come, ROUND);
    for (var entry : come) {
      var id = entry.id();
      round.addAll(batcher.with(entry, id, entry.event(), members.memory(id)));
    }
    round.addAll(batcher.late());
  }

  private void stopVoting(String why) {
    health.end(why);
    refuseAll();
    sender.hangUp();
  }

  private void refuseAll() {
    var left = new ArrayList<>(batcher.all());
    inbox.drainTo(left);
    left.forEach(entry -> entry.handled().completeExceptionally(health.notVoting()));
    pending.refuseAll(health.notVoting());
  }

  private void perform(List<Entry> entries) throws InterruptedException {
    var round = new Round<Entry>(lazyWrites.noted());
    var now = clock.instant();
    for (var entry : entries) {
      var effects = step(entry, now);
      if (breakpoint.isReachedBy(effects)) {
        persist(round.changed());
        round.deferred().forEach(this::perform);
        breakpoint.stop(entry.id());
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
      lazyWrites.joinTo(changed);
      journal.append(changed.values());
    }
  }

  private List<Effect> step(Entry entry, Instant now) {
    LOG.debug("transaction={} <- {}", entry.id(), entry.event());
    clocks.hear(entry.event(), now);
    try {
      var effects = members.step(entry.id(), entry.event(), now);
      var answer = entry.answer();
      if (answer != null && !Effect.refuse(effects)) {
        pending.expect(entry.id(), entry.event(), answer);
      }
      return clocks.tell(effects, now);
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
      effects.forEach(each -> runner.perform(each, entry.id(), entry.event(), entry.answer()));
    } catch (RuntimeException e) {
      LOG.error("transaction={} cannot do all of {}", entry.id(), effects, e);
      entry.handled().completeExceptionally(e);
    }
  }

  /** Writes what is to be written in time, and takes no further round. */
  @Override
  public void close() {
    breakpoint.end();
    var end = new CompletableFuture<Void>();
    thread.execute(() -> {
      try {
        if (!health.hasEnded()) {
          lazyWrites.write();
          others.close();
          stopVoting("ended");
        }
      } catch (JournalRefused e) {
        stopVoting(String.valueOf(e.getMessage()));
      } finally {
        end.complete(null);
      }
    });
    // A disk that hangs must not keep the process from ending.
    end.completeOnTimeout(null, Health.LONGEST_ROUND.multipliedBy(5).toMillis(), MILLISECONDS)
        .join();
    timers.close();
  }
}
