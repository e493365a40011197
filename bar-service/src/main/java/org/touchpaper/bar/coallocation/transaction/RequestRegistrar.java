package org.touchpaper.bar.coallocation.transaction;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPollIntervalPolicy;
import org.touchpaper.bar.coallocation.CoAllocationRepository;
import org.touchpaper.bar.coallocation.ModificationRecord;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.TransactionPlan;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.SlotWindow;
import org.touchpaper.bar.coallocation.validation.BookingRequestValidator;
import org.touchpaper.bar.coallocation.validation.RunApplicationValidator;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.HostAccessShortageFinder;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.history.BookingOrderAuditEvent;
import org.touchpaper.platform.problem.FieldViolation;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/**
 * Validates and stores requests, once per key. Validity and the start of the window are judged at
 * the time of receipt, however long the timetable queries take.
 */
@Component
public class RequestRegistrar {

  /** The rule that a request breaks if it changes nothing. */
  public static final String NO_CHANGE_RULE = "something-else";

  private final CoAllocationRepository repository;
  private final CoAllocationStore store;
  private final TransactionPlanner planner;
  private final SlotFinder slotFinder;
  private final HostAccessShortageFinder hostAccessShortageFinder;
  private final RunApplicationValidator runApplicationValidator;
  private final CurrentNetworkDirectory directory;
  private final Clock clock;

  public RequestRegistrar(
      CoAllocationRepository repository,
      CoAllocationStore store,
      TransactionPlanner planner,
      SlotFinder slotFinder,
      HostAccessShortageFinder hostAccessShortageFinder,
      RunApplicationValidator runApplicationValidator,
      CurrentNetworkDirectory directory,
      Clock clock) {
    this.repository = repository;
    this.store = store;
    this.planner = planner;
    this.slotFinder = slotFinder;
    this.hostAccessShortageFinder = hostAccessShortageFinder;
    this.runApplicationValidator = runApplicationValidator;
    this.directory = directory;
    this.clock = clock;
  }

  /** A request with its owner, key and time of receipt. */
  private record ReceivedRequest(
      Person owner, BookingRequest request, @Nullable String key, Instant receivedAt) {

    SlotWindow slotWindow() {
      return request.when().toSlotWindow(receivedAt);
    }
  }

  /**
   * Writes key, digest, id and transaction record in one database transaction, or finds the earlier
   * request of the same owner and key.
   *
   * @param onRepeat run if there is an earlier request
   * @throws InvalidRequestException if the request is invalid, or the key was used with another
   *     body
   * @throws DatabaseUnavailableException if nothing could be written
   */
  public UUID register(
      Person owner, BookingRequest request, @Nullable String key, Runnable onRepeat) {
    var received = new ReceivedRequest(owner, request, key, now());
    var violations =
        new ArrayList<>(
            BookingRequestValidator.validate(request, directory.get(), received.receivedAt()));
    if (violations.isEmpty() && !isKeyUsed(received)) {
      violations.addAll(askedViolations(request, owner, received.receivedAt()));
    }
    var slot = violations.isEmpty() ? Optional.of(firstSlot(received)) : Optional.<Schedule>empty();
    return store.inTransactionOrUnavailable(() ->
        findEarlier(received)
            .map(booking -> rejoin(booking, request, onRepeat))
            .orElseGet(() ->
                save(
                    received,
                    slot.orElseThrow(() -> InvalidRequestException.unprocessable(violations)))));
  }

  /**
   * Validates a request. No transaction may be open.
   *
   * @throws InvalidRequestException if the request is invalid
   */
  void requireValid(BookingRequest request, Person owner, Instant receivedAt) {
    var violations =
        new ArrayList<>(BookingRequestValidator.validate(request, directory.get(), receivedAt));
    if (violations.isEmpty()) {
      violations.addAll(askedViolations(request, owner, receivedAt));
    }
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
  }

  /**
   * Returns all that is wrong with a request, as far as it can be judged. No transaction may be
   * open.
   */
  List<FieldViolation> violations(BookingRequest request, Person owner, Instant receivedAt) {
    var violations =
        new ArrayList<>(BookingRequestValidator.validate(request, directory.get(), receivedAt));
    violations.addAll(
        violations.isEmpty()
            ? askedViolations(request, owner, receivedAt)
            : runApplicationValidator.validate(request, owner));
    return violations;
  }

  /**
   * Returns what campuses and resource managers, when asked, say can never be. No transaction may
   * be open.
   */
  private List<FieldViolation> askedViolations(BookingRequest request, Person person, Instant now) {
    var violations = new ArrayList<>(runApplicationValidator.validate(request, person));
    overload(request, person, now).ifPresent(violations::add);
    return violations;
  }

