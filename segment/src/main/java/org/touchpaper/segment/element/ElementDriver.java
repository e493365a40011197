package org.touchpaper.segment.element;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The driver of one network element. Callable from many threads: a driver sends one write at a
 * time, and limits its commands in flight. No command is resent blindly: after {@link
 * EditOutcome.Unknown} the caller reads the element.
 */
public interface ElementDriver {

  /** The element's name (TL1's TID), unique within a service. */
  String element();

  /**
   * Reads the items at these places, ours or foreign. A place without an entry is free, unless it
   * is unreadable.
   *
   * @throws ElementReadException if there is no trustworthy answer
   */
  Snapshot read(Collection<ConfigItem.Key> keys);

  /**
   * Finds items at other places that occupy a resource these items need, for elements that know
   * groups of time slots by name. Called before any item is created on any element. Empty where
   * places show all conflicts. An empty result may rest on a reading up to half a minute old; a
   * conflict is current. The element's denial covers what it does not show.
   */
  default List<Conflict> conflictsFor(Collection<ConfigItem> missing) {
    return List.of();
  }

  /**
   * Lists all items whose names have our form ({@link CircuitNameFormat#isCircuitName}), booked or
   * not; empty if the element cannot list them.
   *
   * @throws ElementReadException if there is no trustworthy answer
   */
  default List<ConfigItem> listOwned() {
    return List.of();
  }

  /**
   * Reads the active, service-affecting alarms; empty if the element cannot report them.
   *
   * @throws ElementReadException if there is no trustworthy answer
   */
  default List<PortAlarm> alarms() {
    return List.of();
  }

  /**
   * Reads the counters of all ports, and of the circuits that have these active items; empty if the
   * element has no counters that this driver can read.
   *
   * @throws ElementReadException if there is no trustworthy answer
   */
  default Optional<ElementTrafficReading> readTraffic(Collection<ConfigItem> active) {
    return Optional.empty();
  }

  /**
   * Stays connected from now on, and passes events to this watcher, which must return quickly: at
   * least each new connection, and autonomous messages. A driver without a session of its own
   * passes none.
   */
  default void watch(Consumer<ElementEvent> watcher) {}

  /**
   * Sends the command that creates the item. Does not read back; the caller does.
   *
   * @throws ElementReadException only if nothing was sent; the same holds for the commands below
   */
  EditOutcome create(ConfigItem item);

  /**
   * Activates an item after {@link #create}, where that takes commands of its own, and waits for it
   * to work; denied if it does not. Separate from create, so that the caller knows what was
   * accepted even if activation fails.
   */
  default EditOutcome activate(ConfigItem created) {
    return new EditOutcome.Done();
  }

  /**
   * Takes an item out of service before {@link #delete}, where that takes a command of its own;
   * empty if it already {@link #isOutOfService}. Separate from delete, so that the caller knows
   * what was accepted even if the rest fails.
   */
  default Optional<EditOutcome> takeOutOfService(ConfigItem item) {
    return Optional.empty();
  }

  /**
   * True if an item that reads like this is out of service, so that {@link #takeOutOfService} sends
   * nothing. Pure. Other changes, such as lost light, do not count.
   */
  default boolean isOutOfService(ConfigItem actual) {
    return true;
  }

  /** Sends the command that deletes the item, which the caller has read as ours. */
  EditOutcome delete(ConfigItem item);

  /**
   * The reason why an item that reads as wanted does not work ({@link ConfigItem#WORKS_ATTRIBUTE}),
   * in the element's terms. Called repeatedly, so it edits nothing and does not wait.
   *
   * @throws ElementReadException if there is no trustworthy answer
   */
  default String faultOf(ConfigItem idle) {
    return idle + " does not work yet";
  }

  /**
   * A resource that another item occupies.
   *
   * @param resource as the element names it, such as {@code 1-A-1-1-CTP-7}
   * @param holder the item that occupies it
   */
  record Conflict(String resource, ConfigItem holder) {
    @Override
    public String toString() {
      return resource + " is held by " + holder;
    }
  }

  /**
   * The result of one read.
   *
   * @param items the items at the requested places
   * @param incarnation a text that changes whenever the element restarts and may have lost its
   *     database, such as its boot time; empty if the element does not report one
   * @param unreadable the places whose content the element cannot report now, each with the reason,
   *     such as a card that was pulled and may come back with its configuration
   */
  record Snapshot(
      List<ConfigItem> items, String incarnation, Map<ConfigItem.Key, String> unreadable) {
    public Snapshot {
      items = List.copyOf(items);
      unreadable = Map.copyOf(unreadable);
    }

    public Snapshot(List<ConfigItem> items, String incarnation) {
      this(items, incarnation, Map.of());
    }
  }
}
