package org.touchpaper.bar.coallocation.transaction;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.ModificationRecord;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.TransactionPlan;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.validation.BookingRequestValidator;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.timetable.Window;

/**
 * Judges requests as they would be if they were made now. Segments make dry runs of the lightpaths;
 * the timetables of the resource managers decide about nodes and units. Nothing is stored or held
 * anywhere, and the acceptors are not asked.
 */
@Component
public class DryRunService {

  /** How many slots of a window are judged, the first included. */
  private static final int MAX_SLOTS = 3;

  private final LightpathDryRun lightpaths;
  private final NodesAndUnitsDryRun capacity;
  private final CoAllocationStore store;
  private final TransactionPlanner planner;
  private final SlotFinder slotFinder;
  private final RequestRegistrar registrar;
  private final CurrentNetworkDirectory directory;
  private final Clock clock;

  DryRunService(
      LightpathDryRun lightpaths,
      NodesAndUnitsDryRun capacity,
      CoAllocationStore store,
      TransactionPlanner planner,
      SlotFinder slotFinder,
      RequestRegistrar registrar,
      CurrentNetworkDirectory directory,
      Clock clock) {
    this.lightpaths = lightpaths;
    this.capacity = capacity;
    this.store = store;
    this.planner = planner;
    this.slotFinder = slotFinder;
    this.registrar = registrar;
    this.directory = directory;
    this.clock = clock;
  }

  /** The outcome of a dry run of a change. */
  public sealed interface ChangeOutcome {

    record Simulated(DryRunResult result) implements ChangeOutcome {}

    /** The booking's state does not allow a change. */
    record WrongState(String reason) implements ChangeOutcome {}
  }

  /**
   * Judges a booking. Like a booking, it tries further slots of its window if the first is refused.
   *
   * @throws InvalidRequestException if the request is invalid
   */
  public DryRunResult book(Person owner, BookingRequest request) {
    var now = now();
    registrar.requireValid(request, owner, now);
    var slotWindow = request.when().toSlotWindow(now);
    var parts = planner.parts(request);
    var slot =
        slotWindow.isFixed()
            ? slotWindow.slotAt(slotWindow.earliestStart(now))
            : slotFinder.findFirst(owner, parts, slotWindow, now);
    var result = judgeNew(owner, parts, slot, now);
    for (var tried = 1; tried < MAX_SLOTS && result.isTemporarilyRefused(); tried++) {
      var next =
          result.alternatives().stream()
              .filter(_ -> !slotWindow.isFixed())
              .filter(schedule -> !schedule.startTime().isAfter(slotWindow.latestStart()))
              .findFirst();
      if (next.isEmpty()) {
        break;
      }
      result = judgeNew(owner, parts, next.get(), now);
    }
    return result;
  }

  /** Returns all that is wrong with a request, its parts judged also if its times are wrong. */
  public List<FieldViolation> violations(Person owner, BookingRequest request) {
    return registrar.violations(request, owner, now());
  }

  /**
   * Finds when a slot of a length suits all parts of a request, from the timetables. Advisory.
   *
   * @param within the time to search
   * @param limit the maximum number of windows
   * @throws InvalidRequestException if a part is invalid
   * @throws NoAnswerException if a resource manager does not answer
   */
  public List<Window> findWindows(
      Person owner, BookingRequest request, Schedule within, Duration length, int limit) {
    var violations =
        BookingRequestValidator.validate(request, directory.get(), now()).stream()
            .filter(violation -> !violation.field().startsWith("schedule"))
            .toList();
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
    return slotFinder.findWindows(owner, planner.parts(request), within, length, limit);
  }

  private DryRunResult judgeNew(
      Person owner, List<CoAllocationPart> parts, Schedule slot, Instant now) {
    var requested = parts.stream().map(part -> DryRunRequest.Part.ofNew(part, slot)).toList();
    return judge(new DryRunRequest(owner, requested, slot, now));
  }

  /**
   * Judges a change of a booking, whose own capacity counts as free.
   *
   * @param precondition throws if the booking is not as the caller believes
   * @throws InvalidRequestException if the change is invalid or changes nothing
   */
  public ChangeOutcome modify(
      UUID id,
      Person requester,
      ModificationRequest modification,
      Consumer<CoAllocation> precondition) {
    var now = now();
    var booking = store.get(id);
    precondition.accept(booking);
    if (modification.isDescriptionOnly()) {
      return new ChangeOutcome.Simulated(judge(unchanged(booking, requester, now)));
    }
    var refusal = booking.modificationRefusal(now);
    if (refusal.isPresent()) {
      return new ChangeOutcome.WrongState(refusal.get());
    }
    return new ChangeOutcome.Simulated(
        modification.window() == null
            ? judgeChange(booking, requester, modification, now)
            : judgeMoves(booking, requester, modification, now));
  }

