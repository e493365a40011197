package org.touchpaper.bar.coallocation.transaction;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.coallocation.CoAllocation;
import org.touchpaper.bar.coallocation.CoAllocationPart;
import org.touchpaper.bar.coallocation.CoAllocationPart.Compute;
import org.touchpaper.bar.coallocation.CoAllocationPart.Lightpath;
import org.touchpaper.bar.coallocation.CoAllocationPart.Units;
import org.touchpaper.bar.coallocation.CoAllocationParts;
import org.touchpaper.bar.coallocation.ModificationRequest;
import org.touchpaper.bar.coallocation.PartStatusDetails;
import org.touchpaper.bar.coallocation.RequestOrigin;
import org.touchpaper.bar.coallocation.TransactionPlan;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.SlotWindow;
import org.touchpaper.bar.coallocation.run.PartRun;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.harc.protocol.RequestingUser;
import org.touchpaper.harc.protocol.TransactionId;
import org.touchpaper.harc.protocol.TransactionRequest;
import org.touchpaper.platform.problem.InvalidRequestException;
import org.touchpaper.platform.time.TimeOrderedIds;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import org.touchpaper.segment.connection.Schedule;

/** Plans transactions: chooses ids and parts, and builds the requests. */
@Component
public class TransactionPlanner {

  /** The id of parts that exist only for a timetable query. */
  private static final UUID PLACEHOLDER_ID = new UUID(0, 0);

  /** The minimum time for resource managers to vote. */
  private static final Duration MIN_VOTE_TIME = Duration.ofSeconds(3);

  private final CurrentNetworkDirectory directory;
  private final TimeOrderedIds ids;
  private final Clock clock;

  public TransactionPlanner(CurrentNetworkDirectory directory, TimeOrderedIds ids, Clock clock) {
    this.directory = directory;
    this.ids = ids;
    this.clock = clock;
  }

  CoAllocation firstBooking(
      Person owner,
      BookingRequest request,
      SlotWindow slotWindow,
      Schedule slot,
      @Nullable String key) {
    var id = ids.next();
    var now = clock.instant();
    var plan = makePlan(id, 1, owner, parts(id, 1, request, slot.startTime()), slot);
    var origin = new RequestOrigin(owner, request.description(), now, key, request.digest());
    return new CoAllocation(id, origin, slotWindow, plan);
  }

  /** Returns the requested parts with placeholder ids. */
  List<CoAllocationPart> parts(BookingRequest request) {
    return parts(PLACEHOLDER_ID, 1, request, Instant.EPOCH);
  }

  /** Plans a retry at the given slot, with a new transaction number and new part ids. */
  TransactionPlan retry(CoAllocation booking, Schedule slot) {
    var number = booking.attempt().number() + 1;
    var countByKind = new HashMap<String, Integer>();
    var parts =
        booking.parts().stream()
            .map(part -> {
              var index = countByKind.merge(part.kind(), 1, Integer::sum) - 1;
              return part.renewed(
                  partId(booking.id(), number, part.kind(), index),
                  new CoAllocationPart.Origin(number, slot.startTime()));
            })
            .toList();
    return makePlan(booking.id(), number, booking.owner(), parts, slot);
  }

  /** Part ids derive from the attempt (DESIGN "Contracts", identity). */
  private static UUID partId(UUID id, int transactionNo, String kind, int index) {
    return ConnectionId.nameBased(id, transactionNo + "/" + kind + "/" + index);
  }

  private TransactionPlan makePlan(
      UUID id, int number, Person owner, List<CoAllocationPart> parts, Schedule slot) {
    var voteBy = voteBy(slot.startTime(), clock.instant());
    var actions =
        parts.stream().map(part -> ResourceAction.make(part, null, slot.endTime())).toList();
    return new TransactionPlan(slot, parts, buildRequest(id, number, owner, actions, voteBy));
  }

  /**
   * Plans a change; empty if nothing changes. Parts added while the booking is active begin now.
   * The vote deadline is before the earlier of the old and new start. The request is made for the
   * requester; new parts belong to the owner.
   */
  Optional<TransactionPlan> modify(
      CoAllocation booking, Person requester, ModificationRequest modification, Instant now) {
    var transactionNo = booking.attempt().number() + 1;
    var modifiedRequest = modification.applyTo(booking);
    var slot = modifiedRequest.when().toSlotWindow(now).window();
    var startTime = slot.startTime().isBefore(now) ? now : slot.startTime();
    var parts = parts(booking.id(), transactionNo, modifiedRequest, startTime);
    var owner = booking.owner().name().equals(requester.name()) ? null : booking.owner();
    var planner = new ModificationPlanner(booking, slot, parts, transactionNo, owner, now);
    if (planner.actions().isEmpty()) {
      return Optional.empty();
    }
    var oldStart = booking.schedule().startTime();
    var voteBy = voteBy(oldStart.isBefore(slot.startTime()) ? oldStart : slot.startTime(), now);
    var request = buildRequest(booking.id(), transactionNo, requester, planner.actions(), voteBy);
    return Optional.of(new TransactionPlan(slot, planner.parts(), request));
  }

