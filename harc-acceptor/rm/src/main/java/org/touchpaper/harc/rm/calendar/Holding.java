package org.touchpaper.harc.rm.calendar;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.Rules;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.harc.rm.nodes.FreeNodes;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Works out what a transaction's actions would keep, change and cancel, without writing anything:
 * either everything fits, or there are reasons.
 */
final class Holding {
  private static final Instant END_OF_TIME = Instant.parse("9999-12-31T00:00:00Z");

  private final Machine machine;
  private final Allocations allocations;
  private final Transaction transaction;
  private final Instant now;
  private final Rules rules;
  private final List<Allocation> kept = new ArrayList<>();
  private final List<Amendment> amended = new ArrayList<>();
  private final List<String> cancelled = new ArrayList<>();
  private final Set<String> seen = new HashSet<>();
  private final List<Reason> reasons = new ArrayList<>();

  Holding(Machine machine, Allocations allocations, Transaction transaction, Instant now) {
    this.machine = machine;
    this.allocations = allocations;
    this.transaction = transaction;
    this.now = now;
    this.rules = new Rules(machine.name(), Refusal.Code.NODES_BUSY, now);
  }

  /** The allocations to add, held. */
  List<Allocation> kept() {
    return kept;
  }

  /** The changes to be held. */
  List<Amendment> amended() {
    return amended;
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
      if (seen.add(action.ident())) {
        allocations
            .owners()
            .refusal(transaction, action, machine.name(), machine.accounts().local())
            .ifPresentOrElse(why -> refuse(action.ident(), why), () -> weigh(action));
      } else {
        refuse(action.ident(), rules.oncePerBooking());
      }
    }
    return this;
  }

  private void weigh(Action action) {
    switch (action) {
      case Action.Make make -> weigh(make);
      case Action.Modify modify -> changeable(modify).ifPresent(has -> weigh(modify, has));
      case Action.Cancel cancel -> weigh(cancel);
    }
  }

  private void weigh(Action.Make make) {
    var never = machine.neverFits(make.work()).or(() -> rules.against(make.schedule()));
    if (never.isPresent()) {
      refuse(make.ident(), never.get());
    } else if (isNameTaken(make.ident())) {
      refuse(make.ident(), rules.nameIsTaken());
    } else if (make.work() instanceof Work.Compute(_, var nodes)) {
      keep(make, nodes);
    }
  }

  private boolean isNameTaken(String ident) {
    return allocations.find(ident).isPresent();
  }

  private void keep(Action.Make make, int count) {
    var person = transaction.ownerOf(make);
    machine
        .accounts()
        .of(person)
        .ifPresentOrElse(
            account -> keep(make, count, account),
            () ->
                refuse(
                    make.ident(),
                    rules.refusal(
                        Refusal.Code.NOT_ALLOWED,
                        "",
                        machine.accounts().missing(person, machine.name()))));
  }

  private void keep(Action.Make make, int count, String account) {
    pick(make.ident(), make.schedule(), count, List.of())
        .ifPresent(nodes -> kept.add(held(make, nodes, account)));
  }

  /** Its own nodes count as free, and are taken first; refuses if there are too few. */
  private Optional<List<Integer>> pick(
      String ident, Schedule schedule, int count, List<Integer> preferred) {
    var picked =
        freeDuring(ident, schedule.startTime(), schedule.endTime())
            .pick(schedule, count, preferred);
    if (picked.isEmpty()) {
      var later = freeDuring(ident, schedule.startTime(), END_OF_TIME);
      refuse(ident, machine.busy(later, schedule, count));
    }
    return picked;
  }

  private FreeNodes freeDuring(String ident, Instant from, Instant to) {
    var busy = new ArrayList<>(allocations.promised().listBusyBut(ident, from, to, now));
    for (var other : kept) {
      other.nodes().forEach(node -> busy.add(new FreeNodes.Busy(node, other.schedule())));
    }
    for (var other : amended) {
      other.nodes().forEach(node -> busy.add(new FreeNodes.Busy(node, other.schedule())));
    }
    return new FreeNodes(machine.nodeCount(), busy);
  }

  private void weigh(Action.Modify modify, Allocation has) {
    var ident = modify.ident();
    var schedule = modify.schedule() == null ? has.schedule() : modify.schedule();
    var work =
        modify.work() == null
            ? new Work.Compute(machine.name(), has.nodes().size())
            : modify.work();
    var never =
        machine
            .neverFits(work)
            .or(() -> rules.against(schedule))
            .or(() -> stillTold(has))
            .or(() -> rules.against(has.schedule(), schedule));
    if (never.isPresent()) {
      refuse(ident, never.get());
    } else if (work instanceof Work.Compute(_, var count)) {
      pick(ident, schedule, count, has.nodes())
          .map(nodes -> new Amendment(ident, transaction.id(), nodes, schedule))
          .ifPresent(amended::add);
    }
  }

  private Optional<Refusal> stillTold(Allocation has) {
    return has.state() == AllocationState.AMENDING
        ? Optional.of(rules.stillTold(has.problem()))
        : Optional.empty();
  }

  private Allocation held(Action.Make make, List<Integer> nodes, String account) {
    return new Allocation(
        make.ident(),
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

  private void weigh(Action.Cancel cancel) {
    var found = allocations.findForUpdate(cancel.ident());
    if (found.filter(has -> has.standing(now).isGone()).isEmpty()) {
      changeable(cancel).ifPresent(_ -> cancelled.add(cancel.ident()));
    }
  }

  private Optional<Allocation> changeable(Action change) {
    var found = allocations.findForUpdate(change.ident());
    var standing = found.map(has -> has.standing(now)).orElse(null);
    var refusal = rules.against(change, standing);
    refusal.ifPresent(why -> refuse(change.ident(), why));
    return refusal.isPresent() ? Optional.empty() : found;
  }

  private void refuse(String ident, Refusal refusal) {
    reasons.add(new Reason(ident, refusal));
  }
}
