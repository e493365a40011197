package org.touchpaper.harc.rm.backend.units;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.booking.Allocation;
import org.touchpaper.harc.rm.booking.AssignmentRepository;
import org.touchpaper.harc.rm.booking.Backend;
import org.touchpaper.harc.rm.booking.BackendPresenceMode;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** Books amounts of a facility's units. Nothing is configured: a booking's record is all of it. */
public final class UnitBackend implements Backend, Backend.Evaluator {
  private final Facility facility;
  private final UnitAssignmentRepository allocations;
  private final Clock clock;

  public UnitBackend(Facility facility, JdbcClient jdbc, Clock clock) {
    this.facility = facility;
    this.allocations = new UnitAssignmentRepository(jdbc);
    this.clock = clock;
  }

  /**
   * Stores the configured capacities.
   *
   * @throws IllegalStateException if more is booked than a configured capacity
   */
  @Override
  public void verifySettings() {
    new UnitSettingsGuard(allocations, clock.instant()).verify(facility);
    allocations.recordCapacities(facility);
  }

  @Override
  public String resource() {
    return facility.name();
  }

  @Override
  public BackendPresenceMode projection() {
    return BackendPresenceMode.NONE;
  }

  @Override
  public AssignmentRepository assignments() {
    return allocations;
  }

  @Override
  public Set<String> localSites() {
    return facility.localSites();
  }

  @Override
  public Refusal.Code busyCode() {
    return Refusal.Code.CAPACITY_BUSY;
  }

  @Override
  public Evaluator evaluator(Transaction transaction) {
    return this;
  }

  @Override
  public Optional<Refusal> permanentRefusal(ResourceRequest work) {
    return facility.permanentRefusal(work);
  }

  /** A facility has no accounts. */
  @Override
  public Optional<String> account(Person owner, Consumer<Refusal> refuse) {
    return Optional.of("");
  }

  @Override
  public Optional<Allocation> allocate(
      String bookingId,
      Schedule schedule,
      ResourceRequest work,
      @Nullable Allocation current,
      Consumer<Refusal> refuse) {
    if (!(work instanceof ResourceRequest.Units(_, var unit, var amount))) {
      throw new IllegalArgumentException("not units: " + work);
    }
    if (!UnitCapacityTimetable.isWithinHorizon(schedule)) {
      refuse.accept(
          new Refusal(
              Refusal.Code.BEYOND_HORIZON,
              facility.name(),
              "EndTime",
              "the end time is too far in the future; it must be before 2150",
              null));
      return Optional.empty();
    }
    var capacity = capacity(bookingId, unit, schedule);
    if (capacity.fits(schedule, amount)) {
      return Optional.of(new Allocation(List.of(unit), amount, schedule));
    }
    refuse.accept(busyRefusal(bookingId, unit, amount, schedule, capacity));
    return Optional.empty();
  }

  private UnitCapacityTimetable capacity(String bookingId, String unit, Schedule during) {
    return UnitCapacityTimetable.of(
        facility.capacityOf(unit),
        allocations.listOfOthers(bookingId, unit, during.startTime(), during.endTime()));
  }

  private Refusal busyRefusal(
      String bookingId,
      String unit,
      int amount,
      Schedule schedule,
      UnitCapacityTimetable capacity) {
    var laterCapacity =
        capacity(
            bookingId, unit, new Schedule(schedule.startTime(), UnitCapacityTimetable.HORIZON_END));
    return new Refusal(
        Refusal.Code.CAPACITY_BUSY,
        facility.name(),
        "Amount",
        "%s has %d of %d %s free from %s to %s; %d requested"
            .formatted(
                facility.name(),
                capacity.free(schedule),
                facility.capacityOf(unit),
                unit,
                schedule.startTime(),
                schedule.endTime(),
                amount),
        laterCapacity.nextFit(schedule, amount).orElse(null));
  }

  @Override
  public ResourceRequest workOf(Allocation allocation) {
    return new ResourceRequest.Units(
        facility.name(), allocation.items().getFirst(), allocation.amount());
  }

  /** Such as {@code 20 of tape}. */
  @Override
  public String reference(Booking booking, Allocation allocation) {
    return allocation.amount() + " of " + allocation.items().getFirst();
  }

  /** The resource is {@code facility/unit}. */
  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    var unit = unitOf(query.resource());
    var window = query.window();
    var length = query.duration() == null ? Duration.ZERO : query.duration();
    var period = new Schedule(window.startTime(), window.endTime().plus(length));
    var capacity = capacity(query.ownBooking(), unit, period);
    var steps =
        capacity.timetable().freeSteps(UnitCapacityTimetable.window(window)).steps().stream()
            .map(step ->
                new ResourceAvailability.Step(
                    new Schedule(step.window().start(), step.window().end()),
                    (int) Math.max(0, step.amount())))
            .toList();
    var startRanges =
        query.amount() == null || query.duration() == null
            ? List.<ResourceAvailability.StartRange>of()
            : capacity
                .timetable()
                .startRanges(UnitCapacityTimetable.window(period), query.amount(), length)
                .ranges()
                .stream()
                .map(range -> new ResourceAvailability.StartRange(range.first(), range.last()))
                .toList();
    return new ResourceAvailability(unit, steps, startRanges);
  }

  private String unitOf(String resource) {
    var prefix = facility.name() + "/";
    var unit = resource.startsWith(prefix) ? resource.substring(prefix.length()) : "";
    if (facility.capacityOf(unit) == 0) {
      throw new IllegalArgumentException(
          "the resource must be " + prefix + "<unit>, not " + resource);
    }
    return unit;
  }
}
