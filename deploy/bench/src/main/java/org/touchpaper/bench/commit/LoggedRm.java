package org.touchpaper.bench.commit;

import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.touchpaper.harc.commit.Message;
import org.touchpaper.harc.commit.ResourceManager;
import org.touchpaper.harc.commit.Timing;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.harc.commit.VoterEffect;
import org.touchpaper.harc.commit.VoterEvent;
import org.touchpaper.harc.stream.Line;
import org.touchpaper.harc.stream.Session;
import org.touchpaper.harc.stream.StreamPeer;
import org.touchpaper.harc.stream.Streams;
import org.touchpaper.harc.stream.Word;

/**
 * A resource manager with nothing behind it: the production machine, a ledger that is flushed
 * before anything is said, and a backend that agrees to everything at once.
 */
final class LoggedRm implements BenchedRm {
  private static final Clock CLOCK = Clock.systemUTC();

  private final String name;
  private final FlushedLog log;
  private final Streams streams;
  private final Map<String, Line> acceptors = new ConcurrentHashMap<>();

  /** Only touched by the streams' thread. */
  private final Map<TransactionId, ResourceManager> transactions = new HashMap<>();

  private final LongAdder said = new LongAdder();

  LoggedRm(String name, Path directory) {
    this.name = name;
    this.log = new FlushedLog(directory.resolve(name + ".log"));
    this.streams = new Streams(name);
  }

  @Override
  public void call(List<StreamPeer> peers) {
    peers.forEach(peer -> acceptors.put(peer.name(), streams.line(peer, this::hear)));
  }

  @Override
  public boolean isReady() {
    return acceptors.values().stream().allMatch(Line::isOpen);
  }

  @Override
  public Expense addTo(Expense others) {
    return others.plus(said.sum(), log.flushes());
  }

  private void hear(Session from, Word word) {
    if (word instanceof Word.Said(var message)) {
      switch (message) {
        case Message.Prepare prepare -> {
          var _ = step(prepare.record().id(), new VoterEvent.PrepareCame(prepare));
        }
        case Message.Decide(var record, var decision) -> {
          var _ =
              step(record.id(), new VoterEvent.DecisionCame(record, decision))
                  .thenRun(() -> {
                    said.increment();
                    from.say(new Word.Heard(record.id()));
                  });
        }
        case Message.ForAcceptor _ -> throw new IllegalArgumentException("not for " + name);
      }
    }
  }

  /** The future is done when all that it says is durable; what is to be said then is said then. */
  private CompletableFuture<Void> step(TransactionId id, VoterEvent event) {
    var known = transactions.getOrDefault(id, ResourceManager.fresh(name, Timing.DEFAULT));
    var step = known.on(event, CLOCK.instant());
    transactions.put(id, step.next());
    var durable = CompletableFuture.<Void>completedFuture(null);
    for (var effect : step.effects()) {
      switch (effect) {
        case VoterEffect.Persist(var ledger) -> durable = log.append(ledger.toString());
        // The backend has nothing to undo: only what is said must wait for the disk.
        case VoterEffect.Hold _ -> durable = step(id, new VoterEvent.Held("held"));
        case VoterEffect.CarryOut _ -> durable = step(id, new VoterEvent.CarriedOut());
        case VoterEffect.Send(var acceptor, var vote) -> {
          var _ = durable.thenRun(() -> say(acceptor, vote));
        }
        case VoterEffect.Ask _, VoterEffect.Wake _, VoterEffect.Reject _ -> {}
      }
    }
    return durable;
  }

  private void say(String acceptor, Message vote) {
    said.increment();
    Objects.requireNonNull(acceptors.get(acceptor)).say(new Word.Said(vote));
  }

  @Override
  public void close() {
    streams.close();
    log.close();
  }
}
