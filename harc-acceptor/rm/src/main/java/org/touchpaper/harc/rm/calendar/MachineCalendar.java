package org.touchpaper.harc.rm.calendar;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.FreeTime;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.harc.rm.nodes.FreeNodes;

/**
 * A scheduler made of nothing but a calendar in PostgreSQL. Every verb is one database transaction;
 * what then has to be done to the machine is the {@link AllocationKeeper}'s.
 */
public final class MachineCalendar implements LocalScheduler {
  private final Machine machine;
  private final Allocations allocations;
  private final Answers answers;
  private final TransactionOperations database;
  private final Agenda agenda;
  private final Clock clock;

  MachineCalendar(
      Machine machine,
      Allocations allocations,
      Answers answers,
      TransactionOperations database,
      Agenda agenda,
      Clock clock) {
    this.machine = machine;
    this.allocations = allocations;
    this.answers = answers;
    this.database = database;
    this.agenda = agenda;
    this.clock = clock;
  }

  @Override
  public HoldAnswer prepare(Transaction transaction) {
    return database.execute(_ -> {
      allocations.lock(machine);
      return answers.once(
          transaction, machine.name(), () -> hold(transaction), () -> held(transaction));
    });
  }

  private List<Reason> hold(Transaction transaction) {
    var holding = new Holding(machine, allocations, transaction, clock.instant()).weigh();
    if (holding.reasons().isEmpty()) {
      holding.kept().forEach(allocations::add);
      allocations.owners().record(transaction);
      holding.amended().forEach(allocations::hold);
      holding.cancelled().forEach(ident -> allocations.recordChangeHeldBy(ident, transaction.id()));
    }
    return holding.reasons();
  }

  @Override
  public void commit(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      allocations.lock(machine);
      answers.commit(transaction.id());
      forEachMade(transaction, made -> allocations.change(made, made.commit()));
      forEachChanged(transaction, changed -> change(transaction, changed));
      transaction.actions().forEach(action -> putOnAgenda(action.ident()));
    });
  }

  private void change(Transaction transaction, Allocation allocation) {
    var wanted = allocations.findAmendment(allocation.ident(), transaction.id());
    if (wanted.isEmpty()) {
      cancel(allocation);
    } else if (allocation.hasFailed()) {
      allocations.drop(allocation.ident());
    } else {
      allocations.amend(allocation.amend(wanted.get()));
    }
  }

  /** What has ended or failed by now nobody is about to change any more. */
  private void cancel(Allocation allocation) {
    var now = clock.instant();
    var after = allocation.at(now).cancel();
    allocations.change(allocation, after);
    if (after.standing(now).state() != Part.State.CANCELLED) {
      allocations.drop(allocation.ident());
    }
  }

  private void putOnAgenda(String ident) {
    allocations
        .find(ident)
        .flatMap(AllocationKeeper::nextLook)
        .ifPresent(when -> agenda.lookAt(ident, when));
  }

  @Override
  public void abort(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      allocations.lock(machine);
      answers.abort(transaction);
      forEachMade(transaction, made -> allocations.change(made, made.abort()));
      forEachChanged(transaction, held -> allocations.drop(held.ident()));
    });
  }

  private void forEachMade(Transaction transaction, Consumer<Allocation> verb) {
    allocations.listOf(transaction.id()).forEach(verb);
  }

  private void forEachChanged(Transaction transaction, Consumer<Allocation> verb) {
    allocations.listChangedBy(transaction.id()).forEach(verb);
  }

  /** Of a change, the nodes it is about to get. */
  private List<Part> held(Transaction transaction) {
    return Answers.each(
        transaction,
        ident ->
            allocations
                .find(ident)
                .map(allocation -> {
                  var nodes =
                      allocations
                          .findAmendment(ident, transaction.id())
                          .map(Amendment::nodes)
                          .orElse(allocation.nodes());
                  var names = machine.namesOf(nodes);
                  return Part.held(ident, String.join(",", names), names);
                }));
  }

  @Override
  public List<Part> query(Transaction transaction) {
    var now = clock.instant();
    return answers.query(
        transaction,
        ident ->
            allocations
                .find(ident)
                .map(allocation -> allocation.part(now, machine.namesOf(allocation.nodes()))));
  }

  @Override
  public void forget(Instant before) {
    database.executeWithoutResult(_ -> {
      allocations.lock(machine);
      allocations.forget(before);
      answers.forget(before);
    });
  }

  @Override
  public FreeTime timetable(FreeTimeQuestion question) {
    var window = question.window();
    var to =
        question.duration() == null ? window.endTime() : window.endTime().plus(question.duration());
    var free = new FreeNodes(machine.nodeCount(), busy(window.startTime(), to));
    var starts =
        question.amount() == null || question.duration() == null
            ? List.<FreeTime.StartRange>of()
            : free.starts(
                window.startTime(), window.endTime(), question.amount(), question.duration());
    return new FreeTime("nodes", free.steps(window), starts);
  }

  private List<FreeNodes.Busy> busy(Instant from, Instant to) {
    return allocations.promised().listBusyBut("", from, to, clock.instant());
  }
}
