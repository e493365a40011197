package org.touchpaper.harc.verification.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.Decision;
import org.touchpaper.harc.protocol.DecisionRecord;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionOutcomeResponse;
import org.touchpaper.harc.protocol.TransactionRecord;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.AcceptorEvent;
import org.touchpaper.harc.protocol.acceptor.AcceptorMachine;
import org.touchpaper.harc.protocol.acceptor.HardState;
import org.touchpaper.harc.protocol.acceptor.Tombstone;
import org.touchpaper.harc.protocol.journal.GroupCommitEffectScheduler;
import org.touchpaper.harc.protocol.journal.HardStateCodec;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.protocol.journal.TransactionVoteBatcher;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;
import org.touchpaper.harc.verification.Mutant;
import org.touchpaper.harc.verification.TraceLineFormatter;

/**
 * An acceptor in the simulation. It uses the production code for batches ({@link
 * GroupCommitEffectScheduler}), delayed votes ({@link TransactionVoteBatcher}) and the journal's
 * encoding; its disk keeps only what was flushed.
 */
final class SimulatedAcceptor extends SimulatedProcess {
  private static final Duration DEFERRED_WRITE_DELAY = Duration.ofMillis(20);

  private final AcceptorMachine.Identity identity;
  private AcceptorMachine machine;
  private @Nullable HardState durable;
  private byte @Nullable [] diskImage;
  private @Nullable Tombstone tombstone;
  private boolean isTombstoneDropped;

  private final List<InboxEntry> inbox = new ArrayList<>();
  private TransactionVoteBatcher<InboxEntry> batcher = newBatcher();
  private boolean isBatchScheduled;
  private @Nullable Instant alarm;
  private Instant knownSince = SingleTransactionSimulation.START;
  private Instant pausedUntil = SingleTransactionSimulation.START;

  /** States that are not durable yet and on which no message depends. */
  private final Map<TransactionId, HardState> deferredWrites = new HashMap<>();

  private final Set<Inquiry> inquiries = new LinkedHashSet<>();
  private final SimulatedJournalPositions positions;

  /** An event with the process that receives its answer, and its causal depth. */
  private record InboxEntry(AcceptorEvent event, String from, int causalDepth) {}

  /** A waiting query. */
  private record Inquiry(String inquirer, TransactionRecord record) {}

  /** The state after an event was handled, and the event's query. */
  private record HandledEvent(
      @Nullable HardState hardState, @Nullable Inquiry inquiry, int causalDepth) {}

  SimulatedAcceptor(SingleTransactionSimulation simulation, String name) {
    super(simulation, name);
    this.identity = new AcceptorMachine.Identity(name, 1, simulation.timeouts);
    this.machine = AcceptorMachine.fresh(identity);
    this.positions = new SimulatedJournalPositions(name);
  }

  private TransactionVoteBatcher<InboxEntry> newBatcher() {
    return new TransactionVoteBatcher<>(
        (action, millis) -> scheduleAtOwnClock(clock().plusMillis(millis), action),
        this::scheduleBatch);
  }

  SimulatedJournalPositions positions() {
    return positions;
  }

  @Nullable HardState durable() {
    return durable;
  }

  /** True if the acceptor received the transaction before this time. */
  boolean hasKnownSince(Instant when) {
    return knownSince.isBefore(when);
  }

  /** True if the acceptor is up and knows the decision. */
  boolean hasDecided() {
    return isUp() && durable != null && durable.decisionRecord() != null;
  }

  /** Queues an event; {@code from} receives the answer to a query. */
  void enqueue(AcceptorEvent event, String from) {
    if (isUp()) {
      inbox.add(new InboxEntry(event, from, simulation.causalDepth()));
      scheduleBatch();
    }
  }

  /** Pauses the process; events and timers wait. */
  void pause(long millis) {
    pausedUntil = simulation.now.plusMillis(millis);
    simulation.traceEvent(() -> name() + " is paused for " + millis + " ms");
  }

