package org.touchpaper.segment.element;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.touchpaper.segment.element.ElementDriver.Snapshot;

/**
 * Applies the items of one circuit to one element: read, compare, write, read again. For one
 * thread.
 */
final class ElementEditExecutor {

  private final ElementDriver driver;
  private final List<ConfigItem> wanted;
  private final List<ConfigItem> previous;
  private final Duration uncertainEffectTimeout;
  private final List<AcceptedStep> acceptedSteps = new ArrayList<>();
  private List<ElementEditPlan.Step> steps = List.of();
  private String incarnation = "";
  private boolean written;
  private boolean conflicting;

  private ElementEditExecutor(
      ElementDriver driver,
      List<ConfigItem> wanted,
      List<ConfigItem> previous,
      Duration uncertainEffectTimeout) {
    this.driver = driver;
    this.wanted = wanted;
    this.previous = previous;
    this.uncertainEffectTimeout = uncertainEffectTimeout;
  }

  /**
   * A step that the element accepted.
   *
   * @param complete false if an item was only taken out of service before its deletion, or was
   *     created and its activation was denied
   */
  private record AcceptedStep(ElementEditPlan.Step step, boolean complete) {}

  /**
   * Why a step did not succeed.
   *
   * @param uncertainEffect the effect that may be outstanding
   * @param pending true if all items are present and do not work yet
   */
  record Failure(String problem, UncertainEffect uncertainEffect, boolean pending) {
    Failure(String problem) {
      this(problem, UncertainEffect.NONE, false);
    }

    Failure(String problem, UncertainEffect uncertainEffect) {
      this(problem, uncertainEffect, false);
    }

    static Failure notWorkingYet(String problem) {
      return new Failure(problem, UncertainEffect.NONE, true);
    }
  }

  static List<ElementEditExecutor> split(
      List<ConfigItem> wanted,
      List<ConfigItem> previous,
      DriverRegistry drivers,
      Duration uncertainEffectTimeout) {
    var names = new LinkedHashSet<String>();
    Stream.concat(wanted.stream(), previous.stream()).map(ConfigItem::element).forEach(names::add);
    var work = new ArrayList<ElementEditExecutor>();
    for (var name : names) {
      work.add(
          new ElementEditExecutor(
              drivers.driverFor(name),
              itemsOn(name, wanted),
              itemsOn(name, previous),
              uncertainEffectTimeout));
    }
    return work;
  }

  private static List<ConfigItem> itemsOn(String element, List<ConfigItem> items) {
    return items.stream().filter(item -> item.element().equals(element)).toList();
  }

  String element() {
    return driver.element();
  }

  boolean holdsItems() {
    return !wanted.isEmpty();
  }

  boolean hasWritten() {
    return written;
  }

  /** True if a foreign item had a needed place when it was compared. */
  boolean hasConflict() {
    return conflicting;
  }

  String incarnation() {
    return incarnation;
  }

  /** Reads the element and plans the steps. Edits nothing. */
  Optional<Failure> compare() {
    return switch (ElementEditPlan.of(wanted, previous, read())) {
      case ElementEditPlan.Conflict conflict -> {
        conflicting = true;
        yield Optional.of(new Failure(conflict.toString()));
      }
      case ElementEditPlan.Unreadable unreadable -> Optional.of(new Failure(unreadable.toString()));
      case ElementEditPlan.Steps(var plannedSteps, _) -> {
        steps = plannedSteps;
        var blockingConflict = findConflict(plannedSteps);
        conflicting = blockingConflict.isPresent();
        yield blockingConflict;
      }
    };
  }

  /** Conflicts at other places. Our own items do not count: they are deleted first. */
  private Optional<Failure> findConflict(List<ElementEditPlan.Step> plannedSteps) {
    var missing =
        plannedSteps.stream()
            .flatMap(step ->
                step instanceof ElementEditPlan.Create(var item) ? Stream.of(item) : Stream.empty())
            .toList();
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    var ours = Stream.concat(wanted.stream(), previous.stream()).map(ConfigItem::owner).toList();
    return driver.conflictsFor(missing).stream()
        .filter(conflict -> !ours.contains(conflict.holder().owner()))
        .findFirst()
        .map(conflict -> new Failure(conflict.toString()));
  }

  /** Runs the planned steps up to the first that fails. */
  Optional<Failure> execute() {
    for (var step : steps) {
      written = true;
      var failure = execute(step);
      if (failure.isPresent()) {
        return failure;
      }
    }
    return Optional.empty();
  }

  private Optional<Failure> execute(ElementEditPlan.Step step) {
    // only what the element holds counts: a completion code alone is not trusted
    return switch (edit(step)) {
      case EditOutcome.Done() -> Optional.empty();
      case EditOutcome.Denied(var code, var text) ->
          isDone(step) ? Optional.empty() : Optional.of(new Failure(denied(step, code, text)));
      case EditOutcome.Unknown(var reason) -> resolveUnknown(step, reason);
    };
  }

  private EditOutcome edit(ElementEditPlan.Step step) {
    try {
      return switch (step) {
        case ElementEditPlan.Create(var item) -> create(step, item);
        case ElementEditPlan.Delete(var item) -> delete(step, item);
      };
    } catch (ElementReadException e) { // the command was not sent
      throw e;
    } catch (RuntimeException e) { // the command may have been sent
      return new EditOutcome.Unknown(String.valueOf(e));
    }
  }

