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
import org.touchpaper.harc.commit.Ledger;
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
 * before anything is said, and a backend that agrees to everything at once. What has come in is
 * dealt with together, and the disk waited for once, as by an acceptor.
 */
final class LoggedRm implements BenchedRm {
  private static final Clock CLOCK = Clock.systemUTC();

  /** As an acceptor's lazy writes. */
  private static final long LAZY_MILLIS = 20;

  private final String name;
  private final FlushedLog log;
  private final Streams streams;
  private final Map<String, Line> acceptors = new ConcurrentHashMap<>();

  // Only touched by the streams' thread.

  private final Map<TransactionId, ResourceManager> transactions = new Recent();

  /** The last ones, all that is undecided among them: what is long over is in the log. */
  private static final class Recent extends LinkedHashMap<TransactionId, ResourceManager> {
    private static final long serialVersionUID = 1;
    private static final int MANY = 20_000;

    @Override
    protected boolean removeEldestEntry(Map.Entry<TransactionId, ResourceManager> eldest) {
      return size() > MANY;
    }
  }

  /** The last of each transaction. */
  private final Map<TransactionId, Ledger> unwritten = new LinkedHashMap<>();

  private final List<Runnable> unsaid = new ArrayList<>();
  private boolean isWritingDue;
  private boolean isTimerSet;

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
        case Message.Prepare prepare ->
            step(prepare.record().id(), new VoterEvent.PrepareCame(prepare));
        case Message.Decide(var record, var decision) -> {
          step(record.id(), new VoterEvent.DecisionCame(record, decision));
          sayInTime(() -> from.say(new Word.Heard(record.id())));
        }
        case Message.ForAcceptor _, Message.OtherRecord _ ->
            throw new IllegalArgumentException("not for " + name);
      }
    }
  }

  private void step(TransactionId id, VoterEvent event) {
    var known = transactions.getOrDefault(id, ResourceManager.fresh(name, Timing.DEFAULT));
    var step = known.on(event, CLOCK.instant());
    transactions.put(id, step.next());
    for (var effect : step.effects()) {
      switch (effect) {
        case VoterEffect.Persist(var ledger) -> unwritten.put(id, ledger);
        // The backend has nothing to undo: only what is said must wait for the disk.
        case VoterEffect.Hold _ -> step(id, new VoterEvent.Held("held"));
        case VoterEffect.CarryOut _ -> step(id, new VoterEvent.CarriedOut());
        case VoterEffect.Send(var acceptor, var vote, var patient) ->
            sayOnceDurable(() -> {
              var line = Objects.requireNonNull(acceptors.get(acceptor));
              var word = new Word.Said(vote);
              var _ = patient ? line.sayInTime(word) : line.say(word);
            });
        case VoterEffect.Ask _, VoterEffect.Wake _, VoterEffect.Reject _ -> {}
      }
    }
  }

  private void sayOnceDurable(Runnable saying) {
    unsaid.add(saying);
    if (!isWritingDue) {
      isWritingDue = true;
      streams.thread().execute(this::write);
    }
  }

  /**
   * Once durable, too, but with the next votes, or a moment later by itself: until then the
   * acceptors keep the decision, and tell it again.
   */
  private void sayInTime(Runnable saying) {
    unsaid.add(saying);
    if (!isTimerSet) {
      isTimerSet = true;
      var _ =
          streams
              .thread()
              .schedule(
                  () -> {
                    isTimerSet = false;
                    write();
                  },
                  LAZY_MILLIS,
                  TimeUnit.MILLISECONDS);
    }
  }

  private void write() {
    isWritingDue = false;
    if (unsaid.isEmpty()) {
      return;
    }
    log.append(unwritten.values().stream().map(Ledger::toString).toList());
    unwritten.clear();
    said.add(unsaid.size());
    unsaid.forEach(Runnable::run);
    unsaid.clear();
  }

  @Override
  public void close() {
    streams.close();
    log.close();
  }
}
