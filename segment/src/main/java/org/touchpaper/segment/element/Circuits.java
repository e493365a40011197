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
import org.touchpaper.segment.element.ElementWork.Trouble;

/**
 * Brings a circuit's items to what is wanted, on all its elements at once: reads every element
 * first, touches none while one is in the way or out of reach, and undoes a half-done circuit in
 * reverse, since no element has a rollback of its own.
 */
public class Circuits {

  private final Elements elements;
  private final Duration inDoubtFor;

  /**
   * Circuits over these elements.
   *
   * @param inDoubtFor how long any element may still carry out what it was sent when nobody knows
   *     what became of it
   */
  public Circuits(Elements elements, Duration inDoubtFor) {
    this.elements = GatheredReads.over(elements);
    this.inDoubtFor = inDoubtFor;
  }

  /** The elements, whose reads wait for and share those of all circuits. */
  public Elements elements() {
    return elements;
  }

  /** What came of it. */
  public sealed interface Result {
    /** Which effect may be outstanding. */
    default Doubt doubt() {
      return Doubt.NONE;
    }
  }

  /**
   * Every element reads as wanted.
   *
   * @param incarnations of each element that holds an item, as it read
   */
  public record Reached(Map<String, String> incarnations) implements Result {
    public Reached {
      incarnations = Map.copyOf(incarnations);
    }
  }

  /**
   * Not reached; another attempt may be.
   *
   * @param problem for people, the elements' own words included
   */
  public record NotReached(String problem, Doubt doubt) implements Result {}

  /**
   * Every element that has trouble holds what is wanted, and waits for others before it works, such
   * as the far end of a pseudowire: nothing was undone, and nothing is outstanding.
   *
   * @param problem for people, the elements' own words included
   */
  public record NotUpYet(String problem) implements Result {}

  /** The same of a circuit that may stand, of which nothing goes while somebody is in its way. */
  public Result bring(List<Item> wanted, List<Item> former) {
    return bring(wanted, former, true);
  }

  /**
   * Sets a circuit up, or takes it down when nothing is wanted.
   *
   * @param wanted in the order to create them
   * @param former what may be there from before, in the order it was created
   * @param stood false if it never stood as far as is known, or what stood is booked no more: what
   *     there is of it while somebody has a place that it needs was left by an attempt whose worker
   *     died over it, and goes. While an element cannot be read nobody knows whether all of it is
   *     there, and works: it stays
   */
  public Result bring(List<Item> wanted, List<Item> former, boolean stood) {
    var work = split(wanted, former);
    return wanted.isEmpty() ? takeDown(work) : setUp(work, wanted, former, stood);
  }

  /** How long an effect may still appear on any of these of which nobody knows. */
  public Duration settle(List<String> names) {
    return names.stream().anyMatch(this::isConfigured) ? inDoubtFor : Duration.ZERO;
  }

  /** One that is configured no more has no session to wait for. */
  private boolean isConfigured(String name) {
    try {
      return elements.named(name).element().equals(name);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Looks whether a circuit that was brought up still stands; touches nothing.
   *
   * @param incarnations of its elements when it last read as up
   */
  public List<Survey> look(List<Item> wanted, Map<String, String> incarnations) {
    return wanted.stream()
        .map(Item::element)
        .distinct()
        .map(name -> look(name, wanted, incarnations.getOrDefault(name, "")))
        .toList();
  }

  private Survey look(String name, List<Item> wanted, String incarnation) {
    var here = wanted.stream().filter(item -> item.element().equals(name)).toList();
    try {
      var read = InParts.read(elements.named(name), here.stream().map(Item::place).toList());
      return Survey.of(name, here, incarnation, read);
    } catch (RuntimeException e) {
      return new Survey.NotRead(name, String.valueOf(e.getMessage()));
    }
  }

  private List<ElementWork> split(List<Item> wanted, List<Item> former) {
    return ElementWork.split(wanted, former, elements, inDoubtFor);
  }

  private Result setUp(
      List<ElementWork> work, List<Item> wanted, List<Item> former, boolean stood) {
    var inTheWay = troubles(work, ElementWork::compare);
    if (inTheWay.isPresent()) {
      return inTheWay.get() instanceof NotReached(var problem, _)
              && !stood
              && work.stream().anyMatch(ElementWork::isTaken)
          ? new NotReached(problem, undo(all(wanted, former)))
          : inTheWay.get();
    }
    var failed =
        troubles(work, ElementWork::carryOut).or(() -> troubles(work, ElementWork::verify));
    if (failed.isEmpty()) {
      return reached(work);
    }
    if (failed.get() instanceof NotReached(var problem, var doubt)
        && work.stream().anyMatch(ElementWork::touched)) {
      var left = doubt.and(unkept(work));
      return new NotReached(problem, left.isNone() ? undo(all(wanted, former)) : left);
    }
    return failed.get();
  }

  /** What was accepted and is not seen to be done. */
  private static Doubt unkept(List<ElementWork> work) {
    List<Future<Doubt>> answers;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      answers = work.stream().map(it -> threads.submit(it::unkept)).toList();
    } // waits for all
    return Doubt.all(answers.stream().map(Future::resultNow));
  }

  /**
   * Takes down what is there of these, element by element, the last one of the chain first,
   * whatever becomes of one of them.
   *
   * @param former in the order it was created
   */
  public Doubt undo(List<Item> former) {
    var doubt = Doubt.NONE;
    for (var element : split(List.of(), former).reversed()) {
      doubt = doubt.and(takeDown(List.of(element)).doubt());
    }
    return doubt;
  }

  /** One element out of reach does not keep the others up. */
  private static Result takeDown(List<ElementWork> work) {
    var failed =
        troubles(work, element -> element.compare().or(element::carryOut).or(element::verify));
    if (failed.isEmpty()) {
      return reached(work);
    }
    return failed.get() instanceof NotReached(var problem, var doubt)
        ? new NotReached(problem, doubt.and(unkept(work)))
        : failed.get();
  }

  private static Result reached(List<ElementWork> work) {
    return new Reached(
        work.stream()
            .filter(ElementWork::holdsItems)
            .collect(toMap(ElementWork::element, ElementWork::incarnation)));
  }

  private static Optional<Result> troubles(
      List<ElementWork> work, Function<ElementWork, Optional<Trouble>> part) {
    List<Future<Optional<Trouble>>> attempts;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      attempts = work.stream().map(it -> threads.submit(() -> attempt(it, part))).toList();
    } // waits for all
    return joined(attempts.stream().map(Future::resultNow).flatMap(Optional::stream).toList());
  }

  private static Optional<Trouble> attempt(
      ElementWork element, Function<ElementWork, Optional<Trouble>> part) {
    try {
      return part.apply(element);
    } catch (RuntimeException e) {
      return Optional.of(new Trouble(String.valueOf(e.getMessage())));
    }
  }

  private static Optional<Result> joined(List<Trouble> troubles) {
    if (troubles.isEmpty()) {
      return Optional.empty();
    }
    var problem = troubles.stream().map(Trouble::problem).collect(joining("; "));
    return Optional.of(
        troubles.stream().allMatch(Trouble::stays)
            ? new NotUpYet(problem)
            : new NotReached(problem, Doubt.all(troubles.stream().map(Trouble::doubt))));
  }

  private static List<Item> all(List<Item> wanted, List<Item> former) {
    return Stream.concat(former.stream(), wanted.stream()).distinct().toList();
  }
}
