package org.touchpaper.segment.element;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/** One circuit's part on one element: read, compare, write, read again. Used by one thread. */
final class ElementWork {

  private final ElementDriver driver;
  private final List<Item> wanted;
  private final List<Item> former;
  private final Duration inDoubtFor;
  private final List<Accepted> accepted = new ArrayList<>();
  private List<ElementPlan.Step> steps = List.of();
  private String incarnation = "";
  private boolean touched;
  private boolean taken;

  private ElementWork(
      ElementDriver driver, List<Item> wanted, List<Item> former, Duration inDoubtFor) {
    this.driver = driver;
    this.wanted = wanted;
    this.former = former;
    this.inDoubtFor = inDoubtFor;
  }

  /**
   * What the element said it did.
   *
   * @param whole false where it only took out of service what is to be deleted, or made what it
   *     then refused to put to work
   */
  private record Accepted(ElementPlan.Step step, boolean whole) {}

  /**
   * Why a part of the work did not succeed.
   *
   * @param doubt which effect of it may be outstanding
   * @param stays true if all is there as wanted, and only does not work yet
   */
  record Trouble(String problem, Doubt doubt, boolean stays) {
    Trouble(String problem) {
      this(problem, Doubt.NONE, false);
    }

    Trouble(String problem, Doubt doubt) {
      this(problem, doubt, false);
    }

    static Trouble notUpYet(String problem) {
      return new Trouble(problem, Doubt.NONE, true);
    }
  }

  static List<ElementWork> split(
      List<Item> wanted, List<Item> former, Elements elements, Duration inDoubtFor) {
    var names = new LinkedHashSet<String>();
    Stream.concat(wanted.stream(), former.stream()).map(Item::element).forEach(names::add);
    var work = new ArrayList<ElementWork>();
    for (var name : names) {
      work.add(
          new ElementWork(elements.named(name), on(name, wanted), on(name, former), inDoubtFor));
    }
    return work;
  }

  private static List<Item> on(String element, List<Item> items) {
    return items.stream().filter(item -> item.element().equals(element)).toList();
  }

  String element() {
    return driver.element();
  }

  boolean holdsItems() {
    return !wanted.isEmpty();
  }

  boolean touched() {
    return touched;
  }

  /** True if somebody else had what is needed here when it was compared. */
  boolean isTaken() {
    return taken;
  }

  String incarnation() {
    return incarnation;
  }

  /** Reads and decides; touches nothing. */
  Optional<Trouble> compare() {
    return switch (ElementPlan.of(wanted, former, read())) {
      case ElementPlan.Conflict conflict -> {
        taken = true;
        yield Optional.of(new Trouble(conflict.toString()));
      }
      case ElementPlan.Hidden hidden -> Optional.of(new Trouble(hidden.toString()));
      case ElementPlan.Steps(var todo, _) -> {
        steps = todo;
        var obstacle = obstacle(todo);
        taken = obstacle.isPresent();
        yield obstacle;
      }
    };
  }

  /** What the places do not tell; what of ours goes before is in nobody's way. */
  private Optional<Trouble> obstacle(List<ElementPlan.Step> todo) {
    var missing =
        todo.stream()
            .flatMap(step ->
                step instanceof ElementPlan.Create(var item) ? Stream.of(item) : Stream.empty())
            .toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    var ours = Stream.concat(wanted.stream(), former.stream()).map(Item::owner).toList();
    return driver.obstacles(missing).stream()
        .filter(obstacle -> !ours.contains(obstacle.holder().owner()))
        .findFirst()
        .map(obstacle -> new Trouble(obstacle.toString()));
  }

  /** Carries out what was decided, up to the first step that does not succeed. */
  Optional<Trouble> carryOut() {
    for (var step : steps) {
      touched = true;
      var trouble = carryOut(step);
      if (trouble.isPresent()) {
        return trouble;
      }
    }
    return Optional.empty();
  }

  private Optional<Trouble> carryOut(ElementPlan.Step step) {
    // whatever the element said, only what it holds counts: a code alone is never trusted
    return switch (edit(step)) {
      case Outcome.Done() -> Optional.empty();
      case Outcome.Denied(var code, var text) ->
          isDone(step) ? Optional.empty() : Optional.of(new Trouble(denied(step, code, text)));
      case Outcome.Unknown(var reason) -> inDoubt(step, reason);
    };
  }

  private Outcome edit(ElementPlan.Step step) {
    try {
      return switch (step) {
        case ElementPlan.Create(var item) -> create(step, item);
        case ElementPlan.Delete(var item) -> delete(step, item);
      };
    } catch (ElementUnreachable e) { // so this was not sent
      throw e;
    } catch (RuntimeException e) { // it may have been
      return new Outcome.Unknown(String.valueOf(e));
    }
  }

