package org.touchpaper.bar.coallocation.transaction;

import static java.util.Comparator.naturalOrder;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.CoAllocationParts;
import org.touchpaper.bar.coallocation.Modification;
import org.touchpaper.bar.coallocation.ModificationRecord;
import org.touchpaper.bar.coallocation.TransactionPlan;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort;
import org.touchpaper.bar.coallocation.harc.CommitProtocolPort.NoAnswerException;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ContractFaultException;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DryRun;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import org.touchpaper.segment.connection.Stp;
import org.touchpaper.timetable.StepFunction;
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

  private final NetworkSegment broker;
  private final CommitProtocolPort harc;
  private final CoAllocationStore store;
  private final TransactionPlanner planner;
  private final SlotFinder slotFinder;
  private final RequestRegistrar registrar;
  private final CurrentDirectory directory;
  private final Clock clock;

  public DryRunService(
      NetworkSegment broker,
      CommitProtocolPort harc,
      CoAllocationStore store,
      TransactionPlanner planner,
      SlotFinder slotFinder,
      RequestRegistrar registrar,
      CurrentDirectory directory,
      Clock clock) {
    this.broker = broker;
    this.harc = harc;
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
   * A part to judge.
   *
   * @param existing the part that is changed; null for a new one
   * @param run its time after the change
   * @param isUnchanged if it stays as it is
   */
  private record RequestedPart(
      CoAllocationPart part,
      @Nullable CoAllocationPart existing,
      Schedule run,
      boolean isUnchanged,
      boolean isRescheduled) {

    static RequestedPart ofNew(CoAllocationPart part, Schedule run) {
      return new RequestedPart(part, null, run, false, true);
    }
  }

  /** The parts of one run, and whose they are. */
  private record RequestedRun(
      Person person, List<RequestedPart> parts, Schedule slot, Instant now) {
    List<CoAllocationPart> allParts() {
      return parts.stream().map(RequestedPart::part).toList();
    }
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
    var requested = parts.stream().map(part -> RequestedPart.ofNew(part, slot)).toList();
    return judge(new RequestedRun(owner, requested, slot, now));
  }

  /**
   * Judges a change of a booking, whose own capacity counts as free.
   *
   * @param precondition throws if the booking is not as the caller believes
   * @throws InvalidRequestException if the change is invalid or changes nothing
   */
  public ChangeOutcome modify(
      UUID id, Person requester, Modification modification, Consumer<CoAllocation> precondition) {
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
      UUID id, Person requester, Modification modification, @Nullable String key) {
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
      CoAllocation booking, Person requester, Modification modification, Instant now) {
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
      CoAllocation booking, Person requester, Modification modification, Instant now) {
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
      CoAllocation booking, Person requester, Modification modification, Instant now) {
    var asked = registrar.askedViolations(booking.id(), requester, modification, null);
    var plan = registrar.planChange(booking, requester, modification, asked, now);
    var isRescheduled = !plan.schedule().equals(booking.schedule());
    var existing =
        booking.parts().stream().collect(Collectors.toMap(CoAllocationPart::partId, it -> it));
    var parts =
        plan.parts().stream()
            .map(part -> {
              var before = existing.get(part.partId());
              return new RequestedPart(
                  part,
                  before,
                  runOf(part, plan.schedule()),
                  part.equals(before),
                  before == null || isRescheduled);
            })
            .toList();
    return judge(new RequestedRun(requester, parts, plan.schedule(), now));
  }

  private static RequestedRun unchanged(CoAllocation booking, Person requester, Instant now) {
    return new RequestedRun(
        requester,
        booking.parts().stream()
            .map(
                part -> new RequestedPart(part, part, runOf(part, booking.schedule()), true, false))
            .toList(),
        booking.schedule(),
        now);
  }

  /** A part that was added to an active booking starts later. */
  private static Schedule runOf(CoAllocationPart part, Schedule slot) {
    var start = part.origin().startTime();
    return new Schedule(start.isAfter(slot.startTime()) ? start : slot.startTime(), slot.endTime());
  }

  private DryRunResult judge(RequestedRun run) {
    var fields = CoAllocationParts.fields(run.allParts());
    var refusals = new ArrayList<Refusal>();
    var lightpaths = judgeLightpaths(run, fields, refusals);
    var compute = judgeCompute(run, fields, refusals);
    var units = judgeUnits(run, fields, refusals);
    var result = new DryRunResult(run.slot(), compute, lightpaths, units, refusals, List.of());
    return refusals.isEmpty()
            || result.isUnanswered()
            || refusals.stream().anyMatch(BookingRequestValidator::isPermanent)
        ? result
        : result.withAlternatives(
            slotFinder.findAlternatives(run.person(), run.allParts(), run.slot()));
  }

  // --- nodes and units --------------------------------------------------------------------------

  private List<DryRunResult.NodesResult> judgeCompute(
      RequestedRun run, Map<UUID, String> fields, List<Refusal> refusals) {
    var results = new ArrayList<DryRunResult.NodesResult>();
    for (var requested : run.parts()) {
      if (requested.part() instanceof Compute nodes) {
        var total = directory.get().cluster(nodes.resource()).map(Directory.Cluster::nodes);
        var wanted =
            new Amount(
                nodes.resource(),
                nodes.nodes(),
                "nodes",
                Refusal.Code.NODES_BUSY,
                fields.get(nodes.partId()) + ".nodes",
                total);
        var judged = judgeAmount(requested, nodes.resource(), wanted, run.person(), refusals);
        results.add(new DryRunResult.NodesResult(nodes, judged.fits(), judged.free()));
      }
    }
    return results;
  }

  private List<DryRunResult.UnitsResult> judgeUnits(
      RequestedRun run, Map<UUID, String> fields, List<Refusal> refusals) {
    var results = new ArrayList<DryRunResult.UnitsResult>();
    for (var requested : run.parts()) {
      if (requested.part() instanceof Units units) {
        var facility = directory.get().facility(units.resource());
        var wanted =
            new Amount(
                units.resource(),
                units.amount(),
                units.unit(),
                Refusal.Code.CAPACITY_BUSY,
                fields.get(units.partId()) + ".amount",
                facility.map(it -> it.units().get(units.unit())));
        var timetable = units.resource() + "/" + units.unit();
        var judged = judgeAmount(requested, timetable, wanted, run.person(), refusals);
        results.add(new DryRunResult.UnitsResult(units, judged.fits(), judged.free()));
      }
    }
    return results;
  }

  /**
   * An amount of a resource, and how to refuse it.
   *
   * @param field its field in the request
   * @param total all that there is, as far as known
   */
  private record Amount(
      String resource,
      int requested,
      String unit,
      Refusal.Code busyCode,
      String field,
      Optional<Integer> total) {

    /** Worded as by the resource managers. */
    Refusal busy(Schedule run, @Nullable Integer free) {
      return new Refusal(
          busyCode,
          resource,
          field,
          "%s has %s of %s %s free from %s to %s; %d requested"
              .formatted(
                  resource,
                  free == null ? "too few" : free,
                  total.map(String::valueOf).orElse("its"),
                  unit,
                  run.startTime(),
                  run.endTime(),
                  requested),
          null);
    }
  }

  /** What a timetable says about an amount; {@code free} is null if that was not asked. */
  private record AmountResult(boolean fits, @Nullable Integer free) {}

  private AmountResult judgeAmount(
      RequestedPart requested,
      String timetableName,
      Amount amount,
      Person person,
      List<Refusal> refusals) {
    if (requested.isUnchanged()) {
      return new AmountResult(true, null);
    }
    var part = requested.part();
    var run = requested.run();
    try {
      var timetable =
          harc.timetable(
              part.rm(),
              timetableName,
              person,
              run,
              amount.requested(),
              run.duration(),
              requested.existing() == null ? null : part.partId());
      var fits = timetable.starts().earliestFrom(run.startTime()).filter(run.startTime()::equals);
      var free =
          timetable.steps().steps().stream().map(DryRunService::amountOf).min(naturalOrder());
      if (fits.isEmpty()) {
        refusals.add(amount.busy(run, free.orElse(null)));
      }
      return new AmountResult(fits.isPresent(), free.orElse(null));
    } catch (NoAnswerException e) {
      refusals.add(unreachable(part.rm(), String.valueOf(e.getMessage())));
      return new AmountResult(false, null);
    }
  }

  private static Integer amountOf(StepFunction.Step step) {
    return Math.toIntExact(step.amount());
  }

  private static Refusal unreachable(String rm, String reason) {
    return new Refusal(Refusal.Code.UNREACHABLE, rm, "", reason, null);
  }

  // --- lightpaths -------------------------------------------------------------------------------

  private List<DryRunResult.LightpathResult> judgeLightpaths(
      RequestedRun run, Map<UUID, String> fields, List<Refusal> refusals) {
    var criteria = new LinkedHashMap<UUID, Criteria>();
    for (var requested : run.parts()) {
      if (requested.part() instanceof Lightpath path && !requested.isUnchanged()) {
        try {
          criteriaOf(requested, path, run)
              .ifPresentOrElse(
                  it -> criteria.put(path.partId(), it),
                  () -> refusals.add(noLongerThere(path, fields)));
        } catch (SegmentUnreachableException e) {
          refusals.add(unreachable(path.rm(), String.valueOf(e.getMessage())));
        }
      }
    }
    var results = new LinkedHashMap<UUID, DryRun.Result>();
    if (!criteria.isEmpty()) {
      ask(run, criteria, refusals).ifPresent(results::putAll);
    }
    return run.parts().stream()
        .filter(requested -> requested.part() instanceof Lightpath)
        .map(requested -> {
          var path = (Lightpath) requested.part();
          var result = results.get(path.partId());
          if (result instanceof DryRun.Result.Refused(var refusal)) {
            refusals.add(explain(refusal, requested, criteria, fields));
          }
          return toResult(requested, path, result);
        })
        .toList();
  }

  private static DryRunResult.LightpathResult toResult(
      RequestedPart requested, Lightpath path, DryRun.@Nullable Result result) {
    return switch (result) {
      case DryRun.Result.Fits fits ->
          new DryRunResult.LightpathResult(path, true, fits.path(), fits.links());
      case DryRun.Result.Refused _ ->
          new DryRunResult.LightpathResult(path, false, List.of(), List.of());
      case null ->
          requested.isUnchanged()
              ? new DryRunResult.LightpathResult(path, true, path.status().path(), List.of())
              : new DryRunResult.LightpathResult(path, false, List.of(), List.of());
    };
  }

  /** Empty, and with a refusal, if a segment did not answer. */
  private Optional<Map<UUID, DryRun.Result>> ask(
      RequestedRun run, Map<UUID, Criteria> criteria, List<Refusal> refusals) {
    var rm = networkRm(run);
    var items =
        criteria.entrySet().stream()
            .map(entry -> new DryRun.Item(new ConnectionId(entry.getKey()), entry.getValue()))
            .toList();
    try {
      var results = broker.dryRun(new DryRun(requester(run, rm), items));
      var byPart = new LinkedHashMap<UUID, DryRun.Result>();
      for (var i = 0; i < items.size(); i++) {
        byPart.put(items.get(i).connection().value(), results.get(i));
      }
      return Optional.of(byPart);
    } catch (SegmentUnreachableException e) {
      refusals.add(unreachable(rm, String.valueOf(e.getMessage())));
      return Optional.empty();
    } catch (ContractFaultException fault) {
      refusals.add(toRefusal(fault));
      return Optional.empty();
    }
  }

  /** As the network's resource manager does. */
  private static Refusal toRefusal(ContractFaultException fault) {
    var code =
        switch (fault.code()) {
          case CONTRADICTS_EARLIER -> Refusal.Code.GIVEN_UP;
          case CUT -> Refusal.Code.CUT;
          case INVALID_TRANSITION -> Refusal.Code.CAPACITY_BUSY; // another change is under way
          case MALFORMED, UNKNOWN_CONNECTION, COMMIT_FAILED, NOT_ALLOWED ->
              Refusal.Code.NOT_ALLOWED;
        };
    return new Refusal(code, "network", "", String.valueOf(fault.getMessage()), null);
  }

  private static String networkRm(RequestedRun run) {
    return run.parts().stream()
        .map(RequestedPart::part)
        .filter(Lightpath.class::isInstance)
        .map(CoAllocationPart::rm)
        .findFirst()
        .orElseThrow();
  }

  /** The resource manager that books the lightpaths. */
  private static Requester requester(RequestedRun run, String rm) {
    return new Requester(rm, run.person(), UUID.randomUUID().toString());
  }

  /** What the network's resource manager would request; empty if the lightpath is over. */
  private Optional<Criteria> criteriaOf(RequestedPart requested, Lightpath path, RequestedRun run) {
    var lead = directory.get().bar().setupLead();
    var existing = requested.existing();
    if (existing == null) {
      return Optional.of(
          new Criteria(
              portOf(path.source()),
              portOf(path.destination()),
              path.bandwidthMbps(),
              requested.run().withLead(lead, run.now())));
    }
    return broker.query(requester(run, path.rm()), new ConnectionId(path.partId()))
            instanceof ConnectionReport.Known known
        ? Optional.ofNullable(known.criteria())
            .filter(current -> run.now().isBefore(current.schedule().endTime()))
            .map(current ->
                new Criteria(
                    current.source(),
                    current.destination(),
                    path.bandwidthMbps(),
                    scheduleAfter(current.schedule(), requested, lead, run.now())))
        : Optional.empty();
  }

  private static Schedule scheduleAfter(
      Schedule current, RequestedPart requested, Duration lead, Instant now) {
    if (!requested.isRescheduled()) {
      return current;
    }
    return current.startTime().isAfter(now)
        ? requested.run().withLead(lead, now)
        : new Schedule(current.startTime(), requested.run().endTime());
  }

  private Stp portOf(String host) {
    return directory.get().host(host).flatMap(Directory.Host::port).orElseThrow();
  }

  private static Refusal noLongerThere(Lightpath path, Map<UUID, String> fields) {
    return new Refusal(
        Refusal.Code.GIVEN_UP,
        "network",
        String.valueOf(fields.get(path.partId())),
        "the network has no such lightpath to modify",
        null);
  }

  /** Puts a refusal in terms of the request, as the network's resource manager does. */
  private static Refusal explain(
      Refusal refusal,
      RequestedPart requested,
      Map<UUID, Criteria> criteria,
      Map<UUID, String> fields) {
    var id = requested.part().partId();
    var own = criteria.get(id);
    if (own == null) {
      return refusal;
    }
    var lead =
        requested.isRescheduled()
            ? Duration.between(own.schedule().startTime(), requested.run().startTime())
            : Duration.ZERO;
    var explained = refusal.explainLead(requested.run().startTime(), lead);
    var isOwnRival =
        refusal.code() == Refusal.Code.PORT_BUSY
            && criteria.entrySet().stream()
                .filter(entry -> !entry.getKey().equals(id))
                .anyMatch(entry -> own.sharesPort(entry.getValue(), refusal.resource()));
    return withField(
        isOwnRival ? explained.asOwnRival() : explained, String.valueOf(fields.get(id)));
  }

  private static Refusal withField(Refusal refusal, String part) {
    var field = refusal.field();
    var inRequest =
        Set.of("startTime", "endTime").contains(field)
            ? "schedule." + field
            : field.isEmpty() ? part : part + "." + field;
    return new Refusal(
        refusal.code(), refusal.resource(), inRequest, refusal.reason(), refusal.nextFit());
  }

  /** Truncates to microseconds, the database's resolution. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
