package org.touchpaper.segment.element;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Speaks to one network element. Called from many threads at once; a driver orders its writes one
 * at a time and bounds its commands in flight itself. No verb is ever repeated blindly: after
 * {@link Outcome.Unknown} the caller reads.
 */
public interface ElementDriver {

  /** The element's name (TL1's TID), unique within a service. */
  String element();

  Capabilities capabilities();

  /**
   * What sits at these places now, ours or foreign; a place without an entry is free, unless it is
   * hidden.
   *
   * @throws ElementUnreachable if the element gave no answer that can be trusted
   */
  Snapshot read(Collection<Item.Key> keys);

  /**
   * What takes something that these need and sits at other places than theirs, as where an element
   * knows groups of time slots by their names: asked before any of them is created, and before
   * anything is sent to any element. None where the places tell all. It may be as old as half a
   * minute that nothing is in the way; what is named is in the way now. What the element does not
   * tell is in nobody's way: its denial will say so.
   */
  default List<Obstacle> obstacles(Collection<Item> missing) {
    return List.of();
  }

  /**
   * Everything on it that bears a name of the form of ours ({@link CircuitName#isOne}), whether or
   * not anybody knows it; none if it cannot list that.
   *
   * @throws ElementUnreachable if the element gave no answer that can be trusted
   */
  default List<Item> listOurs() {
    return List.of();
  }

  /**
   * The alarms that stand on it and affect service; none if it cannot tell.
   *
   * @throws ElementUnreachable if the element gave no answer that can be trusted
   */
  default List<PortAlarm> alarms() {
    return List.of();
  }

  /**
   * Stays connected from now on and gives every hint to this watcher, which returns quickly: that
   * the element can be spoken to again at least, and what it tells unasked. One without a session
   * of its own hears nothing.
   */
  default void watch(Consumer<Hint> watcher) {}

  /**
   * Sends the command that creates the item; does not read back, the caller does.
   *
   * @throws ElementUnreachable only if nothing was sent; so too the verbs below
   */
  Outcome create(Item item);

  /**
   * Puts to work what {@link #create} has just done, where that takes commands of its own, and
   * gives it the time that it takes; denied if it does not work then. Apart from creating, so that
   * the caller knows what was accepted, whatever becomes of this.
   */
  default Outcome activate(Item created) {
    return new Outcome.Done();
  }

  /**
   * Takes out of service what {@link #delete} is about to delete, where that takes a command of its
   * own; nothing if it {@link #isOut} as it was read. Apart from deleting, so that the caller knows
   * what was accepted, whatever becomes of the rest.
   */
  default Optional<Outcome> takeOut(Item item) {
    return Optional.empty();
  }

  /**
   * True if an item that was read like this is out of service, so that {@link #takeOut} sends
   * nothing for it. Pure: what else has changed about it, such as its light, is no sign.
   */
  default boolean isOut(Item read) {
    return true;
  }

  /** Sends the command that deletes the item; the caller has read that it is ours. */
  Outcome delete(Item item);

  /**
   * Why an item does not work that reads as wanted ({@link Item#WORKS}), in the element's words;
   * edits nothing and waits for nothing, for it is asked again and again.
   *
   * @throws ElementUnreachable if the element gave no answer that can be trusted
   */
  default String complaint(Item idle) {
    return idle + " does not work yet";
  }

  /**
   * Something is taken.
   *
   * @param what in the element's words, such as {@code 1-A-1-1-CTP-7}
   * @param holder what has it
   */
  record Obstacle(String what, Item holder) {
    @Override
    public String toString() {
      return what + " is held by " + holder;
    }
  }

  /**
   * What an element can do.
   *
   * @param kinds the kinds of item it can hold
   */
  record Capabilities(Set<String> kinds) {
    public Capabilities {
      kinds = Set.copyOf(kinds);
    }
  }

  /**
   * What was read in one go.
   *
   * @param items what sits at the places asked about
   * @param incarnation a text that changes whenever the element restarts and may have lost its
   *     database, such as its boot time; empty if the element cannot tell
   * @param hidden the places of which it cannot tell now what they hold, each with the reason, such
   *     as a card that was pulled and may come back with all that was configured on it
   */
  record Snapshot(List<Item> items, String incarnation, Map<Item.Key, String> hidden) {
    public Snapshot {
      items = List.copyOf(items);
      hidden = Map.copyOf(hidden);
    }

    public Snapshot(List<Item> items, String incarnation) {
      this(items, incarnation, Map.of());
    }
  }
}