  private void scheduleBatch() {
    if (!isBatchScheduled) {
      isBatchScheduled = true;
      simulation.scheduleIn(
          simulation.random.nextInt(1 + simulation.maxFlushMillis),
          inThisIncarnation(this::runBatch));
    }
  }

  /** Handles all queued events in one batch with one flush. */
  private void runBatch() {
    if (simulation.now.isBefore(pausedUntil)) {
      simulation.scheduleAt(pausedUntil, inThisIncarnation(this::runBatch));
      return;
    }
    isBatchScheduled = false;
    var batch = new GroupCommitEffectScheduler<HandledEvent>(deferredWrites);
    for (var entry : drainInbox()) {
      var effects = handle(entry);
      var inquiry = inquiryOf(entry);
      if (inquiry != null && !AcceptorEffect.containsRejection(effects)) {
        inquiries.add(inquiry);
      }
      var handled = new HandledEvent(machine.hardState(), inquiry, entry.causalDepth());
      if (!perform(batch.add(handled, id(), effects), handled)) {
        return;
      }
    }
    if (simulation.mutant() == Mutant.SENDS_BEFORE_FLUSH) {
      var _ = performDeferred(batch) && flush(batch);
    } else {
      var _ = flush(batch) && performDeferred(batch);
    }
  }

  /** Returns false if the process crashes meanwhile. */
  private boolean flush(GroupCommitEffectScheduler<HandledEvent> batch) {
    if (!batch.pendingWrites().isEmpty()) {
      if (crashIfDue()) {
        return false;
      }
      var changed = new HashMap<>(batch.pendingWrites());
      deferredWrites.forEach(changed::putIfAbsent);
      changed.values().forEach(this::write);
    }
    return true;
  }

  /** Returns false if the process crashes meanwhile. */
  private boolean performDeferred(GroupCommitEffectScheduler<HandledEvent> batch) {
    for (var deferred : batch.deferred()) {
      if (!perform(deferred.effects(), deferred.event())) {
        return false;
      }
    }
    return true;
  }

  private List<InboxEntry> drainInbox() {
    var entries = new ArrayList<InboxEntry>();
    for (var entry : inbox) {
      entries.addAll(batcher.add(entry, id(), entry.event(), machine.hardState()));
    }
    inbox.clear();
    entries.addAll(batcher.drainExpired());
    return entries;
  }

  private TransactionId id() {
    return simulation.request.record().id();
  }

  private @Nullable Inquiry inquiryOf(InboxEntry entry) {
    var event = entry.event();
    if (!(event instanceof AcceptorEvent.OutcomeQueried
        || event instanceof AcceptorEvent.BeginRequested)) {
      return null;
    }
    var queriedRecord = event.record();
    return new Inquiry(
        entry.from(), queriedRecord == null ? simulation.request.record() : queriedRecord);
  }

  private List<AcceptorEffect> handle(InboxEntry entry) {
    var event = entry.event();
    simulation.traceEvent(
        () -> name() + " <- " + entry.from() + ": " + TraceLineFormatter.describe(event));
    try {
      if (tombstone != null) {
        return tombstone.handle(event, identity);
      }
      if (isTombstoneDropped && simulation.mutant() != Mutant.FORGOTTEN_IS_BEGUN_AGAIN) {
        return Tombstone.replyAfterRemoval(event);
      }
      var step = simulation.protocol.step(machine, event, clock());
      machine = step.next();
      replaceByTombstone();
      return step.effects();
    } catch (IllegalStateException e) {
      simulation.invariants.onMachineError(e, decisionRecord());
      return List.of();
    }
  }

  private @Nullable DecisionRecord decisionRecord() {
    var hardState = machine.hardState();
    return tombstone != null
        ? tombstone.decisionRecord()
        : hardState == null ? null : hardState.decisionRecord();
  }