  /**
   * Builds a cancellation for the requester. It names only parts that their resource managers know:
   * one that does not know its part could not agree, and the rest would stay.
   */
  public TransactionRequest cancelRequest(CoAllocation booking, Person requester) {
    return buildRequest(
        booking.id(),
        booking.attempt().number() + 1,
        requester,
        new CoAllocationParts(booking.parts())
            .cancellable().all().stream().map(ResourceAction::cancel).toList(),
        clock.instant().plus(directory.get().bar().decideWithin()));
  }

  /** Builds the last cancellation once more, for the same requester. */
  public TransactionRequest repeatCancelRequest(CoAllocation booking) {
    var caller = booking.attempt().request().caller();
    return cancelRequest(
        booking,
        new Person(caller.name(), caller.homeSite(), caller.virtualOrganisations(), caller.role()));
  }

  /**
   * The vote deadline is before the start (DESIGN decision 1), unless that is too near: a booking
   * that starts at once is decided after its start.
   */
  private Instant voteBy(Instant start, Instant now) {
    var defaultDeadline = now.plus(directory.get().bar().decideWithin());
    return start.isBefore(defaultDeadline) && !start.isBefore(now.plus(MIN_VOTE_TIME))
        ? start
        : defaultDeadline;
  }

  private TransactionRequest buildRequest(
      UUID id, int transactionNo, Person requester, List<ResourceAction> actions, Instant voteBy) {
    var caller =
        new RequestingUser(
            requester.name(),
            requester.homeSite(),
            requester.virtualOrganisations(),
            requester.role(),
            id.toString());
    return TransactionRequest.of(
        new TransactionId(id + "." + transactionNo),
        directory.get().bar().acceptors(),
        directory.get().bar().epoch(),
        voteBy,
        caller,
        ResourceAction.toActions(actions));
  }

  private List<CoAllocationPart> parts(
      UUID id, int transactionNo, BookingRequest request, Instant startTime) {
    var origin = new CoAllocationPart.Origin(transactionNo, startTime);
    var parts = new ArrayList<CoAllocationPart>();
    for (var i = 0; i < request.lightpaths().size(); i++) {
      var circuit = request.lightpaths().get(i);
      parts.add(
          new Lightpath(
              Optional.ofNullable(circuit.id())
                  .orElse(partId(id, transactionNo, CoAllocationPart.LIGHTPATH, i)),
              requireNetworkRm(),
              circuit.source(),
              circuit.destination(),
              circuit.bandwidthMbps(),
              origin,
              PartStatusDetails.UNDECIDED));
    }
    for (var i = 0; i < request.compute().size(); i++) {
      var nodes = request.compute().get(i);
      var cluster =
          directory
              .get()
              .cluster(nodes.resource())
              .orElseThrow(() -> noLongerKnown("compute", "known-cluster", nodes.resource()));
      parts.add(
          new Compute(
              Optional.ofNullable(nodes.id())
                  .orElse(partId(id, transactionNo, CoAllocationPart.COMPUTE, i)),
              cluster.rm(),
              nodes.resource(),
              nodes.nodes(),
              nodes.run() == null ? null : PartRun.ordered(nodes.run(), transactionNo),
              origin,
              PartStatusDetails.UNDECIDED));
    }
    for (var i = 0; i < request.units().size(); i++) {
      var units = request.units().get(i);
      var facility =
          directory
              .get()
              .facility(units.resource())
              .orElseThrow(() -> noLongerKnown("units", "known-facility", units.resource()));
      parts.add(
          new Units(
              Optional.ofNullable(units.id())
                  .orElse(partId(id, transactionNo, CoAllocationPart.UNITS, i)),
              facility.rm(),
              units.resource(),
              units.unit(),
              units.amount(),
              origin,
              PartStatusDetails.UNDECIDED));
    }
    return parts;
  }

  /** The directory may change while a slot is sought. */
  private static InvalidRequestException noLongerKnown(String field, String rule, String name) {
    return InvalidRequestException.unprocessable(field, rule, name + " was removed just now");
  }

  private String requireNetworkRm() {
    return Optional.ofNullable(directory.get().bar().networkRm())
        .orElseThrow(() ->
            new IllegalStateException(
                "touchpaper.bar.network-rm is not configured: this broker books no lightpaths"
                    + " together with nodes"));
  }
}
