package org.touchpaper.bench.commit;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.ProtocolTimeouts;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEffect;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerEvent;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine;
import org.touchpaper.harc.protocol.resourcemanager.ResourceManagerState;
import org.touchpaper.harc.transport.PeerConnection;
import org.touchpaper.harc.transport.PeerStreams;
import org.touchpaper.harc.transport.StreamPeerAddress;
import org.touchpaper.harc.transport.StreamSession;
import org.touchpaper.harc.transport.message.StreamMessage;

/**
 * A resource manager without a backend: the production state machine, a log that is flushed before
 * any message is sent, and a vote of prepared on everything. Messages received together share one
 * flush, as in an acceptor.
 */
final class LogOnlyResourceManager implements AutoCloseable {
  private static final Clock CLOCK = Clock.systemUTC();

  /** The same as for an acceptor's deferred writes. */
  private static final long DEFERRED_FLUSH_MILLIS = 20;

  private final String name;
  private final GroupCommitLog log;
  private final PeerStreams streams;
  private final Map<String, PeerConnection> acceptors = new ConcurrentHashMap<>();

  // Accessed only on the streams' thread.

  private final Map<TransactionId, ResourceManagerMachine> transactions = new RecentTransactions();

  /** The latest transactions, which include all undecided ones; older ones are only in the log. */
  private static final class RecentTransactions
      extends LinkedHashMap<TransactionId, ResourceManagerMachine> {
    private static final long serialVersionUID = 1;
    private static final int MAX_TRANSACTIONS = 20_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<TransactionId, ResourceManagerMachine> eldest) {
      return size() > MAX_TRANSACTIONS;
    }
  }

  /** The latest unflushed state of each transaction. */
  private final Map<TransactionId, ResourceManagerState> unflushedStates = new LinkedHashMap<>();

  private final List<Runnable> pendingSends = new ArrayList<>();
  private boolean isFlushScheduled;
  private boolean isTimerSet;

  private final LongAdder messagesSent = new LongAdder();

  LogOnlyResourceManager(String name, Path directory) {
    this.name = name;
    this.log = new GroupCommitLog(directory.resolve(name + ".log"));
    this.streams = new PeerStreams(name);
  }

  /** Opens a stream to each acceptor. */
  void connect(List<StreamPeerAddress> peers) {
    peers.forEach(peer -> acceptors.put(peer.name(), streams.connect(peer, this::receive)));
  }

  /** True once the streams to all acceptors are open. */
  boolean isReady() {
    return acceptors.values().stream().allMatch(PeerConnection::isOpen);
  }

  /** Returns the sum of the given costs and of the messages and flushes so far. */
  CommitCostSnapshot addCosts(CommitCostSnapshot costs) {
    return costs.plus(messagesSent.sum(), log.flushes());
  }

  private void receive(StreamSession from, StreamMessage streamMessage) {
    if (streamMessage instanceof StreamMessage.ProtocolMessage(var message)) {
      switch (message) {
        case Message.Prepare prepare ->
            step(prepare.record().id(), new ResourceManagerEvent.PrepareReceived(prepare));
        case Message.Decide(var record, var decision) -> {
          step(record.id(), new ResourceManagerEvent.DecisionReceived(record, decision));
          sendDeferred(() -> from.send(new StreamMessage.DecisionAck(record.id())));
        }
        case Message.ForAcceptor _, Message.OtherRecord _ ->
            throw new IllegalArgumentException("not for " + name);
      }
    }
  }

  private void step(TransactionId id, ResourceManagerEvent event) {
    var machine =
        transactions.getOrDefault(id, ResourceManagerMachine.fresh(name, ProtocolTimeouts.DEFAULT));
    var step = machine.handle(event, CLOCK.instant());
    transactions.put(id, step.next());
    for (var effect : step.effects()) {
      switch (effect) {
        case ResourceManagerEffect.Persist(var ledger) -> unflushedStates.put(id, ledger);
        // Without a backend nothing needs undoing: only messages must wait for the flush.
        case ResourceManagerEffect.Hold _ ->
            step(id, new ResourceManagerEvent.HoldSucceeded("held"));
        case ResourceManagerEffect.ApplyDecision _ ->
            step(id, new ResourceManagerEvent.DecisionApplied());
        case ResourceManagerEffect.Send(var acceptor, var vote, var canWait) ->
            sendOnceDurable(() -> {
              var connection = Objects.requireNonNull(acceptors.get(acceptor));
              var message = new StreamMessage.ProtocolMessage(vote);
              var _ = canWait ? connection.sendDeferrable(message) : connection.send(message);
            });
        case ResourceManagerEffect.QueryOutcome _,
            ResourceManagerEffect.SetTimer _,
            ResourceManagerEffect.Reject _ -> {}
      }
    }
  }

  private void sendOnceDurable(Runnable send) {
    pendingSends.add(send);
    if (!isFlushScheduled) {
      isFlushScheduled = true;
      streams.eventLoop().execute(this::flush);
    }
  }

  /**
   * Sends after a flush, but waits for the next vote's flush or {@link #DEFERRED_FLUSH_MILLIS}.
   * Until then the acceptors keep the decision and repeat it.
   */
  private void sendDeferred(Runnable send) {
    pendingSends.add(send);
    if (!isTimerSet) {
      isTimerSet = true;
      var _ =
          streams
              .eventLoop()
              .schedule(
                  () -> {
                    isTimerSet = false;
                    flush();
                  },
                  DEFERRED_FLUSH_MILLIS,
                  TimeUnit.MILLISECONDS);
    }
  }

  private void flush() {
    isFlushScheduled = false;
    if (pendingSends.isEmpty()) {
      return;
    }
    log.append(unflushedStates.values().stream().map(ResourceManagerState::toString).toList());
    unflushedStates.clear();
    messagesSent.add(pendingSends.size());
    pendingSends.forEach(Runnable::run);
    pendingSends.clear();
  }

  @Override
  public void close() {
    streams.close();
    log.close();
  }
}
