package org.touchpaper.harc.rm.slurm;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.answer.Answers;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.FreeTime;
import org.touchpaper.harc.rm.local.FreeTimeQuestion;
import org.touchpaper.harc.rm.local.HoldAnswer;
import org.touchpaper.harc.rm.local.HoldAnswer.Held;
import org.touchpaper.harc.rm.local.HoldAnswer.Reason;
import org.touchpaper.harc.rm.local.HoldAnswer.Refused;
import org.touchpaper.harc.rm.local.LocalScheduler;
import org.touchpaper.harc.rm.local.Part;
import org.touchpaper.harc.rm.local.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * A machine that Slurm schedules. Each verb first records what is intended, then has the {@link
 * ReservationKeeper} tell Slurm, with no database transaction open. Only a prepare waits for Slurm:
 * what is decided is done as soon as Slurm can be told.
 */
public final class SlurmScheduler implements LocalScheduler {
  private final Cluster cluster;
  private final SlurmController slurm;
  private final Bookings bookings;
  private final Answers answers;
  private final ReservationKeeper keeper;
  private final TransactionOperations database;
  private final Agenda agenda;
  private final Clock clock;

  SlurmScheduler(
      Cluster cluster,
      SlurmController slurm,
      Bookings bookings,
      Answers answers,
      ReservationKeeper keeper,
      TransactionOperations database,
      Agenda agenda,
      Clock clock) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.bookings = bookings;
    this.answers = answers;
    this.keeper = keeper;
    this.database = database;
    this.agenda = agenda;
    this.clock = clock;
  }

  /** What was held may have been lost or taken since: until the vote that is looked at again. */
  @Override
  public HoldAnswer prepare(Transaction transaction) {
    var answer = answered(transaction);
    if (answer.isEmpty() && bookings.listOf(transaction.id()).isEmpty()) {
      answer = intend(transaction, outlook(transaction));
    }
    return answer.filter(Refused.class::isInstance).orElseGet(() -> hold(transaction));
  }

  private Optional<HoldAnswer> answered(Transaction transaction) {
    return answers
        .find(transaction.id())
        .map(known ->
            switch (known.state()) {
              case HELD, COMMITTED -> new Held(held(transaction));
              case REFUSED -> new Refused(known.reasons());
              case ABORTED -> Answers.givenUp(transaction, cluster.name());
            });
  }

  /** What is asked of Slurm before our own books are locked. */
  private Weighing.Outlook outlook(Transaction transaction) {
    return transaction.actions().stream().anyMatch(action -> !(action instanceof Action.Cancel))
        ? new Weighing.Outlook(ClusterView.of(cluster, slurm, bookings), knownAccounts(transaction))
        : Weighing.Outlook.NONE;
  }

  private Set<String> knownAccounts(Transaction transaction) {
    return transaction.actions().stream()
        .filter(Action.Make.class::isInstance)
        .map(Action.Make.class::cast)
        .map(transaction::ownerOf)
        .distinct()
        .flatMap(owner -> cluster.accounts().of(owner).stream())
        .filter(slurm::knowsAccount)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Records what is to be held; the answer, if it is one already. */
  private Optional<HoldAnswer> intend(Transaction transaction, Weighing.Outlook outlook) {
    return database.execute(_ -> {
      bookings.lock(cluster);
      var known = answered(transaction);
      return known.isPresent() || !bookings.listOf(transaction.id()).isEmpty()
          ? known
          : weigh(transaction, outlook);
    });
  }

  private Optional<HoldAnswer> weigh(Transaction transaction, Weighing.Outlook outlook) {
    var weighing = new Weighing(cluster, bookings, outlook, transaction, clock.instant()).weigh();
    if (!weighing.reasons().isEmpty()) {
      answers.addRefused(transaction, weighing.reasons());
      return Optional.of(new Refused(weighing.reasons()));
    }
    weighing.made().forEach(bookings::add);
    bookings.owners().record(transaction);
    weighing.amended().forEach(bookings::hold);
    weighing.cancelled().forEach(ident -> bookings.recordChangeHeldBy(ident, transaction.id()));
    if (weighing.made().isEmpty()) {
      answers.addHeld(transaction); // Slurm need not be told of anything yet.
    }
    return answered(transaction);
  }

  private HoldAnswer hold(Transaction transaction) {
    for (var booking : bookings.listOf(transaction.id())) {
      var refusal = keeper.hold(booking.ident());
      if (refusal.isPresent()) {
        return refuse(transaction, booking, refusal.get());
      }
    }
    return database.execute(_ -> {
      bookings.lock(cluster);
      answers.addHeld(transaction);
      return answered(transaction).orElseThrow();
    });
  }

  /** Somebody was quicker, in Slurm itself. */
  private HoldAnswer refuse(Transaction transaction, Booking booking, String sentence) {
    var refusal =
        new Refusal(Refusal.Code.NODES_BUSY, cluster.name(), "Nodes", "Slurm: " + sentence, null);
    database.executeWithoutResult(_ -> {
      bookings.lock(cluster);
      answers.refuse(transaction, List.of(new Reason(booking.wholeIdent(), refusal)));
      letGo(transaction);
    });
    lookAtMade(transaction);
    return answered(transaction).orElseThrow();
  }

  @Override
  public void commit(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      bookings.lock(cluster);
      answers.commit(transaction.id());
      var made = bookings.listOf(transaction.id());
      made.forEach(each -> bookings.decide(each, each.commit()));
      bookings.listChangedBy(transaction.id()).forEach(held -> change(transaction, held, made));
      transaction.actions().forEach(action -> agenda.lookAt(action.ident(), clock.instant()));
    });
    transaction.actions().forEach(action -> look(action.ident()));
    bookings.listOf(transaction.id()).stream()
        .filter(Booking::isPiece)
        .forEach(piece -> look(piece.ident()));
  }

  /** What a modification needs and somebody took cannot be had any more: so it has failed. */
  private void change(Transaction transaction, Booking booking, List<Booking> made) {
    var wanted = bookings.findAmendment(booking.ident(), transaction.id());
    var taken =
        made.stream()
            .filter(each -> each.isTaken() && each.wholeIdent().equals(booking.ident()))
            .findFirst();
    if (wanted.isEmpty()) {
      cancel(booking);
    } else if (booking.hasFailed()) {
      bookings.drop(booking.ident());
    } else if (taken.isPresent()) {
      bookings.drop(booking.ident());
      bookings.decide(booking, booking.taken(String.valueOf(taken.get().problem())));
    } else {
      bookings.amend(booking.amend(wanted.get()));
    }
  }

  /** What has ended or failed by now nobody is about to change any more. */
  private void cancel(Booking booking) {
    var now = clock.instant();
    var after = booking.at(now).cancel();
    bookings.decide(booking, after);
    if (after.standing(now).state() != Part.State.CANCELLED) {
      bookings.drop(booking.ident());
    }
  }

  @Override
  public void abort(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      bookings.lock(cluster);
      answers.abort(transaction);
      letGo(transaction);
    });
    lookAtMade(transaction);
  }

  private void letGo(Transaction transaction) {
    for (var made : bookings.listOf(transaction.id())) {
      bookings.decide(made, made.abort());
      agenda.lookAt(made.ident(), clock.instant());
    }
    bookings.listChangedBy(transaction.id()).forEach(held -> bookings.drop(held.ident()));
  }

  private void lookAtMade(Transaction transaction) {
    bookings.listOf(transaction.id()).forEach(made -> look(made.ident()));
  }

  /** At once, beside what the agenda says: whoever asked may see it done. */
  private void look(String ident) {
    keeper.look(ident).ifPresent(when -> agenda.lookAt(ident, when));
  }

  /** Of a change, the nodes it is about to get. */
  private List<Part> held(Transaction transaction) {
    return Answers.each(
        transaction,
        ident ->
            bookings
                .find(ident)
                .map(booking -> {
                  var nodes =
                      bookings
                          .findAmendment(ident, transaction.id())
                          .map(Amendment::nodes)
                          .orElse(booking.nodes());
                  return Part.held(ident, booking.reservation(), nodes);
                }));
  }

  @Override
  public List<Part> query(Transaction transaction) {
    var now = clock.instant();
    return answers.query(
        transaction, ident -> bookings.find(ident).map(booking -> booking.part(now)));
  }

  @Override
  public void forget(Instant before) {
    database.executeWithoutResult(_ -> {
      bookings.lock(cluster);
      bookings.forget(before);
      answers.forget(before);
    });
  }

  @Override
  public FreeTime timetable(FreeTimeQuestion question) {
    var window = question.window();
    var to =
        question.duration() == null ? window.endTime() : window.endTime().plus(question.duration());
    var view = ClusterView.of(cluster, slurm, bookings);
    var free =
        view.free(
            bookings.promised().list(window.startTime(), to), new Schedule(window.startTime(), to));
    var starts =
        question.amount() == null || question.duration() == null
            ? List.<FreeTime.StartRange>of()
            : free.starts(
                window.startTime(), window.endTime(), question.amount(), question.duration());
    return new FreeTime("nodes", free.steps(window), starts);
  }
}