  /** Replaces an ended transaction by its tombstone, which is dropped later. */
  private void replaceByTombstone() {
    var newTombstone = machine.tombstone(clock());
    if (newTombstone != null) {
      simulation.traceEvent(() -> name() + " keeps a tombstone");
      tombstone = newTombstone;
      machine = AcceptorMachine.fresh(identity);
      simulation.faultInjector.scheduleTombstoneDrop(this::dropTombstone);
    }
  }

  /** The journal is compacted without the tombstone. */
  private void dropTombstone() {
    simulation.traceEvent(() -> name() + " drops the tombstone");
    tombstone = null;
    durable = null;
    diskImage = null;
    deferredWrites.clear();
    isTombstoneDropped = true;
  }

  /** Returns false if the process crashes meanwhile. */
  private boolean perform(List<AcceptorEffect> effects, HandledEvent handled) {
    simulation.resumeCausalDepth(handled.causalDepth());
    for (var effect : effects) {
      if (crashIfDue()) {
        return false;
      }
      perform(effect, handled);
    }
    if (!deferredWrites.isEmpty()) {
      scheduleAtOwnClock(clock().plus(DEFERRED_WRITE_DELAY), this::writeDeferred);
    }
    return true;
  }

  private void perform(AcceptorEffect effect, HandledEvent handled) {
    switch (effect) {
      case AcceptorEffect.Persist _, AcceptorEffect.PersistLater _ -> {} // written by the batch
      case AcceptorEffect.Send(var to, var message) -> send(to, message);
      case AcceptorEffect.Answer(_, var report) -> answer(report, handled);
      case AcceptorEffect.SetTimer(_, var at) -> {
        alarm = at;
        scheduleAtOwnClock(at, () -> fireAlarm(at));
      }
    }
  }

  /** As with real timers, only the last one set counts. */
  private void fireAlarm(Instant at) {
    if (at.equals(alarm)) {
      alarm = null;
      enqueue(new AcceptorEvent.TimePassed(), "clock");
    }
  }

  private void write(HardState hardState) {
    simulation.traceEvent(() -> name() + " writes: " + TraceLineFormatter.describe(hardState));
    knownSince = durable == null ? simulation.now : knownSince;
    durable = hardState;
    diskImage = HardStateCodec.write(hardState, clock());
    deferredWrites.clear();
    positions.addEntry();
    simulation.invariants.onPersisted(name(), hardState);
  }

  private void writeDeferred() {
    List.copyOf(deferredWrites.values()).forEach(this::write);
  }

  private void send(String to, Message outgoing) {
    simulation.invariants.onSent(name(), outgoing);
    switch (outgoing) {
      case Message.ForAcceptor message -> {
        var position = positions.position();
        simulation.deliver(
            name(), to, () -> simulation.acceptor(to).receive(message, this, position));
        simulation.faultInjector.onSent(name(), message);
      }
      case Message.Prepare prepare ->
          simulation.deliver(
              name(),
              to,
              () ->
                  simulation
                      .resourceManager(to)
                      .handle(new ResourceManagerEvent.PrepareReceived(prepare)));
      case Message.OtherRecord _
          when simulation.mutant() == Mutant.RECORD_CONFLICT_NOT_REPORTED -> {}
      case Message.OtherRecord conflict ->
          simulation.deliver(name(), to, () -> simulation.resourceManager(to).receive(conflict));
      case Message.Decide(var record, var decision) -> {
        // The acknowledgement uses the same stream, which ends with this incarnation.
        var acknowledged =
            inThisIncarnation(() -> enqueue(new AcceptorEvent.DecisionAcknowledged(to), to));
        var receiver = simulation.resourceManager(to);
        Runnable acknowledge = () -> simulation.deliver(to, name(), acknowledged);
        simulation.deliver(name(), to, () -> receiver.decide(record, decision, acknowledge));
      }
    }
  }

  /** Receives a message on an open stream; opening it exchanged journal positions. */
  private void receive(
      Message.ForAcceptor message, SimulatedAcceptor sender, JournalPosition position) {
    if (isUp() && (!sender.isUp() || exchangePositions(sender, position))) {
      enqueue(new AcceptorEvent.MessageReceived(message, sender.name()), sender.name());
    }
  }

