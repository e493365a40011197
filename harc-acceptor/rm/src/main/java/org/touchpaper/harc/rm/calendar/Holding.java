package org.touchpaper.harc.rm.calendar;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.Refusal;

/**
 * Works out what a transaction's actions would keep and cancel, without writing anything: either
 * everything fits, or there are reasons.
 */
final class Holding {
  private static final Instant END_OF_TIME = Instant.parse("9999-12-31T00:00:00Z");

  private final Machine machine;
  private final Allocations allocations;
  private final Transaction transaction;
  private final Instant now;
  private final List<Allocation> kept = new ArrayList<>();
  private final List<String> cancelled = new ArrayList<>();
  private final List<Reason> reasons = new ArrayList<>();

  Holding(Machine machine, Allocations allocations, Transaction transaction, Instant now) {
    this.machine = machine;
    this.allocations = allocations;
    this.transaction = transaction;
    this.now = now;
  }

  /** The allocations to add, held. */
  List<Allocation> kept() {
    return kept;
  }

  /** The idents of allocations whose cancellation is to be held. */
  List<String> cancelled() {
    return cancelled;
  }

  /** Why it cannot be; empty if it can. */
  List<Reason> reasons() {
    return reasons;
  }

  Holding weigh() {
    for (var action : transaction.actions()) {
      switch (action) {
        case Action.Make make -> weigh(make);
        case Action.Cancel(var ident) -> weighCancel(ident);
      }
    }
    return this;
  }

  private void weigh(Action.Make make) {
    var never = machine.neverFits(make.work());
    if (never.isPresent()) {
      refuse(make.ident(), never.get());
    } else if (!now.isBefore(make.schedule().endTime())) {
      refuse(make.ident(), Refusal.Code.BAD_SCHEDULE, "EndTime", "the end has passed");
    } else if (isNameTaken(make.ident())) {
      refuse(make.ident(), Refusal.Code.NOT_ALLOWED, "Ident", "that name is another booking's");
    } else if (make.work() instanceof Work.Compute(_, var nodes)) {
      keep(make, nodes);
    }
  }

  private boolean isNameTaken(String ident) {
    return allocations.find(ident).isPresent()
        || kept.stream().anyMatch(other -> other.ident().equals(ident));
  }

  private void keep(Action.Make make, int count) {
    var schedule = make.schedule();
    var free = freeDuring(schedule.startTime(), schedule.endTime());
    free.pick(schedule, count)
        .ifPresentOrElse(
            nodes -> kept.add(held(make, nodes)),
            () ->
                refuse(
                    make.ident(),
                    machine.busy(freeDuring(schedule.startTime(), END_OF_TIME), schedule, count)));
  }

  private FreeNodes freeDuring(Instant from, Instant to) {
    var busy = new ArrayList<>(allocations.listBusy(from, to));
    for (var other : kept) {
      other.nodes().forEach(node -> busy.add(new FreeNodes.Busy(node, other.schedule())));
    }
    return new FreeNodes(machine.nodeCount(), busy);
  }

  private Allocation held(Action.Make make, List<Integer> nodes) {
    return new Allocation(
        make.ident(),
        transaction.id(),
        transaction.actions().indexOf(make),
        machine.accountOf(transaction.onBehalfOf().name()),
        nodes,
        make.schedule(),
        AllocationState.HELD,
        null,
        null);
  }

  private void weighCancel(String ident) {
    var found = allocations.findForUpdate(ident);
    if (found.isEmpty()) {
      refuse(ident, Refusal.Code.GIVEN_UP, "Ident", machine.name() + " has no such booking");
      return;
    }
    var allocation = found.get();
    if (allocation.hasFailed()) {
      return; // Nothing is left to cancel, and cancelling the rest must not wait for it.
    }
    if (!allocation.canBeCancelled(now)) {
      var state = allocation.at(now).state().part();
      refuse(ident, Refusal.Code.GIVEN_UP, "Ident", "there is nothing to cancel: it is " + state);
    } else if (allocation.cancelledBy() != null) {
      refuse(
          ident,
          Refusal.Code.NODES_BUSY,
          "Ident",
          "transaction " + allocation.cancelledBy() + " is about to cancel it");
    } else {
      cancelled.add(ident);
    }
  }

  private void refuse(String ident, Refusal.Code code, String field, String reason) {
    refuse(ident, new Refusal(code, machine.name(), field, reason, null));
  }

  private void refuse(String ident, Refusal refusal) {
    reasons.add(new Reason(ident, refusal));
  }
}