  /** Records an accepted command before anything else can fail. */
  private EditOutcome create(ElementEditPlan.Step step, ConfigItem item) {
    var created = driver.create(item);
    if (!(created instanceof EditOutcome.Done)) {
      return created;
    }
    acceptedSteps.add(new AcceptedStep(step, true));
    var activated = driver.activate(item);
    if (activated instanceof EditOutcome.Denied) { // the item stays inactive, and is undone at once
      acceptedSteps.set(acceptedSteps.size() - 1, new AcceptedStep(step, false));
    }
    return activated;
  }

  private EditOutcome delete(ElementEditPlan.Step step, ConfigItem item) {
    var outOfService = driver.takeOutOfService(item);
    if (outOfService.isPresent()) {
      if (!(outOfService.get() instanceof EditOutcome.Done)) {
        return outOfService.get();
      }
      acceptedSteps.add(new AcceptedStep(step, false));
    }
    var deleted = driver.delete(item);
    if (deleted instanceof EditOutcome.Done) {
      acceptedSteps.add(new AcceptedStep(step, true));
    }
    return deleted;
  }

  /**
   * Resends nothing: if the element reads as done, the step is done; else its effect is uncertain.
   */
  private Optional<Failure> resolveUnknown(ElementEditPlan.Step step, String reason) {
    var unknown =
        new Failure(step.item() + ": outcome unknown: " + reason, uncertainEffectOf(step));
    try {
      return isDone(step) ? Optional.empty() : Optional.of(unknown);
    } catch (ElementReadException e) {
      return Optional.of(unknown);
    }
  }

  private UncertainEffect uncertainEffectOf(ElementEditPlan.Step step) {
    return new UncertainEffect(uncertainEffectTimeout, step instanceof ElementEditPlan.Delete);
  }

  private boolean isDone(ElementEditPlan.Step step) {
    var snapshot = driver.read(List.of(step.item().place()));
    return switch (step) {
      case ElementEditPlan.Create(var item) ->
          snapshot.items().stream().anyMatch(item::isSatisfiedBy);
      case ElementEditPlan.Delete(var item) -> isGone(item, snapshot);
    };
  }

  /** True if the item is absent, or replaced by a wanted item of the same name. */
  private boolean isGone(ConfigItem item, Snapshot snapshot) {
    return !snapshot.unreadable().containsKey(item.place())
        && snapshot.items().stream()
            .filter(actual -> isSameNamedItem(item, actual))
            .allMatch(
                actual -> wanted.stream().anyMatch(wantedItem -> wantedItem.isPresentAs(actual)));
  }

  /** True if place and owner are equal, whatever the attributes. */
  private static boolean isSameNamedItem(ConfigItem item, ConfigItem actual) {
    return actual.place().equals(item.place()) && actual.owner().equals(item.owner());
  }

  private static String denied(ElementEditPlan.Step step, String code, String text) {
    var verb = step instanceof ElementEditPlan.Create ? "create " : "delete ";
    return verb + step.item() + " denied: " + code + " " + text;
  }

  /** Reads the element again: every item must be present and work. */
  Optional<Failure> verify() {
    return switch (ElementEditPlan.of(wanted, previous, read())) {
      case ElementEditPlan.Conflict conflict -> Optional.of(new Failure(conflict.toString()));
      case ElementEditPlan.Unreadable unreadable -> Optional.of(new Failure(unreadable.toString()));
      case ElementEditPlan.Steps(var remaining, _) when !remaining.isEmpty() ->
          Optional.of(
              new Failure(
                  element() + " does not read back as written: " + remaining.getFirst().item()));
      case ElementEditPlan.Steps(_, var idle) ->
          idle.stream().findFirst().map(driver::faultOf).map(Failure::notWorkingYet);
    };
  }

  /**
   * The effect of accepted commands that do not show in what the element reads. They may be carried
   * out later: an abandoned circuit would leave unknown items behind, and an active one would lose
   * what was to be deleted. An unreadable place confirms nothing.
   */
  UncertainEffect unconfirmed() {
    if (acceptedSteps.isEmpty()) {
      return UncertainEffect.NONE;
    }
    try {
      var places =
          acceptedSteps.stream().map(acceptedStep -> acceptedStep.step().item().place()).toList();
      var snapshot = BisectingReader.read(driver, places);
      return combineUncertainEffects(acceptedStep -> !isConfirmed(acceptedStep, snapshot));
    } catch (RuntimeException e) {
      return combineUncertainEffects(_ -> true);
    }
  }

  private UncertainEffect combineUncertainEffects(Predicate<AcceptedStep> filter) {
    return UncertainEffect.combineAll(
        acceptedSteps.stream().filter(filter).map(AcceptedStep::step).map(this::uncertainEffectOf));
  }

  private boolean isConfirmed(AcceptedStep acceptedStep, Snapshot snapshot) {
    return switch (acceptedStep.step()) {
      case ElementEditPlan.Create(var item) ->
          snapshot.items().stream()
              .anyMatch(actual ->
                  acceptedStep.complete()
                      ? item.isPresentAs(actual)
                      : isSameNamedItem(item, actual));
      case ElementEditPlan.Delete(var item) ->
          isGone(item, snapshot) || (!acceptedStep.complete() && isOut(item, snapshot));
    };
  }

  private boolean isOut(ConfigItem item, Snapshot snapshot) {
    return snapshot.items().stream()
        .filter(actual -> actual.place().equals(item.place()))
        .anyMatch(driver::isOutOfService);
  }

  private Snapshot read() {
    var places =
        Stream.concat(wanted.stream(), previous.stream())
            .map(ConfigItem::place)
            .distinct()
            .toList();
    var snapshot = BisectingReader.read(driver, places); // unreadable places do not hide others
    incarnation = snapshot.incarnation();
    return snapshot;
  }
}
