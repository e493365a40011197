package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.transaction.support.TransactionOperations;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.booking.PreparedTransactions;
import org.touchpaper.harc.rm.scheduler.ActionStatus;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.LocalScheduler;
import org.touchpaper.harc.rm.scheduler.PrepareResult;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Held;
import org.touchpaper.harc.rm.scheduler.PrepareResult.Refused;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * The scheduler of a machine that Slurm schedules. Each operation first records the intention; then
 * the {@link ReservationSynchronizer} changes Slurm, with no database transaction open. Only a
 * prepare waits for Slurm: decisions are applied as soon as Slurm answers.
 */
public final class SlurmScheduler implements LocalScheduler {
  private final Cluster cluster;
  private final SlurmController slurm;
  private final SlurmBookingRepository bookings;
  private final PreparedTransactions preparedTransactions;
  private final ReservationSynchronizer synchronizer;
  private final TransactionOperations database;
  private final DurableTimer timer;
  private final Clock clock;

  SlurmScheduler(
      Cluster cluster,
      SlurmController slurm,
      SlurmBookingRepository bookings,
      PreparedTransactions preparedTransactions,
      ReservationSynchronizer synchronizer,
      TransactionOperations database,
      DurableTimer timer,
      Clock clock) {
    this.cluster = cluster;
    this.slurm = slurm;
    this.bookings = bookings;
    this.preparedTransactions = preparedTransactions;
    this.synchronizer = synchronizer;
    this.database = database;
    this.timer = timer;
    this.clock = clock;
  }

  /**
   * Prepares; until the vote each repetition verifies the hold, which may have been lost or taken.
   */
  @Override
  public PrepareResult prepare(Transaction transaction) {
    var result = recordedResult(transaction);
    if (result.isEmpty() && bookings.listByTransaction(transaction.id()).isEmpty()) {
      result = recordIntent(transaction, fetchClusterState(transaction));
    }
    return result.filter(Refused.class::isInstance).orElseGet(() -> hold(transaction));
  }

  private Optional<PrepareResult> recordedResult(Transaction transaction) {
    return preparedTransactions
        .find(transaction.id())
        .map(recorded ->
            switch (recorded.state()) {
              case HELD, COMMITTED -> new Held(heldStatuses(transaction));
              case REFUSED -> new Refused(recorded.refusals());
              case ABORTED -> PreparedTransactions.abortedResult(transaction, cluster.name());
            });
  }

  /** Reads Slurm's state, before our own records are locked. */
  private SlurmPrepareEvaluation.ClusterState fetchClusterState(Transaction transaction) {
    return transaction.actions().stream()
            .anyMatch(action -> !(action instanceof BookingAction.Cancel))
        ? new SlurmPrepareEvaluation.ClusterState(
            ClusterSnapshot.fetch(cluster, slurm, bookings), knownAccounts(transaction))
        : SlurmPrepareEvaluation.ClusterState.NONE;
  }

