package org.touchpaper.segment.element;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.touchpaper.segment.element.ElementEditExecutor.Failure;

/**
 * Applies a circuit's items to all its elements in parallel (DESIGN decision 8). It reads every
 * element first, and edits none while one has a conflict or is unreachable. It undoes a partial
 * circuit in reverse order, since elements have no rollback.
 */
public class CircuitExecutor {

  private final DriverRegistry drivers;
  private final Duration uncertainEffectTimeout;

  /**
   * Creates an executor for circuits over these elements.
   *
   * @param uncertainEffectTimeout how long an element may still carry out a command whose outcome
   *     is unknown
   */
  public CircuitExecutor(DriverRegistry drivers, Duration uncertainEffectTimeout) {
    this.drivers = CoalescingElementDriver.wrap(drivers);
    this.uncertainEffectTimeout = uncertainEffectTimeout;
  }

  /** The elements. Reads of all circuits are coalesced. */
  public DriverRegistry drivers() {
    return drivers;
  }

  /** The result of applying a circuit. */
  public sealed interface Result {
    /** The effect that may be outstanding. */
    default UncertainEffect uncertainEffect() {
      return UncertainEffect.NONE;
    }
  }

  /**
   * Every element reads as wanted.
   *
   * @param incarnations of each element that holds an item, as read
   */
  public record Applied(Map<String, String> incarnations) implements Result {
    public Applied {
      incarnations = Map.copyOf(incarnations);
    }
  }

  /**
   * Not applied. A later attempt may succeed.
   *
   * @param problem for people, with the texts of the elements
   */
  public record NotApplied(String problem, UncertainEffect uncertainEffect) implements Result {}

  /**
   * Each element with a problem holds the wanted items, and waits for another one, such as the far
   * end of a pseudowire. Nothing was undone, and no effect is outstanding.
   *
   * @param problem for people, with the texts of the elements
   */
  public record NotWorkingYet(String problem) implements Result {}

  /** Applies a circuit that may be active: nothing of it is removed because of a conflict. */
  public Result apply(List<ConfigItem> wanted, List<ConfigItem> previous) {
    return apply(wanted, previous, true);
  }

  /**
   * Sets a circuit up, or takes it down if no item is wanted.
   *
   * @param wanted in the order of creation
   * @param previous items that may be there from earlier attempts, in the order of creation
   * @param wasActive false if no version is known to have been active, or the active one is no
   *     longer booked. On a conflict, what is there of the circuit is then the remainder of an
   *     interrupted attempt, and is removed. While an element cannot be read, it stays: all of it
   *     may be there and work
   */
  public Result apply(List<ConfigItem> wanted, List<ConfigItem> previous, boolean wasActive) {
    var work = split(wanted, previous);
    return wanted.isEmpty() ? takeDown(work) : setUp(work, wanted, previous, wasActive);
  }

  /** How long an unknown effect may still appear on any of these elements. */
  public Duration settleTime(List<String> names) {
    return names.stream().anyMatch(this::isConfigured) ? uncertainEffectTimeout : Duration.ZERO;
  }

