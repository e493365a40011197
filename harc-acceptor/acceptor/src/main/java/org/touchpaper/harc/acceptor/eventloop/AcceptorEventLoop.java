package org.touchpaper.harc.acceptor.eventloop;

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
import org.touchpaper.harc.acceptor.journal.Failpoints;
import org.touchpaper.harc.acceptor.journal.Journal;
import org.touchpaper.harc.acceptor.journal.UnusableJournalException;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse.Outcome;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.journal.GroupCommitEffectScheduler;
import org.touchpaper.harc.protocol.journal.TransactionVoteBatcher;

/**
 * The acceptor's event loop. It runs on the event loop thread of the streams, so that messages do
 * not change threads. Each batch takes all queued events, steps the {@link AcceptorMachine} of each
 * transaction, writes all changed hard states with one flush, and performs the effects in the order
 * of {@link GroupCommitEffectScheduler}. {@link DeferredJournalWrites} are written with the next
 * flush, or after 20 ms.
 */
public final class AcceptorEventLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AcceptorEventLoop.class);
  private static final int MAX_BATCH = 512;
  private static final TransactionOutcomeResponse UNDECIDED =
      TransactionOutcomeResponse.of(Outcome.UNDECIDED);

  private final AcceptorMachine.Identity self;
  private final Journal journal;
  private final Clock clock;
  private final MessageSender sender;
  private final LinkedBlockingQueue<Entry> inbox = new LinkedBlockingQueue<>();

  private final TransactionTimers timers;
  private final TransactionTable transactions;
  private final DeferredJournalWrites deferredJournalWrites;
  private final TransactionVoteBatcher<Entry> batcher;
  private final JournalRollbackDetector rollbackDetector;
  private final PendingReplies pendingReplies = new PendingReplies();
  private final ScheduledExecutorService executor;
  private final AtomicBoolean isBatchScheduled = new AtomicBoolean();
  private volatile boolean hasStarted;
  private final AcceptorHealth health;
  private final ClockSkewDetector clockSkewDetector;
  private final StopPointTrigger stopPointTrigger;
  private final EffectRunner effectRunner;

  /** An event for a transaction, with futures for its completion and for a reply. */
  private record Entry(
      TransactionId id,
      AcceptorEvent event,
      CompletableFuture<Void> handled,
      @Nullable CompletableFuture<TransactionOutcomeResponse> reply) {}

  public AcceptorEventLoop(
      AcceptorMachine.Identity self,
      Journal journal,
      Clock clock,
      MessageSender sender,
      Duration maxVoteDuration,
      Failpoints failpoints,
      ScheduledExecutorService executor) {
    this.self = self;
    this.journal = journal;
    this.clock = clock;
    this.sender = sender;
    timers = new TransactionTimers(clock, executor, id -> post(id, new AcceptorEvent.TimePassed()));
    transactions = new TransactionTable(self, journal, timers, uptime(), maxVoteDuration);
    deferredJournalWrites = new DeferredJournalWrites(journal, timers, this::scheduleBatch);
    batcher = new TransactionVoteBatcher<>(timers::schedule, this::scheduleBatch);
    rollbackDetector =
        new JournalRollbackDetector(journal, timers, this::scheduleBatch, this::stopVoting);
    effectRunner =
        new EffectRunner(
            sender, pendingReplies, timers, transactions::canReportNotStarted, failpoints);
    health = new AcceptorHealth(self.name());
    clockSkewDetector = new ClockSkewDetector(self.name());
    stopPointTrigger = new StopPointTrigger(self.name());
    this.executor = executor;
  }

  private static Supplier<Duration> uptime() {
    var startedAt = System.nanoTime();
    return () -> Duration.ofNanos(System.nanoTime() - startedAt);
  }

  public void start() {
    for (var id : transactions.ids()) {
      post(id, new AcceptorEvent.Restarted());
    }
    hasStarted = true;
    scheduleBatch();
  }

  private void scheduleBatch() {
    if (hasStarted && isBatchScheduled.compareAndSet(false, true)) {
      executor.execute(this::runBatch);
    }
  }

  /** Submits an event without waiting for it. */
  public void post(TransactionId id, AcceptorEvent event) {
    var _ = submit(id, event);
  }

  /** The event that a client begins a transaction, with the acceptors that are alive now. */
  public AcceptorEvent beginEvent(TransactionRequest request) {
    return new AcceptorEvent.BeginRequested(
        request,
        rollbackDetector.listEligible(request.record().epoch(), sender.listPresentAcceptors()));
  }

  /** Submits an event; the future completes when its effects have been performed. */
  public CompletableFuture<Void> submit(TransactionId id, AcceptorEvent event) {
    return enqueue(new Entry(id, event, new CompletableFuture<>(), null));
  }

  private CompletableFuture<Void> enqueue(Entry entry) {
    if (!health.hasStoppedVoting()) {
      inbox.add(entry);
      scheduleBatch();
    }
    if (health.hasStoppedVoting()) {
      // The loop has stopped and would never process the entry.
      inbox.remove(entry);
      entry.handled().completeExceptionally(health.notVotingException());
    }
    return entry.handled();
  }

  /** Submits an event and waits for its reply; UNDECIDED after the timeout. */
  public TransactionOutcomeResponse submitAndAwaitReply(
      TransactionId id, AcceptorEvent event, Duration timeout) {
    return submitForReply(id, event)
        .completeOnTimeout(UNDECIDED, timeout.toNanos(), TimeUnit.NANOSECONDS)
        .join();
  }

  /** Submits an event and returns its reply, UNDECIDED after a timeout on the event loop. */
  public CompletableFuture<TransactionOutcomeResponse> submitForReply(
      TransactionId id, AcceptorEvent event, Duration timeout) {
    var reply = submitForReply(id, event);
    var timeoutTask = timers.scheduleCancellable(() -> reply.complete(UNDECIDED), timeout);
    return reply.whenComplete((_, _) -> timeoutTask.cancel(false));
  }

  private CompletableFuture<TransactionOutcomeResponse> submitForReply(
      TransactionId id, AcceptorEvent event) {
    var reply = new CompletableFuture<TransactionOutcomeResponse>();
    var _ =
        enqueue(new Entry(id, event, new CompletableFuture<>(), reply))
            .exceptionally(failure -> {
              reply.completeExceptionally(failure);
              return null;
            });
    return reply;
  }

  public void arm(StopPoint point) {
    stopPointTrigger.arm(point);
  }

  /** True once a stop point has been reached; the loop is blocked then. */
  public boolean isAtStopPoint() {
    return stopPointTrigger.isReached();
  }

  /** Why the acceptor cannot vote, permanently or at present; null if it can. */
  @Nullable
  public String problem() {
    return health.problem();
  }

  /** True once the acceptor has permanently stopped voting. */
  public boolean hasStoppedVoting() {
    return health.hasStoppedVoting();
  }

  /** A suspected clock error of this or another acceptor; empty if there is none. */
  public String clockWarning() {
    return clockSkewDetector.warning();
  }

  public ProtocolTimeouts timeouts() {
    return self.timeouts();
  }

  public Instant now() {
    return clock.instant();
  }

  public TransactionTable transactions() {
    return transactions;
  }

  /** The number of messages sent to other peers. */
  public long sentCount() {
    return effectRunner.sentCount();
  }

  /** The number of queued events. */
  int queueLength() {
    return inbox.size();
  }

  public JournalRollbackDetector rollbackDetector() {
    return rollbackDetector;
  }

  /** The number of flushes of the journal. */
  public long flushCount() {
    return journal.flushCount();
  }

  private void runBatch() {
    isBatchScheduled.set(false);
    if (health.hasStoppedVoting()) {
      failAll();
      return;
    }
    var batch = new ArrayList<Entry>();
    try {
      takeBatch(batch);
      health.batchStarted();
      perform(batch);
      health.batchEnded();
      deferredJournalWrites.writeIfDue();
      rollbackDetector.publishIfDue(sender::publishPosition);
      if (!inbox.isEmpty()) {
        scheduleBatch();
      }
    } catch (InterruptedException e) {
      stopVoting(String.valueOf(e.getMessage()));
    } catch (UnusableJournalException e) {
      LOG.error("acceptor={} stops voting", self.name(), e);
      stopVoting(String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      stopVoting("stopped by an error, see the log");
      batch.forEach(entry -> entry.handled().completeExceptionally(health.notVotingException()));
      throw e;
    }
  }

  /** Takes queued events, except votes that wait for further votes, and votes that have waited. */
  private void takeBatch(List<Entry> batch) {
    var received = new ArrayList<Entry>();
    inbox.drainTo(received, MAX_BATCH);
    for (var entry : received) {
      var id = entry.id();
      batch.addAll(batcher.add(entry, id, entry.event(), transactions.hardState(id)));
    }
    batch.addAll(batcher.drainExpired());
  }

  private void stopVoting(String reason) {
    health.stop(reason);
    failAll();
    sender.disconnectAcceptors();
  }

  private void failAll() {
    var remaining = new ArrayList<>(batcher.drain());
    inbox.drainTo(remaining);
    remaining.forEach(entry -> entry.handled().completeExceptionally(health.notVotingException()));
    pendingReplies.failAll(health.notVotingException());
  }

  private void perform(List<Entry> entries) throws InterruptedException {
    var groupCommitEffectScheduler =
        new GroupCommitEffectScheduler<Entry>(deferredJournalWrites.writes());
    var now = clock.instant();
    for (var entry : entries) {
      var effects = step(entry, now);
      if (stopPointTrigger.isReachedBy(effects)) {
        persist(groupCommitEffectScheduler.pendingWrites());
        groupCommitEffectScheduler.deferred().forEach(this::perform);
        stopPointTrigger.stop(entry.id());
      }
      performSafely(entry, groupCommitEffectScheduler.add(entry, entry.id(), effects));
      if (!groupCommitEffectScheduler.isFlushPending(entry.id())) {
        entry.handled().complete(null);
      }
    }
    try {
      persist(groupCommitEffectScheduler.pendingWrites());
    } catch (UnusableJournalException e) {
      groupCommitEffectScheduler
          .deferred()
          .forEach(deferred -> deferred.event().handled().completeExceptionally(e));
      throw e;
    }
    groupCommitEffectScheduler.deferred().forEach(this::perform);
  }

  private void persist(Map<TransactionId, HardState> changed) {
    if (!changed.isEmpty()) {
      sender.flush();
      deferredJournalWrites.mergeInto(changed);
      journal.append(changed.values());
    }
  }

  private List<AcceptorEffect> step(Entry entry, Instant now) {
    LOG.debug("transaction={} <- {}", entry.id(), entry.event());
    clockSkewDetector.observe(entry.event(), now);
    try {
      var effects = transactions.step(entry.id(), entry.event(), now);
      var reply = entry.reply();
      if (reply != null && !AcceptorEffect.containsRejection(effects)) {
        pendingReplies.register(entry.id(), entry.event(), reply);
      }
      return clockSkewDetector.addEnlists(effects, now);
    } catch (RuntimeException e) {
      LOG.error("transaction={} cannot handle {}", entry.id(), entry.event(), e);
      entry.handled().completeExceptionally(e);
      return List.of();
    }
  }

  private void perform(GroupCommitEffectScheduler.DeferredEffects<Entry> deferred) {
    performSafely(deferred.event(), deferred.effects());
    deferred.event().handled().complete(null);
  }

  /** A failure here is like a lost message: the machines send again. */
  private void performSafely(Entry entry, List<AcceptorEffect> effects) {
    try {
      effects.forEach(
          effect -> effectRunner.perform(effect, entry.id(), entry.event(), entry.reply()));
    } catch (RuntimeException e) {
      LOG.error("transaction={} cannot perform all effects: {}", entry.id(), effects, e);
      entry.handled().completeExceptionally(e);
    }
  }

  /** Performs the deferred writes and stops the loop. */
  @Override
  public void close() {
    stopPointTrigger.release();
    var closed = new CompletableFuture<Void>();
    executor.execute(() -> {
      try {
        if (!health.hasStoppedVoting()) {
          deferredJournalWrites.write();
          rollbackDetector.close();
          stopVoting("stopped");
        }
      } catch (UnusableJournalException e) {
        stopVoting(String.valueOf(e.getMessage()));
      } finally {
        closed.complete(null);
      }
    });
    // A disk that hangs must not block the shutdown.
    closed
        .completeOnTimeout(
            null, AcceptorHealth.MAX_BATCH_DURATION.multipliedBy(5).toMillis(), MILLISECONDS)
        .join();
    timers.close();
  }
}
