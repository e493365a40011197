package org.touchpaper.harc.rm.backend.slurm;

import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmAccessSettings;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmController;
import org.touchpaper.harc.rm.backend.slurm.client.SlurmNode;
import org.touchpaper.harc.rm.booking.Allocation;
import org.touchpaper.harc.rm.booking.Backend;
import org.touchpaper.harc.rm.booking.BackendPresenceMode;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingRepository;
import org.touchpaper.harc.rm.booking.BookingState;
import org.touchpaper.harc.rm.booking.NodeAssignmentRepository;
import org.touchpaper.harc.rm.booking.NodeCapacityTimetable;
import org.touchpaper.harc.rm.booking.NodeRequestEvaluator;
import org.touchpaper.harc.rm.booking.RequiredBackendReservation;
import org.touchpaper.harc.rm.run.JobLauncher;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;

/**
 * A machine that Slurm schedules. Each booking has a reservation in Slurm from its hold on. {@link
 * ReservationRepair} keeps a reservation as it is, {@link ReservationModifier} applies
 * modifications.
 */
public final class SlurmBackend implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmBackend.class);

  private static final int MAX_LISTED_NODES = 10;

  private final Cluster cluster;
  private final SlurmController slurm;
  private final BookingRepository bookings;
  private final NodeAssignmentRepository assignments;
  private final ReservationRepair repair;
  private final ReservationModifier modifier;
  private final ReservationWriter writer;
  private final Optional<RunService> runs;

  /** The states of the nodes that take no jobs, as read last; by name. */
  private volatile Map<String, String> unusableNodes = Map.of();

  SlurmBackend(Cluster cluster, SlurmController slurm, JdbcClient jdbc, Clock clock) {
    this(cluster, slurm, Optional.empty(), jdbc, clock);
  }

  SlurmBackend(
      Cluster cluster,
      SlurmController slurm,
      Optional<RunService> runs,
      JdbcClient jdbc,
      Clock clock) {
    this.runs = runs;
    this.cluster = cluster;
    this.slurm = slurm;
    this.assignments = new NodeAssignmentRepository(jdbc);
    this.bookings = new BookingRepository(jdbc, projection(), assignments);
    this.writer = new ReservationWriter(cluster, slurm);
    this.repair = new ReservationRepair(cluster, slurm, clock);
    this.modifier = new ReservationModifier(cluster, slurm, repair, bookings, clock);
  }

  /**
   * The backend for that access.
   *
   * @param runs the runs that a launcher carries out
   */
  public static SlurmBackend of(
      Cluster cluster,
      SlurmAccessSettings access,
      Function<JobLauncher, RunService> runs,
      JdbcClient jdbc,
      Clock clock) {
    var slurm = SlurmController.of(access, clock);
    var launcher = SlurmJobLauncher.of(access, slurm, clock);
    return new SlurmBackend(cluster, slurm, Optional.of(runs.apply(launcher)), jdbc, clock);
  }

  @Override
  public Optional<RunService> runs() {
    return runs;
  }

  Cluster cluster() {
    return cluster;
  }

  SlurmController slurm() {
    return slurm;
  }

  BookingRepository bookings() {
    return bookings;
  }

  ReservationRepair repair() {
    return repair;
  }

  @Override
  public String resource() {
    return cluster.name();
  }

  @Override
  public BackendPresenceMode projection() {
    return BackendPresenceMode.FROM_HOLD;
  }

  @Override
  public NodeAssignmentRepository assignments() {
    return assignments;
  }

  @Override
  public Set<String> localSites() {
    return cluster.accounts().localSites();
  }

  @Override
  public Refusal.Code busyCode() {
    return Refusal.Code.NODES_BUSY;
  }

  /** Reads Slurm's state, but for transactions that only cancel. */
  @Override
  public Evaluator evaluator(Transaction transaction) {
    var needsNodes =
        transaction.actions().stream()
            .anyMatch(action -> !(action instanceof BookingAction.Cancel));
    var snapshot =
        needsNodes ? ClusterSnapshot.fetch(cluster, slurm, bookings) : ClusterSnapshot.EMPTY;
    return new NodeRequestEvaluator(
        cluster.name(),
        snapshot.nodeCount(),
        snapshot.unusableNote(),
        cluster.accounts(),
        acceptedAccounts(transaction)::contains,
        (bookingId, window) -> availability(snapshot, bookingId, window));
  }

  /** Those of the owners' accounts that Slurm accepts for reservations. */
  private Set<String> acceptedAccounts(Transaction transaction) {
    return transaction.actions().stream()
        .filter(BookingAction.Make.class::isInstance)
        .map(BookingAction.Make.class::cast)
        .map(transaction::ownerOf)
        .distinct()
        .flatMap(owner -> cluster.accounts().findAccount(owner).stream())
        .filter(account -> !account.equals(cluster.holdAccount()) && slurm.knowsAccount(account))
        .collect(Collectors.toUnmodifiableSet());
  }

  private NodeCapacityTimetable availability(
      ClusterSnapshot snapshot, String bookingId, Schedule window) {
    return snapshot.availability(assignments.listOfOthers(bookingId, window), window);
  }

  @Override
  public ResourceRequest workOf(Allocation allocation) {
    return new ResourceRequest.Compute(cluster.name(), allocation.amount());
  }

  @Override
  public String reference(Booking booking, Allocation allocation) {
    return booking.external().name();
  }

  @Override
  public Schedule rounded(Schedule schedule) {
    return Cluster.roundToSeconds(schedule);
  }

  @Override
  public RequiredBackendReservation newReservation(String bookingId) {
    return new RequiredBackendReservation(
        cluster.reservationNameOf(bookingId), cluster.holdAccount());
  }

  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    var snapshot = ClusterSnapshot.fetch(cluster, slurm, bookings);
    return availability(snapshot, query.ownBooking(), NodeCapacityTimetable.periodOf(query))
        .answer(query);
  }

  /** Reads which nodes take no jobs. */
  void readNodes() {
    unusableNodes =
        slurm.listNodes().stream()
            .filter(node -> !node.isUsable())
            .collect(
                Collectors.toUnmodifiableMap(
                    SlurmNode::name, SlurmNode::unusableState, (first, _) -> first));
  }

  /** Jobs stay pending on nodes that are down or drained, although the reservation is active. */
  @Override
  public Optional<String> observedProblem(Booking booking) {
    var states = unusableNodes;
    var unusable = booking.items().stream().filter(states::containsKey).toList();
    return unusable.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d of its %d nodes on %s take no jobs: %s. Jobs wait until its administrators resume them."
                .formatted(
                    unusable.size(),
                    booking.items().size(),
                    cluster.name(),
                    unusable.stream()
                            .limit(MAX_LISTED_NODES)
                            .map(node -> node + " (" + states.get(node) + ")")
                            .collect(Collectors.joining(", "))
                        + (unusable.size() > MAX_LISTED_NODES ? ", …" : "")));
  }

  /**
   * Holds the booking for the hold account; an existing hold may have been lost or taken since, and
   * is verified.
   */
  @Override
  public Optional<String> hold(Booking booking, Recorder recorder) {
    return refusal(booking, recorder).map(reason -> "Slurm: " + reason);
  }

  private Optional<String> refusal(Booking booking, Recorder recorder) {
    if (booking.state() == BookingState.PREPARING) {
      return create(booking, recorder);
    }
    if (booking.state() == BookingState.HELD) {
      return verifyHeld(booking, recorder);
    }
    return booking.state() == BookingState.TAKEN
        ? Optional.of(String.valueOf(booking.problem()))
        : Optional.empty();
  }

  private Optional<String> verifyHeld(Booking booking, Recorder recorder) {
    var name = booking.external().name();
    var confirmed = repair.repair(booking, recorder);
    if (!confirmed.equals(booking)) {
      recorder.record(booking, confirmed);
    }
    if (confirmed.problem() != null) {
      return Optional.of(confirmed.problem());
    }
    return slurm
            .find(name)
            .filter(reservation -> repair.isHeldAsRequired(confirmed, reservation))
            .isPresent()
        ? Optional.empty()
        : Optional.of("reservation " + name + " was held, but is missing or different now");
  }

  private Optional<String> create(Booking booking, Recorder recorder) {
    var name = booking.external().name();
    var bootTime = slurm.bootTime();
    var wanted = Cluster.reservationOf(booking, booking.external().holdAccount());
    var found = slurm.find(name);
    var isUnclear = true; // An earlier attempt may have been interrupted before it looked for jobs.
    if (found.isEmpty()) {
      var refusal = writer.create(wanted);
      found = slurm.find(name);
      if (found.isEmpty()) {
        return Optional.of(
            refusal.orElse("Slurm reported success, but reservation " + name + " does not exist"));
      }
      isUnclear = refusal.isPresent(); // Slurm may have refused to delete it beside other jobs.
    }
    if (isUnclear && repair.isHeldAsRequired(booking, found.get())) {
      var refusal = writer.deleteIfBlocked(wanted);
      if (refusal.isPresent()) {
        return refusal;
      }
    }
    if (!repair.isHeldAsRequired(booking, found.get())) {
      return Optional.of("reservation " + name + " exists with other nodes, times or users");
    }
    recorder.record(booking, booking.held(bootTime));
    return Optional.empty();
  }

  @Override
  public Booking apply(Booking booking, Recorder recorder) {
    return switch (booking.state()) {
      case HELD, COMMITTED, ACTIVE -> repair.repair(booking, recorder);
      case AMENDING, AMENDING_ACTIVE -> modifier.apply(booking, recorder);
      case MERGING, ABORTING, ENDING, CANCELLING, FAILING -> clear(booking);
      case PREPARING, TAKEN, STARTING, ABORTED, ENDED, CANCELLED, FAILED -> booking;
    };
  }

  /**
   * Deletes the booking's reservation, whatever nodes and times a third party left it. A
   * reservation that was given to other users is kept, and the reconciliation loop reports it.
   */
  private Booking clear(Booking booking) {
    if (isStillNeeded(booking)) {
      return booking;
    }
    var name = booking.external().name();
    var found = slurm.find(name);
    if (found.filter(reservation -> cluster.isStillOurs(reservation, booking)).isEmpty()) {
      found.ifPresent(reservation ->
          LOG.warn(
              "booking={} reservation={} is kept: it belongs to {}",
              booking.bookingId(),
              name,
              reservation.users()));
      return booking.cleared();
    }
    var refusal = slurm.delete(name);
    if (refusal.isPresent()) {
      endJobs(booking);
      return booking.withCurrentProblem(refusal.get());
    }
    return slurm.find(name).isEmpty()
        ? booking.cleared()
        : booking.withCurrentProblem("Slurm still has its reservation " + name);
  }

  /**
   * Ends the jobs of a cancelled booking, because Slurm deletes no reservation with running jobs.
   * Jobs of a booking that ended may run on as long as the site allows (ResvOverRun), and jobs in a
   * reservation that was taken away may be a third party's.
   */
  private void endJobs(Booking booking) {
    if (booking.state() == BookingState.CANCELLING) {
      slurm.endJobs(booking.external().name());
    }
  }

  private boolean isStillNeeded(Booking booking) {
    return booking.state() == BookingState.MERGING
        && bookings
            .find(booking.rootBookingId())
            .filter(parent -> parent.state().isAmending())
            .isPresent();
  }

  /**
   * Deletes the reservation of a finished booking. Both are read again: since the snapshot a
   * modification may have restarted the booking, or a third party may have given the reservation to
   * other users.
   */
  void deleteLeftOver(String bookingId) {
    bookings
        .find(bookingId)
        .filter(booking -> booking.state().isClean())
        .flatMap(booking ->
            slurm
                .find(booking.external().name())
                .filter(reservation -> cluster.isStillOurs(reservation, booking)))
        .ifPresent(reservation -> {
          LOG.warn(
              "cluster={} reservation={} deleted: its booking has finished",
              cluster.name(),
              reservation.name());
          slurm
              .delete(reservation.name())
              .ifPresent(refusal -> LOG.warn("cluster={} {}", cluster.name(), refusal));
        });
  }
}
