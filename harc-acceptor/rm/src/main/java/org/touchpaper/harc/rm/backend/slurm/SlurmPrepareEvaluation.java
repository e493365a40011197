package org.touchpaper.harc.rm.backend.slurm;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.rm.backend.slurm.SlurmNodeAssignments.NodeAssignment;
import org.touchpaper.harc.rm.backend.slurm.client.ScontrolParser;
import org.touchpaper.harc.rm.booking.NodeAvailability;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.BookingRules;
import org.touchpaper.harc.rm.scheduler.PrepareResult.ActionRefusal;
import org.touchpaper.harc.rm.scheduler.RequestedResources;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * Evaluates a transaction's actions one after the other: what is to be held, or why they are
 * refused.
 */
final class SlurmPrepareEvaluation {
  private final Cluster cluster;
  private final SlurmBookingRepository bookings;
  private final ClusterState clusterState;
  private final Transaction transaction;
  private final Instant now;
  private final BookingRules rules;
  private final List<SlurmBooking> newBookings = new ArrayList<>();
  private final List<SlurmBookingModification> modifications = new ArrayList<>();
  private final List<String> cancelledIds = new ArrayList<>();
  private final Set<String> seenIds = new HashSet<>();
  private final List<ActionRefusal> refusals = new ArrayList<>();

  /**
   * Slurm's state, read before the evaluation.
   *
   * @param snapshot its nodes
   * @param knownAccounts those of the owners' accounts that it accepts for reservations
   */
  record ClusterState(ClusterSnapshot snapshot, Set<String> knownAccounts) {
    /** For transactions that need nothing of Slurm. */
    static final ClusterState NONE =
        new ClusterState(new ClusterSnapshot(0, List.of(), List.of()), Set.of());
  }

  SlurmPrepareEvaluation(
      Cluster cluster,
      SlurmBookingRepository bookings,
      ClusterState clusterState,
      Transaction transaction,
      Instant now) {
    this.cluster = cluster;
    this.bookings = bookings;
    this.clusterState = clusterState;
    this.transaction = transaction;
    this.now = now;
    this.rules = new BookingRules(cluster.name(), Refusal.Code.NODES_BUSY, now);
  }

  /** The bookings to make, and the pieces that modifications need in addition. */
  List<SlurmBooking> newBookings() {
    return newBookings;
  }

  /** The ids of bookings whose cancellation is to be held. */
  List<String> cancelledIds() {
    return cancelledIds;
  }

  /** The refusals; empty if all actions are possible. */
  List<ActionRefusal> refusals() {
    return refusals;
  }

  /** The modifications to hold. */
  List<SlurmBookingModification> modifications() {
    return modifications;
  }

  SlurmPrepareEvaluation evaluate() {
    for (var action : transaction.actions()) {
      if (seenIds.add(action.bookingId())) {
        bookings
            .ownership()
            .refusal(transaction, action, cluster.name(), cluster.accounts().localSites())
            .ifPresentOrElse(refusal -> refuse(action, refusal), () -> evaluate(action));
      } else {
        refuse(action, rules.duplicateActionRefusal());
      }
    }
    return this;
  }

  private void evaluate(BookingAction action) {
    switch (action) {
      case BookingAction.Make make -> evaluate(make);
      case BookingAction.Modify modify ->
          findChangeable(modify).ifPresent(booking -> evaluate(modify, booking));
      case BookingAction.Cancel cancel -> evaluate(cancel);
    }
  }

  private void evaluate(BookingAction.Make make) {
    cluster
        .accounts()
        .findAccount(transaction.ownerOf(make))
        .ifPresentOrElse(
            account -> evaluate(make, account),
            () ->
                refuse(
                    make,
                    Refusal.Code.NOT_ALLOWED,
                    "",
                    cluster
                        .accounts()
                        .missingAccountMessage(transaction.ownerOf(make), cluster.name())));
  }