  /**
   * False for an element that has been removed from the configuration: there is no session to wait
   * for.
   */
  private boolean isConfigured(String name) {
    try {
      return drivers.driverFor(name).element().equals(name);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Reads whether the items of an active circuit are still there. Edits nothing.
   *
   * @param incarnations of its elements when it last read as up
   */
  public List<ItemSurveyResult> survey(List<ConfigItem> wanted, Map<String, String> incarnations) {
    return wanted.stream()
        .map(ConfigItem::element)
        .distinct()
        .map(name -> survey(name, wanted, incarnations.getOrDefault(name, "")))
        .toList();
  }

  private ItemSurveyResult survey(String name, List<ConfigItem> wanted, String incarnation) {
    var itemsHere = wanted.stream().filter(item -> item.element().equals(name)).toList();
    try {
      var snapshot =
          BisectingReader.read(
              drivers.driverFor(name), itemsHere.stream().map(ConfigItem::place).toList());
      return ItemSurveyResult.of(name, itemsHere, incarnation, snapshot);
    } catch (RuntimeException e) {
      return new ItemSurveyResult.Unread(name, String.valueOf(e.getMessage()));
    }
  }

  private List<ElementEditExecutor> split(List<ConfigItem> wanted, List<ConfigItem> previous) {
    return ElementEditExecutor.split(wanted, previous, drivers, uncertainEffectTimeout);
  }

  private Result setUp(
      List<ElementEditExecutor> work,
      List<ConfigItem> wanted,
      List<ConfigItem> previous,
      boolean wasActive) {
    var conflicts = failures(work, ElementEditExecutor::compare);
    if (conflicts.isPresent()) {
      return conflicts.get() instanceof NotApplied(var problem, _)
              && !wasActive
              && work.stream().anyMatch(ElementEditExecutor::hasConflict)
          ? new NotApplied(problem, undo(allItems(wanted, previous)))
          : conflicts.get();
    }
    var failure =
        failures(work, ElementEditExecutor::execute)
            .or(() -> failures(work, ElementEditExecutor::verify));
    if (failure.isEmpty()) {
      return applied(work);
    }
    if (failure.get() instanceof NotApplied(var problem, var uncertainEffect)
        && work.stream().anyMatch(ElementEditExecutor::hasWritten)) {
      var remaining = uncertainEffect.combine(unconfirmed(work));
      return new NotApplied(
          problem, remaining.isNone() ? undo(allItems(wanted, previous)) : remaining);
    }
    return failure.get();
  }

  /** The effect of commands that were accepted and do not show in what is read. */
  private static UncertainEffect unconfirmed(List<ElementEditExecutor> work) {
    List<Future<UncertainEffect>> results;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      results = work.stream().map(executor -> threads.submit(executor::unconfirmed)).toList();
    } // waits for all
    return UncertainEffect.combineAll(results.stream().map(Future::resultNow));
  }

  /**
   * Removes what is there of these items, element by element, the last of the chain first. A
   * failure on one element does not stop the others.
   *
   * @param previous in the order of creation
   */
  public UncertainEffect undo(List<ConfigItem> previous) {
    var uncertainEffect = UncertainEffect.NONE;
    for (var executor : split(List.of(), previous).reversed()) {
      uncertainEffect = uncertainEffect.combine(takeDown(List.of(executor)).uncertainEffect());
    }
    return uncertainEffect;
  }

  /** Takes down each element independently of the others. */
  private static Result takeDown(List<ElementEditExecutor> work) {
    var failure =
        failures(work, executor -> executor.compare().or(executor::execute).or(executor::verify));
    if (failure.isEmpty()) {
      return applied(work);
    }
    return failure.get() instanceof NotApplied(var problem, var uncertainEffect)
        ? new NotApplied(problem, uncertainEffect.combine(unconfirmed(work)))
        : failure.get();
  }

  private static Result applied(List<ElementEditExecutor> work) {
    return new Applied(
        work.stream()
            .filter(ElementEditExecutor::holdsItems)
            .collect(toMap(ElementEditExecutor::element, ElementEditExecutor::incarnation)));
  }

  private static Optional<Result> failures(
      List<ElementEditExecutor> work, Function<ElementEditExecutor, Optional<Failure>> step) {
    List<Future<Optional<Failure>>> results;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      results =
          work.stream().map(executor -> threads.submit(() -> attempt(executor, step))).toList();
    } // waits for all
    return combined(results.stream().map(Future::resultNow).flatMap(Optional::stream).toList());
  }

  private static Optional<Failure> attempt(
      ElementEditExecutor executor, Function<ElementEditExecutor, Optional<Failure>> step) {
    try {
      return step.apply(executor);
    } catch (RuntimeException e) {
      return Optional.of(new Failure(String.valueOf(e.getMessage())));
    }
  }

  private static Optional<Result> combined(List<Failure> failures) {
    if (failures.isEmpty()) {
      return Optional.empty();
    }
    var problem = failures.stream().map(Failure::problem).collect(joining("; "));
    return Optional.of(
        failures.stream().allMatch(Failure::pending)
            ? new NotWorkingYet(problem)
            : new NotApplied(
                problem,
                UncertainEffect.combineAll(failures.stream().map(Failure::uncertainEffect))));
  }

  private static List<ConfigItem> allItems(List<ConfigItem> wanted, List<ConfigItem> previous) {
    return Stream.concat(previous.stream(), wanted.stream()).distinct().toList();
  }
}