  private Set<String> knownAccounts(Transaction transaction) {
    return transaction.actions().stream()
        .filter(BookingAction.Make.class::isInstance)
        .map(BookingAction.Make.class::cast)
        .map(transaction::ownerOf)
        .distinct()
        .flatMap(owner -> cluster.accounts().findAccount(owner).stream())
        .filter(slurm::knowsAccount)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Records what is to be held; returns the result, if there is one already. */
  private Optional<PrepareResult> recordIntent(
      Transaction transaction, SlurmPrepareEvaluation.ClusterState clusterState) {
    return database.execute(_ -> {
      bookings.lock(cluster);
      var recorded = recordedResult(transaction);
      return recorded.isPresent() || !bookings.listByTransaction(transaction.id()).isEmpty()
          ? recorded
          : evaluate(transaction, clusterState);
    });
  }

  private Optional<PrepareResult> evaluate(
      Transaction transaction, SlurmPrepareEvaluation.ClusterState clusterState) {
    var evaluation =
        new SlurmPrepareEvaluation(cluster, bookings, clusterState, transaction, clock.instant())
            .evaluate();
    if (!evaluation.refusals().isEmpty()) {
      preparedTransactions.addRefused(transaction, evaluation.refusals());
      return Optional.of(new Refused(evaluation.refusals()));
    }
    evaluation.newBookings().forEach(bookings::add);
    bookings.ownership().recordOwner(transaction);
    evaluation.modifications().forEach(bookings::holdModification);
    evaluation
        .cancelledIds()
        .forEach(bookingId -> bookings.recordChangeHeldBy(bookingId, transaction.id()));
    if (evaluation.newBookings().isEmpty()) {
      preparedTransactions.addHeld(transaction); // Nothing to change in Slurm yet.
    }
    return recordedResult(transaction);
  }

  private PrepareResult hold(Transaction transaction) {
    for (var booking : bookings.listByTransaction(transaction.id())) {
      var refusal = synchronizer.hold(booking.bookingId());
      if (refusal.isPresent()) {
        return releaseAndRefuse(transaction, booking, refusal.get());
      }
    }
    return database.execute(_ -> {
      bookings.lock(cluster);
      preparedTransactions.addHeld(transaction);
      return recordedResult(transaction).orElseThrow();
    });
  }

  /** Refuses because Slurm itself refused, for example after a concurrent reservation. */
  private PrepareResult releaseAndRefuse(
      Transaction transaction, SlurmBooking booking, String reason) {
    var refusal =
        new Refusal(Refusal.Code.NODES_BUSY, cluster.name(), "Nodes", "Slurm: " + reason, null);
    database.executeWithoutResult(_ -> {
      bookings.lock(cluster);
      preparedTransactions.overwriteWithRefusal(
          transaction, List.of(new ActionRefusal(booking.rootBookingId(), refusal)));
      releaseHold(transaction);
    });
    checkMade(transaction);
    return recordedResult(transaction).orElseThrow();
  }

  @Override
  public void commit(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      bookings.lock(cluster);
      preparedTransactions.commit(transaction.id());
      var madeBookings = bookings.listByTransaction(transaction.id());
      madeBookings.forEach(booking -> bookings.recordDecision(booking, booking.commit()));
      bookings
          .listChangedBy(transaction.id())
          .forEach(booking -> applyChange(transaction, booking, madeBookings));
      transaction.actions().forEach(action -> timer.schedule(action.bookingId(), clock.instant()));
    });
    transaction.actions().forEach(action -> check(action.bookingId()));
    bookings.listByTransaction(transaction.id()).stream()
        .filter(SlurmBooking::isPiece)
        .forEach(piece -> check(piece.bookingId()));
  }

  /** Applies a change. A modification whose piece a third party took fails the booking. */
  private void applyChange(
      Transaction transaction, SlurmBooking booking, List<SlurmBooking> madeBookings) {
    var modification = bookings.findModification(booking.bookingId(), transaction.id());
    var takenPiece =
        madeBookings.stream()
            .filter(piece -> piece.isTaken() && piece.rootBookingId().equals(booking.bookingId()))
            .findFirst();
    if (modification.isEmpty()) {
      cancel(booking);
    } else if (booking.hasFailed()) {
      bookings.dropModification(booking.bookingId());
    } else if (takenPiece.isPresent()) {
      bookings.dropModification(booking.bookingId());
      bookings.recordDecision(
          booking, booking.takenAway(String.valueOf(takenPiece.get().problem())));
    } else {
      bookings.saveModified(booking.modify(modification.get()));
    }
  }

  /**
   * Cancels. A booking that has already ended or failed keeps its state, and no change of it is
   * held any longer.
   */
  private void cancel(SlurmBooking booking) {
    var now = clock.instant();
    var cancelled = booking.dueAt(now).cancel();
    bookings.recordDecision(booking, cancelled);
    if (cancelled.currentBooking(now).state() != ActionStatus.State.CANCELLED) {
      bookings.dropModification(booking.bookingId());
    }
  }

  @Override
  public void abort(Transaction transaction) {
    database.executeWithoutResult(_ -> {
      bookings.lock(cluster);
      preparedTransactions.abort(transaction);
      releaseHold(transaction);
    });
    checkMade(transaction);
  }

  private void releaseHold(Transaction transaction) {
    for (var booking : bookings.listByTransaction(transaction.id())) {
      bookings.recordDecision(booking, booking.abort());
      timer.schedule(booking.bookingId(), clock.instant());
    }
    bookings
        .listChangedBy(transaction.id())
        .forEach(booking -> bookings.dropModification(booking.bookingId()));
  }

  private void checkMade(Transaction transaction) {
    bookings.listByTransaction(transaction.id()).forEach(booking -> check(booking.bookingId()));
  }

  /** Checks at once, in addition to the scheduled check, so that the client sees the effect. */
  private void check(String bookingId) {
    synchronizer.check(bookingId).ifPresent(time -> timer.schedule(bookingId, time));
  }

  /** The statuses of the held actions; for a modification, with the held nodes. */
  private List<ActionStatus> heldStatuses(Transaction transaction) {
    return PreparedTransactions.statusOfEach(
        transaction,
        bookingId ->
            bookings
                .find(bookingId)
                .map(booking -> {
                  var nodes =
                      bookings
                          .findModification(bookingId, transaction.id())
                          .map(SlurmBookingModification::nodes)
                          .orElse(booking.nodes());
                  return ActionStatus.held(bookingId, booking.reservation(), nodes);
                }));
  }

  @Override
  public List<ActionStatus> queryStatuses(Transaction transaction) {
    var now = clock.instant();
    return preparedTransactions.listStatuses(
        transaction,
        bookingId -> bookings.find(bookingId).map(booking -> booking.actionStatus(now)));
  }

  @Override
  public void purgeEndedBefore(Instant cutoff) {
    database.executeWithoutResult(_ -> {
      bookings.lock(cluster);
      bookings.purge(cutoff);
      preparedTransactions.purge(cutoff);
    });
  }

  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    var window = query.window();
    var windowEnd =
        query.duration() == null ? window.endTime() : window.endTime().plus(query.duration());
    var snapshot = ClusterSnapshot.fetch(cluster, slurm, bookings);
    var availability =
        snapshot.availability(
            bookings.nodeAssignments().list(window.startTime(), windowEnd),
            new Schedule(window.startTime(), windowEnd));
    var startRanges =
        query.amount() == null || query.duration() == null
            ? List.<ResourceAvailability.StartRange>of()
            : availability.startRanges(
                window.startTime(), window.endTime(), query.amount(), query.duration());
    return new ResourceAvailability("nodes", availability.steps(window), startRanges);
  }
}