  /** Returns why the lightpaths can never be active together. No transaction may be open. */
  private Optional<FieldViolation> overload(BookingRequest request, Person person, Instant now) {
    if (request.lightpaths().size() < 2) {
      return Optional.empty();
    }
    var slotWindow = request.when().toSlotWindow(now);
    var slot = slotWindow.slotAt(slotWindow.earliestStart(now));
    var circuits =
        request.lightpaths().stream().flatMap(circuit -> criteria(circuit, slot).stream()).toList();
    return hostAccessShortageFinder
        .findShortage(circuits, person)
        .map(overload ->
            new FieldViolation(
                "lightpaths",
                "within-the-access",
                "the %d lightpaths of %s need %d Mbit/s at once; its access has at most %d"
                    .formatted(
                        overload.count(),
                        overload.host(),
                        overload.requestedMbps(),
                        overload.largestMbps())));
  }

  private Optional<Criteria> criteria(BookingRequest.Circuit circuit, Schedule slot) {
    var source = directory.get().host(circuit.source()).flatMap(NetworkDirectory.Host::port);
    var destination =
        directory.get().host(circuit.destination()).flatMap(NetworkDirectory.Host::port);
    return source.isPresent() && destination.isPresent()
        ? Optional.of(new Criteria(source.get(), destination.get(), circuit.bandwidthMbps(), slot))
        : Optional.empty();
  }

  /** Truncates to microseconds, the database's resolution. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  /**
   * Returns the first slot to try. Timetables are queried only if the time is not fixed and the key
   * is new.
   */
  private Schedule firstSlot(ReceivedRequest received) {
    var slotWindow = received.slotWindow();
    return slotWindow.isFixed() || isKeyUsed(received)
        ? slotWindow.slotAt(slotWindow.earliestStart(received.receivedAt()))
        : slotFinder.findFirst(
            received.owner(), planner.parts(received.request()), slotWindow, received.receivedAt());
  }

  private boolean isKeyUsed(ReceivedRequest received) {
    return received.key() != null && store.isKeyUsed(received.owner(), received.key());
  }

  private Optional<CoAllocation> findEarlier(ReceivedRequest received) {
    if (received.key() == null) {
      return Optional.empty();
    }
    repository.acquireAdvisoryLock(received.owner().name() + "/" + received.key());
    return repository.findByKey(received.owner().name(), received.key());
  }

  private UUID rejoin(CoAllocation booking, BookingRequest request, Runnable onRepeat) {
    requireSameBody(booking.digest(), request.digest());
    onRepeat.run();
    return booking.mayBeRepeated() ? store.lockAndChange(booking.id(), this::repeat) : booking.id();
  }

  private UUID repeat(CoAllocation booking) {
    var now = now();
    booking.retryMake(
        planner.retry(booking, booking.slotSearch().slotNotBefore(now)),
        CoAllocationPollIntervalPolicy.callDeadline(now));
    return booking.id();
  }

  private static void requireSameBody(String earlierDigest, String digest) {
    if (!earlierDigest.equals(digest)) {
      throw InvalidRequestException.unprocessable(
          "Idempotency-Key",
          "same-body",
          "this Idempotency-Key was already used with a different request body; use a new key");
    }
  }

  private UUID save(ReceivedRequest received, Schedule slot) {
    var newBooking =
        planner.firstBooking(
            received.owner(), received.request(), received.slotWindow(), slot, received.key());
    var booking = store.save(newBooking);
    store.recordOrder(
        BookingOrderAuditEvent.Kind.BOOKED,
        booking,
        received.owner(),
        "requested: " + booking.summary());
    if (booking.window().isPresent()) {
      store.recordHistory(booking, "broker", booking.attemptSummary());
    }
    return booking.id();
  }

  /** The result of registering a change. */
  public sealed interface Registration {

    /** Begun, or decided, as the transaction of this number. */
    record Registered(int number) implements Registration {}

    /** The description is changed; nothing else was requested. */
    record Described() implements Registration {}

    /** The booking's state does not allow a change. */
    record WrongState(String reason) implements Registration {}
  }

