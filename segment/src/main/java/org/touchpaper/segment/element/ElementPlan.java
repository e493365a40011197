package org.touchpaper.segment.element;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * What is to be done on one element so that it holds the wanted items and none of the former ones:
 * every choice is made here, the executor only carries it out. Pure.
 */
public sealed interface ElementPlan {

  /**
   * Do these in order; none when all is as wanted.
   *
   * @param idle what is there as wanted and does not work yet: made anew it would work no sooner
   */
  record Steps(List<Step> steps, List<Item> idle) implements ElementPlan {
    public Steps {
      steps = List.copyOf(steps);
      idle = List.copyOf(idle);
    }
  }

  /** A place we want is taken by something that is not ours; nothing is to be touched. */
  record Conflict(Item wanted, Item holder) implements ElementPlan {
    @Override
    public String toString() {
      return wanted.place() + " on " + wanted.element() + " is held by " + holder.owner();
    }
  }

  /** What a place of ours holds cannot be told now; nothing more is to be touched. */
  record Hidden(Item item, String reason) implements ElementPlan {
    @Override
    public String toString() {
      return item.place() + " on " + item.element() + " cannot be told: " + reason;
    }
  }

  /** One edit. */
  sealed interface Step {
    Item item();
  }

  /** Make what is missing. */
  record Create(Item item) implements Step {}

  /** Take away what is ours and not wanted any more, or not like this. */
  record Delete(Item item) implements Step {}

  /**
   * Compares wanted with actual.
   *
   * @param wanted in the order to create them
   * @param former what we may have put there before, in the order it was to be created
   * @param read what was read at the places of both
   */
  static ElementPlan of(List<Item> wanted, List<Item> former, Snapshot read) {
    var hidden =
        Stream.concat(former.stream(), wanted.stream())
            .filter(item -> read.hidden().containsKey(item.place()))
            .<ElementPlan>map(
                item -> new Hidden(item, read.hidden().getOrDefault(item.place(), "")))
            .findFirst();
    if (hidden.isPresent() && !wanted.isEmpty()) {
      return hidden.get();
    }
    var steps = seen(wanted, former, read);
    return steps instanceof Steps(var todo, _) && todo.isEmpty() ? hidden.orElse(steps) : steps;
  }

  private static ElementPlan seen(List<Item> wanted, List<Item> former, Snapshot read) {
    var actual = read.items();
    var ours =
        Stream.concat(
                Stream.concat(wanted.stream(), former.stream()).map(Item::owner),
                Stream.of(Item.LEFT_OVER))
            .toList();
    for (var item : wanted) {
      var there = at(item.place(), actual);
      if (there.isPresent() && !ours.contains(there.get().owner())) {
        return new Conflict(item, there.get());
      }
    }
    var kept =
        wanted.stream()
            .filter(item -> at(item.place(), actual).filter(item::isThereAs).isPresent())
            .toList();
    var met = kept.stream().map(Item::place).toList();
    var deletes =
        // what was made last may hold what was made before it, so it goes first; and what is hidden
        // may still hold what was made before that
        Stream.concat(former.stream(), wanted.stream())
            .map(Item::place)
            .distinct()
            .toList()
            .reversed()
            .stream()
            .takeWhile(place -> !read.hidden().containsKey(place))
            .filter(place -> !met.contains(place))
            .flatMap(place -> at(place, actual).stream())
            .filter(there -> ours.contains(there.owner()))
            .filter(there -> isOf(there, wanted, former))
            .<Step>map(Delete::new)
            .toList();
    var creates =
        wanted.stream().filter(item -> !met.contains(item.place())).<Step>map(Create::new);
    var idle =
        kept.stream().filter(item -> at(item.place(), actual).filter(item::isMetBy).isEmpty());
    return new Steps(Stream.concat(deletes.stream(), creates).toList(), idle.toList());
  }

  /**
   * What only reaches into a place that is wanted no more, such as a patch of the new version that
   * shares a port with one of the old, is none of what was there.
   */
  private static boolean isOf(Item there, List<Item> wanted, List<Item> former) {
    return wanted.stream().anyMatch(item -> item.place().equals(there.place()))
        || former.stream()
            .filter(item -> item.place().equals(there.place()))
            .map(Item::owner)
            .anyMatch(owner -> List.of(owner, Item.LEFT_OVER).contains(there.owner()));
  }

  private static Optional<Item> at(Item.Key place, Collection<Item> items) {
    return items.stream().filter(item -> item.place().equals(place)).findFirst();
  }
}
