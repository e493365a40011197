package org.touchpaper.segment.element;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * The steps after which an element holds the wanted items and none of the previous ones. All
 * decisions are made here; the executor only carries them out. Pure.
 */
public sealed interface ElementEditPlan {

  /**
   * Steps to run in order; none if everything is as wanted.
   *
   * @param idle items that are present and do not work yet; creating them again would not help
   */
  record Steps(List<Step> steps, List<ConfigItem> idle) implements ElementEditPlan {
    public Steps {
      steps = List.copyOf(steps);
      idle = List.copyOf(idle);
    }
  }

  /** A wanted place is taken by a foreign item. Nothing is edited. */
  record Conflict(ConfigItem wanted, ConfigItem holder) implements ElementEditPlan {
    @Override
    public String toString() {
      return wanted.place() + " on " + wanted.element() + " is held by " + holder.owner();
    }
  }

  /** The content of one of our places cannot be read now. Nothing more is edited. */
  record Unreadable(ConfigItem item, String reason) implements ElementEditPlan {
    @Override
    public String toString() {
      return item.place() + " on " + item.element() + " cannot be read: " + reason;
    }
  }

  sealed interface Step {
    ConfigItem item();
  }

  /** Creates a missing item. */
  record Create(ConfigItem item) implements Step {}

  /** Deletes an item of ours that is not wanted, or not in this form. */
  record Delete(ConfigItem item) implements Step {}

  /**
   * Compares wanted with actual items.
   *
   * @param wanted in the order of creation
   * @param previous items that we may have created before, in the order of creation
   * @param snapshot what was read at the places of both
   */
  static ElementEditPlan of(List<ConfigItem> wanted, List<ConfigItem> previous, Snapshot snapshot) {
    var unreadable =
        Stream.concat(previous.stream(), wanted.stream())
            .filter(item -> snapshot.unreadable().containsKey(item.place()))
            .<ElementEditPlan>map(
                item -> new Unreadable(item, snapshot.unreadable().getOrDefault(item.place(), "")))
            .findFirst();
    if (unreadable.isPresent() && !wanted.isEmpty()) {
      return unreadable.get();
    }
    var steps = compare(wanted, previous, snapshot);
    return steps instanceof Steps(var todo, _) && todo.isEmpty() ? unreadable.orElse(steps) : steps;
  }

  private static ElementEditPlan compare(
      List<ConfigItem> wanted, List<ConfigItem> previous, Snapshot snapshot) {
    var actual = snapshot.items();
    var ours =
        Stream.concat(
                Stream.concat(wanted.stream(), previous.stream()).map(ConfigItem::owner),
                Stream.of(ConfigItem.ORPHAN_OWNER))
            .toList();
    for (var item : wanted) {
      var actualItem = findAt(item.place(), actual);
      if (actualItem.isPresent() && !ours.contains(actualItem.get().owner())) {
        return new Conflict(item, actualItem.get());
      }
    }
    var present =
        wanted.stream()
            .filter(item -> findAt(item.place(), actual).filter(item::isPresentAs).isPresent())
            .toList();
    var presentPlaces = present.stream().map(ConfigItem::place).toList();
    var deletes =
        // later items may hold earlier ones, so they are deleted first; an unreadable item may
        // still hold those created before it
        Stream.concat(previous.stream(), wanted.stream())
            .map(ConfigItem::place)
            .distinct()
            .toList()
            .reversed()
            .stream()
            .takeWhile(place -> !snapshot.unreadable().containsKey(place))
            .filter(place -> !presentPlaces.contains(place))
            .flatMap(place -> findAt(place, actual).stream())
            .filter(actualItem -> ours.contains(actualItem.owner()))
            .filter(actualItem -> belongsToCircuit(actualItem, wanted, previous))
            .<Step>map(Delete::new)
            .toList();
    var creates =
        wanted.stream()
            .filter(item -> !presentPlaces.contains(item.place()))
            .<Step>map(Create::new);
    var idle =
        present.stream()
            .filter(item -> findAt(item.place(), actual).filter(item::isSatisfiedBy).isEmpty());
    return new Steps(Stream.concat(deletes.stream(), creates).toList(), idle.toList());
  }

  /**
   * False for an item that only overlaps a place that is not wanted any more, such as a patch of
   * the new version that shares a port with one of the old.
   */
  private static boolean belongsToCircuit(
      ConfigItem actual, List<ConfigItem> wanted, List<ConfigItem> previous) {
    return wanted.stream().anyMatch(item -> item.place().equals(actual.place()))
        || previous.stream()
            .filter(item -> item.place().equals(actual.place()))
            .map(ConfigItem::owner)
            .anyMatch(owner -> List.of(owner, ConfigItem.ORPHAN_OWNER).contains(actual.owner()));
  }

  private static Optional<ConfigItem> findAt(ConfigItem.Key place, Collection<ConfigItem> items) {
    return items.stream().filter(item -> item.place().equals(place)).findFirst();
  }
}