  /**
   * Writes key, digest and transaction record of a change in one database transaction, or finds the
   * earlier request of the same key.
   *
   * @param move the slot to take if the change has a window; its first if empty
   * @param precondition throws if the booking is not as the caller believes; not evaluated for a
   *     repeat
   * @param onRepeat run if there is an earlier request
   * @throws InvalidRequestException if the change is invalid or changes nothing, or the key was
   *     used with another body
   * @throws DatabaseUnavailableException if nothing could be written
   */
  public Registration register(
      UUID id,
      Person requester,
      ModificationRequest modification,
      Optional<Schedule> move,
      @Nullable String key,
      Consumer<CoAllocation> precondition,
      Runnable onRepeat) {
    var resolved = move.map(modification::at).orElse(modification);
    var asked = askedViolations(id, requester, resolved, key);
    var change = new ReceivedChange(requester, modification, move, asked, key);
    return store.inTransactionOrUnavailable(() ->
        store.lockAndChange(id, booking -> register(booking, change, precondition, onRepeat)));
  }

  /**
   * A change with its requester and key.
   *
   * @param modification as it was sent, which is compared with a repeat
   * @param asked what campuses and resource managers say can never be
   */
  private record ReceivedChange(
      Person requester,
      ModificationRequest modification,
      Optional<Schedule> move,
      List<FieldViolation> asked,
      @Nullable String key) {

    ModificationRequest resolved() {
      return move.map(modification::at).orElse(modification);
    }
  }

  /**
   * Campuses are asked only if lightpaths change, and resource managers only if something is
   * launched; neither for a repeat. No transaction may be open.
   *
   * @param key the Idempotency-Key; null if none
   */
  List<FieldViolation> askedViolations(
      UUID id, Person requester, ModificationRequest modification, @Nullable String key) {
    if (modification.isDescriptionOnly()) {
      return List.of();
    }
    var booking = store.get(id);
    if (modification.window() != null
        || booking.modifications().findByKey(key).isPresent()
        || !BookingRequestValidator.validate(modification, booking, directory.get(), now())
            .isEmpty()) {
      return List.of();
    }
    var changed = modification.applyTo(booking);
    return modification.lightpaths() == null
        ? runApplicationValidator.validate(changed, requester)
        : askedViolations(changed, requester, now());
  }

  private Registration register(
      CoAllocation booking,
      ReceivedChange change,
      Consumer<CoAllocation> precondition,
      Runnable onRepeat) {
    var modification = change.modification();
    var earlierRecord = booking.modifications().findByKey(change.key());
    earlierRecord.ifPresent(record -> {
      requireSameBody(record.digest(), modification.digest());
      onRepeat.run();
    });
    return earlierRecord
        .filter(ModificationRecord::isBegun)
        .<Registration>map(record -> new Registration.Registered(record.number()))
        .orElseGet(() -> {
          var isDescribed =
              modification.isDescriptionOnly()
                  && booking.description().equals(modification.description());
          if (isDescribed) { // so that a repeat meets no 412
            return new Registration.Described();
          }
          precondition.accept(booking);
          return modification.isDescriptionOnly()
              ? describe(booking, change.requester(), String.valueOf(modification.description()))
              : beginModification(booking, change);
        });
  }

  private Registration describe(CoAllocation booking, Person requester, String description) {
    booking.describe(description);
    store.recordOrder(
        BookingOrderAuditEvent.Kind.CHANGED, booking, requester, "description changed");
    return new Registration.Described();
  }

  private Registration beginModification(CoAllocation booking, ReceivedChange change) {
    var requester = change.requester();
    var now = now();
    var refusal = booking.modificationRefusal(now);
    if (refusal.isPresent()) {
      return new Registration.WrongState(refusal.get());
    }
    var plan = planChange(booking, requester, change.resolved(), change.asked(), now);
    booking.modify(plan, change.key(), change.modification(), now);
    var record = booking.lastModification().orElseThrow();
    store.recordOrder(
        BookingOrderAuditEvent.Kind.CHANGED,
        booking,
        requester,
        "change requested: " + record.summary());
    return new Registration.Registered(record.number());
  }

  /**
   * Validates and plans a change; stores nothing.
   *
   * @throws InvalidRequestException if the change is invalid or changes nothing
   */
  TransactionPlan planChange(
      CoAllocation booking,
      Person requester,
      ModificationRequest modification,
      List<FieldViolation> asked,
      Instant now) {
    var violations =
        new ArrayList<>(
            BookingRequestValidator.validate(modification, booking, directory.get(), now));
    if (violations.isEmpty()) {
      violations.addAll(asked);
    }
    if (!violations.isEmpty()) {
      throw InvalidRequestException.unprocessable(violations);
    }
    return planner
        .modify(booking, requester, modification.atFirstSlot(booking.schedule(), now), now)
        .orElseThrow(() ->
            InvalidRequestException.unprocessable(
                "",
                NO_CHANGE_RULE,
                "the request changes nothing; specify at least one field that differs from the"
                    + " booking"));
  }
}