  /**
   * Both sides compare what the other has observed of their journals; one that has lost entries
   * leaves.
   */
  private boolean exchangePositions(SimulatedAcceptor sender, JournalPosition position) {
    if (!isUpToDateFor(sender) || !sender.isUpToDateFor(this)) {
      return false;
    }
    positions.observe(sender.name(), position, sender.positions.position());
    return true;
  }

  private boolean isUpToDateFor(SimulatedAcceptor peer) {
    if (simulation.mutant() == Mutant.RESTORED_COPY_ACCEPTED
        || positions.coversWhatWasObservedBy(peer.positions)) {
      return true;
    }
    simulation.traceEvent(
        () -> name() + " lacks journal entries that " + peer.name() + " observed");
    failPermanently();
    return false;
  }

  /** Copies the journal; the result restores it later. */
  Runnable takeCopy() {
    var savedImage = diskImage;
    var savedPositions = positions.copy();
    return () -> {
      if (!isLost() && simulation.isObservedBeyond(name(), savedPositions)) {
        simulation.traceEvent(() -> name() + " is restored from a copy");
        fail();
        diskImage = savedImage;
        positions.restore(savedPositions);
        simulation.invariants.onRestoredFromCopy(name());
        discardVolatileState();
        restart();
      }
    };
  }

  private void answer(TransactionOutcomeResponse report, HandledEvent handled) {
    if (report.outcome() == TransactionOutcomeResponse.Outcome.NOT_STARTED
        && !positions.canReportNotStarted()
        && simulation.mutant() != Mutant.NOT_STARTED_AFTER_CRASH) {
      return;
    }
    var inquiry = handled.inquiry();
    if (report.outcome() == TransactionOutcomeResponse.Outcome.OTHER_RECORD && inquiry != null) {
      reportRecordConflict(inquiry);
    } else if (report.outcome().isDecided()) {
      inquiries.forEach(waiting -> sendDecision(waiting, report));
      inquiries.clear();
    } else if (report.outcome() == TransactionOutcomeResponse.Outcome.NOT_STARTED
        && isForFirstRecord(handled.hardState())) {
      simulation.invariants.onNotStarted(name(), handled.hardState());
    }
  }

  private boolean isForFirstRecord(@Nullable HardState hardState) {
    return hardState == null || hardState.record().equals(simulation.request.record());
  }

  /** Answers only the query; a resource manager queries all acceptors in turn. */
  private void reportRecordConflict(Inquiry inquiry) {
    if (!isTombstoneDropped) {
      simulation.invariants.onRecordConflict(inquiry.record(), name());
    }
    if (!inquiry.inquirer().endsWith("client")) {
      send(inquiry.inquirer(), new Message.OtherRecord(inquiry.record(), name()));
    }
  }

  private void sendDecision(Inquiry inquiry, TransactionOutcomeResponse report) {
    var decision = Decision.valueOf(report.outcome().name());
    if (inquiry.inquirer().endsWith("client")) {
      simulation.invariants.onClientInformed(inquiry.record(), decision);
    } else {
      var receiver = simulation.resourceManager(inquiry.inquirer());
      simulation.deliver(
          name(), receiver.name(), () -> receiver.decide(inquiry.record(), decision, () -> {}));
    }
  }

  @Override
  void discardVolatileState() {
    inquiries.clear();
    inbox.clear();
    batcher = newBatcher();
    isBatchScheduled = false;
    alarm = null;
    deferredWrites.clear();
    machine =
        simulation.protocol.restarted(
            identity, diskImage == null ? null : HardStateCodec.read(diskImage));
    durable = machine.hardState();
    tombstone = null;
    replaceByTombstone();
  }

  @Override
  void recover() {
    positions.beginIncarnation();
    enqueue(new AcceptorEvent.Restarted(), "itself");
  }
}
