package org.touchpaper.harc.rm.backend.calendar;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.booking.NodeAvailability;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import org.touchpaper.harc.rm.scheduler.ActionStatus;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.Transaction;

/**
 * A scheduler that consists of a calendar in PostgreSQL. Every operation is one database
 * transaction; the {@link AllocationReconciler} then changes the machine.
 */
public final class CalendarScheduler implements LocalScheduler {
  private final Machine machine;
  private final AllocationRepository allocations;
  private final PreparedTransactions preparedTransactions;
  private final TransactionOperations database;
  private final DurableTimer timer;
  private final Clock clock;

  CalendarScheduler(
      Machine machine,
      AllocationRepository allocations,
      PreparedTransactions preparedTransactions,
      TransactionOperations database,
      DurableTimer timer,
      Clock clock) {
    this.machine = machine;
    this.allocations = allocations;
    this.preparedTransactions = preparedTransactions;
    this.database = database;
    this.timer = timer;
    this.clock = clock;
  }

  @Override
  public PrepareResult prepare(Transaction transaction) {
    return database.execute(_ -> {
      allocations.lock(machine);
      return preparedTransactions.prepareOnce(
          transaction, machine.name(), () -> hold(transaction), () -> heldStatuses(transaction));
    });
  }

  private List<ActionRefusal> hold(Transaction transaction) {
    var evaluation =
        new CalendarPrepareEvaluation(machine, allocations, transaction, clock.instant())
            .evaluate();
    if (evaluation.refusals().isEmpty()) {
      evaluation.newAllocations().forEach(allocations::add);
      allocations.ownership().recordOwner(transaction);
      evaluation.modifications().forEach(allocations::holdModification);
      evaluation
          .cancelledIds()
          .forEach(bookingId -> allocations.recordChangeHeldBy(bookingId, transaction.id()));
    }
    return evaluation.refusals();
  }

  @Override
  public void commit(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      allocations.lock(machine);
      preparedTransactions.commit(transaction.id());
      forEachMade(transaction, allocation -> allocations.update(allocation, allocation.commit()));
      forEachChanged(transaction, allocation -> applyChange(transaction, allocation));
      transaction.actions().forEach(action -> scheduleCheck(action.bookingId()));
    });
  }

  private void applyChange(Transaction transaction, Allocation allocation) {
    var modification = allocations.findModification(allocation.bookingId(), transaction.id());
    if (modification.isEmpty()) {
      cancel(allocation);
    } else if (allocation.hasFailed()) {
      allocations.dropModification(allocation.bookingId());
    } else {
      allocations.saveModified(allocation.modify(modification.get()));
    }
  }

  /**
   * Cancels. An allocation that has already ended or failed keeps its state, and no change of it is
   * held any longer.
   */
  private void cancel(Allocation allocation) {
    var now = clock.instant();
    var cancelled = allocation.dueAt(now).cancel();
    allocations.update(allocation, cancelled);
    if (cancelled.currentBooking(now).state() != ActionStatus.State.CANCELLED) {
      allocations.dropModification(allocation.bookingId());
    }
  }

  private void scheduleCheck(String bookingId) {
    allocations
        .find(bookingId)
        .flatMap(AllocationReconciler::nextCheck)
        .ifPresent(time -> timer.schedule(bookingId, time));
  }

  @Override
  public void abort(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      allocations.lock(machine);
      preparedTransactions.abort(transaction);
      forEachMade(transaction, allocation -> allocations.update(allocation, allocation.abort()));
      forEachChanged(
          transaction, allocation -> allocations.dropModification(allocation.bookingId()));
    });
  }

  private void forEachMade(Transaction transaction, Consumer<Allocation> operation) {
    allocations.listByTransaction(transaction.id()).forEach(operation);
  }

  private void forEachChanged(Transaction transaction, Consumer<Allocation> operation) {
    allocations.listChangedBy(transaction.id()).forEach(operation);
  }

  /** The statuses of the held actions; for a modification, with the held nodes. */
  private List<ActionStatus> heldStatuses(Transaction transaction) {
    return PreparedTransactions.statusOfEach(
        transaction,
        bookingId ->
            allocations
                .find(bookingId)
                .map(allocation -> {
                  var nodes =
                      allocations
                          .findModification(bookingId, transaction.id())
                          .map(AllocationModification::nodes)
                          .orElse(allocation.nodes());
                  var names = machine.namesOf(nodes);
                  return ActionStatus.held(bookingId, String.join(",", names), names);
                }));
  }

  @Override
  public List<ActionStatus> queryStatuses(Transaction transaction) {
    var now = clock.instant();
    return preparedTransactions.listStatuses(
        transaction,
        bookingId ->
            allocations
                .find(bookingId)
                .map(allocation ->
                    allocation.actionStatus(now, machine.namesOf(allocation.nodes()))));
  }

  @Override
  public void purgeEndedBefore(Instant cutoff) {
    database.executeWithoutResult(_ -> {
      allocations.lock(machine);
      allocations.purge(cutoff);
      preparedTransactions.purge(cutoff);
    });
  }

  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    var window = query.window();
    var windowEnd =
        query.duration() == null ? window.endTime() : window.endTime().plus(query.duration());
    var availability =
        new NodeAvailability(machine.nodeCount(), busyNodes(window.startTime(), windowEnd));
    var startRanges =
        query.amount() == null || query.duration() == null
            ? List.<ResourceAvailability.StartRange>of()
            : availability.startRanges(
                window.startTime(), window.endTime(), query.amount(), query.duration());
    return new ResourceAvailability("nodes", availability.steps(window), startRanges);
  }

  private List<NodeAvailability.BusyNode> busyNodes(Instant from, Instant to) {
    return allocations.nodeAssignments().listBusyOfOthers("", from, to, clock.instant());
  }
}
