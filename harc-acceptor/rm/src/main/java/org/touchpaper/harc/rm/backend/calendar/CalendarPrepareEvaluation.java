package org.touchpaper.harc.rm.backend.calendar;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.harc.rm.booking.NodeAvailability;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.BookingRules;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.RequestedResources;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Evaluates a transaction's actions without writing anything: what they would allocate, modify and
 * cancel, or why they are refused.
 */
final class CalendarPrepareEvaluation {
  private static final Instant HORIZON_END = Instant.parse("9999-12-31T00:00:00Z");

  private final Machine machine;
  private final AllocationRepository allocations;
  private final Transaction transaction;
  private final Instant now;
  private final BookingRules rules;
  private final List<Allocation> newAllocations = new ArrayList<>();
  private final List<AllocationModification> modifications = new ArrayList<>();
  private final List<String> cancelledIds = new ArrayList<>();
  private final Set<String> seenIds = new HashSet<>();
  private final List<ActionRefusal> refusals = new ArrayList<>();

  CalendarPrepareEvaluation(
      Machine machine, AllocationRepository allocations, Transaction transaction, Instant now) {
    this.machine = machine;
    this.allocations = allocations;
    this.transaction = transaction;
    this.now = now;
    this.rules = new BookingRules(machine.name(), Refusal.Code.NODES_BUSY, now);
  }

  /** The allocations to add, held. */
  List<Allocation> newAllocations() {
    return newAllocations;
  }

  /** The modifications to hold. */
  List<AllocationModification> modifications() {
    return modifications;
  }

  /** The ids of allocations whose cancellation is to be held. */
  List<String> cancelledIds() {
    return cancelledIds;
  }

  /** The refusals; empty if all actions are possible. */
  List<ActionRefusal> refusals() {
    return refusals;
  }

  CalendarPrepareEvaluation evaluate() {
    for (var action : transaction.actions()) {
      if (seenIds.add(action.bookingId())) {
        allocations
            .ownership()
            .refusal(transaction, action, machine.name(), machine.accounts().localSites())
            .ifPresentOrElse(
                refusal -> refuse(action.bookingId(), refusal), () -> evaluate(action));
      } else {
        refuse(action.bookingId(), rules.duplicateActionRefusal());
      }
    }
    return this;
  }

  private void evaluate(BookingAction action) {
    switch (action) {
      case BookingAction.Make make -> evaluate(make);
      case BookingAction.Modify modify ->
          findChangeable(modify).ifPresent(allocation -> evaluate(modify, allocation));
      case BookingAction.Cancel cancel -> evaluate(cancel);
    }
  }

  private void evaluate(BookingAction.Make make) {
    var permanentRefusal =
        machine.permanentRefusal(make.work()).or(() -> rules.refusalForSchedule(make.schedule()));
    if (permanentRefusal.isPresent()) {
      refuse(make.bookingId(), permanentRefusal.get());
    } else if (isNameTaken(make.bookingId())) {
      refuse(make.bookingId(), rules.nameTakenRefusal());
    } else if (make.work() instanceof RequestedResources.Compute(_, var nodes)) {
      allocate(make, nodes);
    }
  }

  private boolean isNameTaken(String bookingId) {
    return allocations.find(bookingId).isPresent();
  }

  private void allocate(BookingAction.Make make, int count) {
    var person = transaction.ownerOf(make);
    machine
        .accounts()
        .findAccount(person)
        .ifPresentOrElse(
            account -> allocate(make, count, account),
            () ->
                refuse(
                    make.bookingId(),
                    rules.refusal(
                        Refusal.Code.NOT_ALLOWED,
                        "",
                        machine.accounts().missingAccountMessage(person, machine.name()))));
  }

  private void allocate(BookingAction.Make make, int count, String account) {
    pickNodes(make.bookingId(), make.schedule(), count, List.of())
        .ifPresent(nodes -> newAllocations.add(heldAllocation(make, nodes, account)));
  }

  /** Picks nodes, its own first, which count as free; records a refusal if there are too few. */
  private Optional<List<Integer>> pickNodes(
      String bookingId, Schedule schedule, int count, List<Integer> preferred) {
    var picked =
        availability(bookingId, schedule.startTime(), schedule.endTime())
            .pick(schedule, count, preferred);
    if (picked.isEmpty()) {
      var laterAvailability = availability(bookingId, schedule.startTime(), HORIZON_END);
      refuse(bookingId, machine.busyRefusal(laterAvailability, schedule, count));
    }
    return picked;
  }

  private NodeAvailability availability(String bookingId, Instant from, Instant to) {
    var busyNodes =
        new ArrayList<>(allocations.nodeAssignments().listBusyOfOthers(bookingId, from, to, now));
    for (var allocation : newAllocations) {
      allocation
          .nodes()
          .forEach(
              node -> busyNodes.add(new NodeAvailability.BusyNode(node, allocation.schedule())));
    }
    for (var allocation : modifications) {
      allocation
          .nodes()
          .forEach(
              node -> busyNodes.add(new NodeAvailability.BusyNode(node, allocation.schedule())));
    }
    return new NodeAvailability(machine.nodeCount(), busyNodes);
  }

  private void evaluate(BookingAction.Modify modify, Allocation allocation) {
    var bookingId = modify.bookingId();
    var schedule = modify.schedule() == null ? allocation.schedule() : modify.schedule();
    var work =
        modify.work() == null
            ? new RequestedResources.Compute(machine.name(), allocation.nodes().size())
            : modify.work();
    var permanentRefusal =
        machine
            .permanentRefusal(work)
            .or(() -> rules.refusalForSchedule(schedule))
            .or(() -> refusalWhileModifying(allocation))
            .or(() -> rules.refusalForMove(allocation.schedule(), schedule));
    if (permanentRefusal.isPresent()) {
      refuse(bookingId, permanentRefusal.get());
    } else if (work instanceof RequestedResources.Compute(_, var count)) {
      pickNodes(bookingId, schedule, count, allocation.nodes())
          .map(nodes -> new AllocationModification(bookingId, transaction.id(), nodes, schedule))
          .ifPresent(modifications::add);
    }
  }

  private Optional<Refusal> refusalWhileModifying(Allocation allocation) {
    return allocation.state() == AllocationState.AMENDING
        ? Optional.of(rules.refusalWhileModifying(allocation.problem()))
        : Optional.empty();
  }

  private Allocation heldAllocation(BookingAction.Make make, List<Integer> nodes, String account) {
    return new Allocation(
        make.bookingId(),
        transaction.id(),
        transaction.actions().indexOf(make),
        account,
        nodes,
        make.schedule(),
        AllocationState.HELD,
        null,
        null,
        1);
  }

  private void evaluate(BookingAction.Cancel cancel) {
    var found = allocations.findForUpdate(cancel.bookingId());
    if (found.filter(allocation -> allocation.currentBooking(now).hasNothingToCancel()).isEmpty()) {
      findChangeable(cancel).ifPresent(_ -> cancelledIds.add(cancel.bookingId()));
    }
  }

  private Optional<Allocation> findChangeable(BookingAction change) {
    var found = allocations.findForUpdate(change.bookingId());
    var current = found.map(allocation -> allocation.currentBooking(now)).orElse(null);
    var refusal = rules.refusalForChange(change, current);
    refusal.ifPresent(value -> refuse(change.bookingId(), value));
    return refusal.isPresent() ? Optional.empty() : found;
  }

  private void refuse(String bookingId, Refusal refusal) {
    refusals.add(new ActionRefusal(bookingId, refusal));
  }
}
