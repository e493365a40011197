package org.touchpaper.harc.protocol.journal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.touchpaper.harc.protocol.Message;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.acceptor.AcceptorEffect;
import org.touchpaper.harc.protocol.acceptor.HardState;

/**
 * Orders the effects of a batch of events that share one flush (group commit). An effect is
 * performed at once unless a write of its transaction precedes it; all others follow in their order
 * when the batch is durable. A {@code PersistLater} is not waited for, but is written before the
 * next message about its transaction. This class only decides; it neither writes nor sends.
 *
 * @param <E> an event and its waiting clients
 */
public final class GroupCommitEffectScheduler<E> {
  private final Map<TransactionId, HardState> deferredWrites;
  private final Map<TransactionId, HardState> pendingWrites = new LinkedHashMap<>();
  private final List<DeferredEffects<E>> deferred = new ArrayList<>();

  /**
   * The effects of an event that wait for the flush.
   *
   * @param event the event
   * @param effects in order; empty if only the write is waited for
   */
  public record DeferredEffects<E>(E event, List<AcceptorEffect> effects) {}

  /**
   * Creates an empty batch.
   *
   * @param deferredWrites states that are not written yet and need not be flushed at once; kept up
   *     to date
   */
  public GroupCommitEffectScheduler(Map<TransactionId, HardState> deferredWrites) {
    this.deferredWrites = deferredWrites;
  }

  /** Adds an event's effects and returns those to perform at once. */
  public List<AcceptorEffect> add(E event, TransactionId id, List<AcceptorEffect> effects) {
    var deferredWrite = deferredWrites.get(id);
    if (deferredWrite != null
        && effects.stream().anyMatch(GroupCommitEffectScheduler::isOutgoing)) {
      pendingWrites.put(id, deferredWrite);
    }
    var immediate = new ArrayList<AcceptorEffect>();
    var afterFlush = new ArrayList<AcceptorEffect>();
    for (var effect : effects) {
      switch (effect) {
        case AcceptorEffect.Persist(var hardState) -> pendingWrites.put(id, hardState);
        case AcceptorEffect.PersistLater(var hardState) -> {
          if (pendingWrites.replace(id, hardState) == null) {
            deferredWrites.put(id, hardState);
          }
        }
        case AcceptorEffect.Send _, AcceptorEffect.Answer _, AcceptorEffect.SetTimer _ ->
            (pendingWrites.containsKey(id) ? afterFlush : immediate).add(effect);
      }
    }
    if (pendingWrites.containsKey(id)) {
      deferredWrites.remove(id);
      deferred.add(new DeferredEffects<>(event, afterFlush));
    }
    return immediate;
  }

  private static boolean isOutgoing(AcceptorEffect effect) {
    return effect instanceof AcceptorEffect.Send || effect instanceof AcceptorEffect.Answer;
  }

  /** True if a write of the transaction is waiting for the flush. */
  public boolean isFlushPending(TransactionId id) {
    return pendingWrites.containsKey(id);
  }

  /** The states to write before the deferred effects, the last of each transaction. */
  public Map<TransactionId, HardState> pendingWrites() {
    return pendingWrites;
  }

  /** The deferred effects, in order. */
  public List<DeferredEffects<E>> deferred() {
    dropSupersededPhase2b();
    return deferred;
  }

  /** Drops all but the last phase 2b to each receiver: it contains all earlier ones. */
  private void dropSupersededPhase2b() {
    var seen = new HashSet<List<String>>();
    for (var entry : deferred.reversed()) {
      entry
          .effects()
          .removeIf(effect ->
              effect instanceof AcceptorEffect.Send(var to, Message.Phase2b phase2b)
                  && !seen.add(List.of(to, phase2b.record().id().value())));
    }
  }
}