  private void evaluate(BookingAction.Make make, String account) {
    if (!clusterState.knownAccounts().contains(account) || account.equals(cluster.holdAccount())) {
      refuse(
          make,
          Refusal.Code.NOT_ALLOWED,
          "",
          "account "
              + account
              + " is not one that "
              + cluster.name()
              + " accepts reservations for");
    } else if (bookings.find(make.bookingId()).isPresent()) {
      refuse(make, rules.nameTakenRefusal());
    } else {
      pickNodes(make, make.schedule(), make.work(), List.of())
          .ifPresent(nodes -> newBookings.add(newBooking(make, account, nodes)));
    }
  }

  private void evaluate(BookingAction.Modify modify, SlurmBooking booking) {
    var schedule = modify.schedule() == null ? booking.schedule() : modify.schedule();
    var work =
        modify.work() == null
            ? new RequestedResources.Compute(cluster.name(), booking.nodes().size())
            : modify.work();
    var rounded = Cluster.roundToSeconds(schedule);
    refusalWhileModifying(booking)
        .or(() -> rules.refusalForMove(booking.schedule(), rounded))
        .ifPresentOrElse(
            refusal -> refuse(modify, refusal),
            () ->
                pickNodes(modify, schedule, work, booking.nodes())
                    .ifPresent(nodes -> addModification(modify, booking, nodes, rounded)));
  }

  private Optional<Refusal> refusalWhileModifying(SlurmBooking booking) {
    return booking.state() == SlurmBookingState.AMENDING
        ? Optional.of(rules.refusalWhileModifying(booking.problem()))
        : Optional.empty();
  }

  private void addModification(
      BookingAction.Modify modify, SlurmBooking booking, List<String> nodes, Schedule schedule) {
    var modification =
        new SlurmBookingModification(modify.bookingId(), transaction.id(), nodes, schedule);
    modifications.add(modification);
    for (var piece : modification.piecesBeyond(booking)) {
      var bookingId =
          "%s#%s.%d".formatted(booking.bookingId(), transaction.id(), newBookings.size());
      newBookings.add(
          newBooking(
              modify,
              bookingId,
              booking.bookingId(),
              booking.account(),
              piece.nodes(),
              piece.schedule()));
    }
  }

  /** Picks nodes, its own first, which count as free; records a refusal if it cannot be booked. */
  private Optional<List<String>> pickNodes(
      BookingAction action, Schedule requested, RequestedResources work, List<String> preferred) {
    var scheduleRefusal = rules.refusalForSchedule(requested);
    if (scheduleRefusal.isPresent()) {
      refuse(action, scheduleRefusal.get());
      return Optional.empty();
    }
    return switch (work) {
      case RequestedResources.Path _ -> {
        refuse(
            action,
            Refusal.Code.NOT_ALLOWED,
            "Work",
            cluster.name() + " offers only nodes, not lightpaths");
        yield Optional.empty();
      }
      case RequestedResources.Units _ -> {
        refuse(
            action,
            Refusal.Code.NOT_ALLOWED,
            "Work",
            cluster.name() + " offers only nodes, not units");
        yield Optional.empty();
      }
      case RequestedResources.Compute(var resource, _) when !resource.equals(cluster.name()) -> {
        refuse(
            action,
            Refusal.Code.NOT_ALLOWED,
            "Resource",
            "the resource is " + cluster.name() + ", not " + resource);
        yield Optional.empty();
      }
      case RequestedResources.Compute(_, var count) ->
          pickNodes(action, requested, count, preferred);
    };
  }

  private Optional<List<String>> pickNodes(
      BookingAction action, Schedule requested, int count, List<String> preferred) {
    var snapshot = clusterState.snapshot();
    if (count > snapshot.nodeCount()) {
      refuse(
          action,
          Refusal.Code.MORE_THAN_MACHINE,
          "Nodes",
          "%s has %d nodes; %d requested".formatted(cluster.name(), snapshot.nodeCount(), count));
      return Optional.empty();
    }
    var schedule = Cluster.roundToSeconds(requested);
    var picked =
        availability(action.bookingId(), schedule.startTime(), schedule.endTime())
            .pick(schedule, count, snapshot.numbersOf(preferred));
    if (picked.isEmpty()) {
      refuse(action, busyRefusal(action.bookingId(), schedule, count));
    }
    return picked.map(snapshot::namesOf);
  }