  /** What was accepted is noted before anything else can go wrong. */
  private Outcome create(ElementPlan.Step step, Item item) {
    var created = driver.create(item);
    if (!(created instanceof Outcome.Done)) {
      return created;
    }
    accepted.add(new Accepted(step, true));
    var activated = driver.activate(item);
    if (activated instanceof Outcome.Denied) { // so it stays as it was made, and is undone at once
      accepted.set(accepted.size() - 1, new Accepted(step, false));
    }
    return activated;
  }

  private Outcome delete(ElementPlan.Step step, Item item) {
    var out = driver.takeOut(item);
    if (out.isPresent()) {
      if (!(out.get() instanceof Outcome.Done)) {
        return out.get();
      }
      accepted.add(new Accepted(step, false));
    }
    var deleted = driver.delete(item);
    if (deleted instanceof Outcome.Done) {
      accepted.add(new Accepted(step, true));
    }
    return deleted;
  }

  /** Never sends again: what reads as done is done; else the effect may come yet. */
  private Optional<Trouble> inDoubt(ElementPlan.Step step, String reason) {
    var unknown = new Trouble(step.item() + ": outcome unknown: " + reason, doubt(step));
    try {
      return isDone(step) ? Optional.empty() : Optional.of(unknown);
    } catch (ElementUnreachable e) {
      return Optional.of(unknown);
    }
  }

  private Doubt doubt(ElementPlan.Step step) {
    return new Doubt(inDoubtFor, step instanceof ElementPlan.Delete);
  }

  private boolean isDone(ElementPlan.Step step) {
    var seen = driver.read(List.of(step.item().place()));
    return switch (step) {
      case ElementPlan.Create(var item) -> seen.items().stream().anyMatch(item::isMetBy);
      case ElementPlan.Delete(var item) -> isGone(item, seen);
    };
  }

  /** Gone, also if what is wanted has its place under the same name. */
  private boolean isGone(Item item, Snapshot seen) {
    return !seen.hidden().containsKey(item.place())
        && seen.items().stream()
            .filter(left -> isOfSame(item, left))
            .allMatch(left -> wanted.stream().anyMatch(it -> it.isThereAs(left)));
  }

  /** At its place and by its name, whatever else about it. */
  private static boolean isOfSame(Item item, Item there) {
    return there.place().equals(item.place()) && there.owner().equals(item.owner());
  }

  private static String denied(ElementPlan.Step step, String code, String text) {
    var verb = step instanceof ElementPlan.Create ? "create " : "delete ";
    return verb + step.item() + " denied: " + code + " " + text;
  }

  /** Reads again: true to what was wanted, and working, or trouble. */
  Optional<Trouble> verify() {
    return switch (ElementPlan.of(wanted, former, read())) {
      case ElementPlan.Conflict conflict -> Optional.of(new Trouble(conflict.toString()));
      case ElementPlan.Hidden hidden -> Optional.of(new Trouble(hidden.toString()));
      case ElementPlan.Steps(var left, _) when !left.isEmpty() ->
          Optional.of(
              new Trouble(element() + " does not read back as written: " + left.getFirst().item()));
      case ElementPlan.Steps(_, var idle) ->
          idle.stream().findFirst().map(driver::complaint).map(Trouble::notUpYet);
    };
  }

  /**
   * What the element says it did and does not show may be carried out yet: a circuit given up
   * before that would leave behind what nobody knows, and one called up would lose what was to be
   * deleted. What cannot be read shows nothing.
   */
  Doubt unkept() {
    if (accepted.isEmpty()) {
      return Doubt.NONE;
    }
    try {
      var places = accepted.stream().map(it -> it.step().item().place()).toList();
      var seen = InParts.read(driver, places);
      return doubts(it -> !isKept(it, seen));
    } catch (RuntimeException e) {
      return doubts(_ -> true);
    }
  }

  private Doubt doubts(Predicate<Accepted> about) {
    return Doubt.all(accepted.stream().filter(about).map(Accepted::step).map(this::doubt));
  }

  private boolean isKept(Accepted promise, Snapshot seen) {
    return switch (promise.step()) {
      case ElementPlan.Create(var item) ->
          seen.items().stream()
              .anyMatch(there -> promise.whole() ? item.isThereAs(there) : isOfSame(item, there));
      case ElementPlan.Delete(var item) ->
          isGone(item, seen) || (!promise.whole() && isOut(item, seen));
    };
  }

  private boolean isOut(Item item, Snapshot seen) {
    return seen.items().stream()
        .filter(left -> left.place().equals(item.place()))
        .anyMatch(driver::isOut);
  }

  private Snapshot read() {
    var places =
        Stream.concat(wanted.stream(), former.stream()).map(Item::place).distinct().toList();
    var snapshot = InParts.read(driver, places); // what is hidden hides nothing else
    incarnation = snapshot.incarnation();
    return snapshot;
  }
}