  /**
   * Finds the earliest slot of a change's window that fits now, or the first slot if none does. It
   * is empty if there is no window, or the change is not possible, or was made under this key.
   *
   * @throws InvalidRequestException if the change is invalid in any other respect
   */
  public Optional<Schedule> findMove(
      UUID id, Person requester, ModificationRequest modification, @Nullable String key) {
    var now = now();
    var booking = store.get(id);
    return modification.window() == null
            || booking.modificationRefusal(now).isPresent()
            || booking
                .modifications()
                .findByKey(key)
                .filter(ModificationRecord::isBegun)
                .isPresent()
            || !BookingRequestValidator.validate(modification, booking, directory.get(), now)
                .isEmpty()
        ? Optional.empty()
        : Optional.of(judgeMoves(booking, requester, modification, now).schedule());
  }

  /** Judges slots of the window until one fits; else the first, whose refusal gives the reason. */
  private DryRunResult judgeMoves(
      CoAllocation booking, Person requester, ModificationRequest modification, Instant now) {
    var violations = BookingRequestValidator.validate(modification, booking, directory.get(), now);
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
    var results = new ArrayList<DryRunResult>();
    for (var slot : moves(booking, requester, modification, now)) {
      var result = judgeChange(booking, requester, modification.at(slot), now);
      if (result.refusals().isEmpty() || result.isUnanswered()) {
        return result;
      }
      results.add(result);
    }
    return results.getFirst();
  }

  private List<Schedule> moves(
      CoAllocation booking, Person requester, ModificationRequest modification, Instant now) {
    var slotWindow =
        Objects.requireNonNull(modification.window()).of(booking.schedule()).toSlotWindow(now);
    var first = modification.atFirstSlot(booking.schedule(), now);
    var parts =
        planner
            .modify(booking, requester, first, now)
            .map(TransactionPlan::parts)
            .orElseGet(booking::parts);
    var lead = directory.get().bar().setupLead();
    return slotFinder.findMoves(booking, parts, slotWindow, lead, now);
  }

  private DryRunResult judgeChange(
      CoAllocation booking, Person requester, ModificationRequest modification, Instant now) {
    var asked = registrar.askedViolations(booking.id(), requester, modification, null);
    var plan = registrar.planChange(booking, requester, modification, asked, now);
    var isRescheduled = !plan.schedule().equals(booking.schedule());
    var existing =
        booking.parts().stream().collect(Collectors.toMap(CoAllocationPart::partId, it -> it));
    var parts =
        plan.parts().stream()
            .map(part -> {
              var before = existing.get(part.partId());
              return new DryRunRequest.Part(
                  part,
                  before,
                  runOf(part, plan.schedule()),
                  part.equals(before),
                  before == null || isRescheduled);
            })
            .toList();
    return judge(new DryRunRequest(requester, parts, plan.schedule(), now));
  }

  private static DryRunRequest unchanged(CoAllocation booking, Person requester, Instant now) {
    return new DryRunRequest(
        requester,
        booking.parts().stream()
            .map(part ->
                new DryRunRequest.Part(part, part, runOf(part, booking.schedule()), true, false))
            .toList(),
        booking.schedule(),
        now);
  }

  /** A part that was added to an active booking starts later. */
  private static Schedule runOf(CoAllocationPart part, Schedule slot) {
    var start = part.origin().startTime();
    return new Schedule(start.isAfter(slot.startTime()) ? start : slot.startTime(), slot.endTime());
  }

  private DryRunResult judge(DryRunRequest run) {
    var refusals = new ArrayList<Refusal>();
    var paths = lightpaths.judge(run, refusals);
    var compute = capacity.judgeCompute(run, refusals);
    var units = capacity.judgeUnits(run, refusals);
    var result = new DryRunResult(run.slot(), compute, paths, units, refusals, List.of());
    return refusals.isEmpty()
            || result.isUnanswered()
            || refusals.stream().anyMatch(RetryPolicy::isPermanent)
        ? result
        : result.withAlternatives(
            slotFinder.findAlternatives(run.person(), run.allParts(), run.slot()));
  }

  /** Truncates to microseconds, the database's resolution. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