  private NodeAvailability availability(String bookingId, Instant from, Instant to) {
    var assignments = new ArrayList<>(bookings.nodeAssignments().listOfOthers(bookingId, from, to));
    for (var booking : newBookings) {
      booking
          .nodes()
          .forEach(node -> assignments.add(new NodeAssignment(node, booking.schedule())));
    }
    return clusterState.snapshot().availability(assignments, new Schedule(from, to));
  }

  private Refusal busyRefusal(String bookingId, Schedule schedule, int count) {
    var availability = availability(bookingId, schedule.startTime(), ScontrolParser.END_OF_TIME);
    var minimumFree =
        availability.steps(schedule).stream().mapToInt(step -> step.free()).min().orElse(0);
    var reason =
        "%s has %d of %d nodes free from %s to %s; %d requested%s"
            .formatted(
                cluster.name(),
                minimumFree,
                clusterState.snapshot().nodeCount(),
                schedule.startTime(),
                schedule.endTime(),
                count,
                clusterState.snapshot().unusableNote());
    return new Refusal(
        Refusal.Code.NODES_BUSY,
        cluster.name(),
        "Nodes",
        reason,
        nextFit(availability, schedule, count).orElse(null));
  }

  /** Ignores a fit that depends on the end of a job or reservation without a known end. */
  private static Optional<Schedule> nextFit(
      NodeAvailability availability, Schedule schedule, int count) {
    return availability
        .nextFit(schedule, count)
        .filter(fit -> fit.startTime().isBefore(ScontrolParser.END_OF_TIME));
  }

  private SlurmBooking newBooking(BookingAction.Make make, String account, List<String> nodes) {
    var schedule = Cluster.roundToSeconds(make.schedule());
    return newBooking(make, make.bookingId(), null, account, nodes, schedule);
  }

  private SlurmBooking newBooking(
      BookingAction action,
      String bookingId,
      @Nullable String partOf,
      String account,
      List<String> nodes,
      Schedule schedule) {
    return new SlurmBooking(
        bookingId,
        transaction.id(),
        transaction.actions().indexOf(action),
        partOf,
        1,
        cluster.reservationNameOf(bookingId),
        account,
        nodes,
        schedule,
        SlurmBookingState.PREPARING,
        null,
        null,
        null,
        null,
        cluster.holdAccount());
  }

  private void evaluate(BookingAction.Cancel cancel) {
    var found = bookings.findForUpdate(cancel.bookingId()).filter(booking -> !booking.isPiece());
    if (found.filter(booking -> booking.currentBooking(now).hasNothingToCancel()).isEmpty()) {
      findChangeable(cancel).ifPresent(_ -> cancelledIds.add(cancel.bookingId()));
    }
  }

  /** Finds the booking, if it can be changed; pieces are not visible to clients. */
  private Optional<SlurmBooking> findChangeable(BookingAction change) {
    var found = bookings.findForUpdate(change.bookingId()).filter(booking -> !booking.isPiece());
    var current = found.map(booking -> booking.currentBooking(now)).orElse(null);
    var refusal = rules.refusalForChange(change, current);
    refusal.ifPresent(value -> refuse(change, value));
    return refusal.isPresent() ? Optional.empty() : found;
  }

  private void refuse(BookingAction action, Refusal.Code code, String field, String reason) {
    refuse(action, rules.refusal(code, field, reason));
  }

  private void refuse(BookingAction action, Refusal refusal) {
    refusals.add(new ActionRefusal(action.bookingId(), refusal));
  }
}
