package org.touchpaper.harc.commit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is done in which order when many events are dealt with and the disk is waited for once. An
 * effect that no writing of its transaction stands before is done at once; all others are done, in
 * their order, when all that changed is durable. A note is not waited for, but whatever the
 * transaction says next is. Decides alone: nothing here writes or speaks.
 *
 * @param <E> an event, and who waits for it
 */
public final class Round<E> {
  private final Map<TransactionId, Memory> noted;
  private final Map<TransactionId, Memory> changed = new LinkedHashMap<>();
  private final List<Deferred<E>> deferred = new ArrayList<>();

  /**
   * What an event led to that has to wait.
   *
   * @param event that very one
   * @param effects in order; perhaps none, where only the writing is to be waited for
   */
  public record Deferred<E>(E event, List<Effect> effects) {}

  /**
   * An empty one.
   *
   * @param noted what is to be written in time, and is not yet; kept up to date
   */
  public Round(Map<TransactionId, Memory> noted) {
    this.noted = noted;
  }

  /** Takes what an event led to; returns what is to be done at once. */
  public List<Effect> take(E event, TransactionId id, List<Effect> effects) {
    var before = noted.get(id);
    if (before != null && effects.stream().anyMatch(Round::speaks)) {
      changed.put(id, before);
    }
    var atOnce = new ArrayList<Effect>();
    var later = new ArrayList<Effect>();
    for (var effect : effects) {
      switch (effect) {
        case Effect.Persist(var memory) -> changed.put(id, memory);
        case Effect.Note(var memory) -> {
          if (changed.replace(id, memory) == null) {
            noted.put(id, memory);
          }
        }
        case Effect.Send _, Effect.Answer _, Effect.Wake _ ->
            (changed.containsKey(id) ? later : atOnce).add(effect);
      }
    }
    if (changed.containsKey(id)) {
      noted.remove(id);
      deferred.add(new Deferred<>(event, later));
    }
    return atOnce;
  }

  private static boolean speaks(Effect effect) {
    return effect instanceof Effect.Send || effect instanceof Effect.Answer;
  }

  /** True if what is to be written of that transaction is waited for. */
  public boolean awaits(TransactionId id) {
    return changed.containsKey(id);
  }

  /** What is to be written before the rest is done, the last of each transaction. */
  public Map<TransactionId, Memory> changed() {
    return changed;
  }

  /** The rest, in order. */
  public List<Deferred<E>> deferred() {
    keepTheLastBundles();
    return deferred;
  }

  /** Of what an acceptor has accepted the last bundle says all that those before it say. */
  private void keepTheLastBundles() {
    var said = new HashSet<List<String>>();
    for (var step : deferred.reversed()) {
      step.effects()
          .removeIf(effect ->
              effect instanceof Effect.Send(var to, Message.Phase2b bundle)
                  && !said.add(List.of(to, bundle.record().id().value())));
    }
  }
}
