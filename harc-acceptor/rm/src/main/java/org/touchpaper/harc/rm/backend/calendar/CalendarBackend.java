package org.touchpaper.harc.rm.backend.calendar;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.rm.backend.calendar.MachineAllocationFiles.Entry;
import org.touchpaper.harc.rm.booking.Allocation;
import org.touchpaper.harc.rm.booking.AssignmentRepository;
import org.touchpaper.harc.rm.booking.Backend;
import org.touchpaper.harc.rm.booking.BackendPresenceMode;
import org.touchpaper.harc.rm.booking.Booking;
import org.touchpaper.harc.rm.booking.BookingState;
import org.touchpaper.harc.rm.booking.NodeAssignmentRepository;
import org.touchpaper.harc.rm.booking.NodeCapacityTimetable;
import org.touchpaper.harc.rm.booking.NodeRequestEvaluator;
import org.touchpaper.harc.rm.run.RunService;
import org.touchpaper.harc.rm.scheduler.ResourceAvailability;
import org.touchpaper.harc.rm.scheduler.ResourceAvailabilityQuery;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Schedule;
import tools.jackson.databind.json.JsonMapper;

/**
 * A machine without a reservation system: a calendar of its nodes' assignments. From a booking's
 * start to its end, an allocation file tells the machine who has which nodes.
 */
public final class CalendarBackend implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(CalendarBackend.class);

  private final Machine machine;
  private final MachineAllocationFiles files;
  private final SiteHookCommand siteHook;
  private final UnclearedNodeFinder unclearedNodeFinder;
  private final Optional<RunService> runs;
  private final JdbcClient jdbc;
  private final Clock clock;

  public CalendarBackend(
      Machine machine,
      Path directory,
      SiteHookCommand siteHook,
      Optional<RunService> runs,
      JdbcClient jdbc,
      JsonMapper json,
      Clock clock) {
    this.runs = runs;
    this.machine = machine;
    this.files = new MachineAllocationFiles(directory, json, jdbc);
    this.siteHook = siteHook;
    this.unclearedNodeFinder = new UnclearedNodeFinder(jdbc);
    this.jdbc = jdbc;
    this.clock = clock;
  }

  @Override
  public Optional<RunService> runs() {
    return runs;
  }

  /**
   * Checks the settings, and logs a missing directory before the first booking needs it.
   *
   * @throws IllegalStateException if assigned nodes are not those of the configured machine
   */
  @Override
  public void verifySettings() {
    new MachineSettingsGuard(jdbc).verifyAndRecord(machine);
    try {
      files.ensureDirectory();
    } catch (UncheckedIOException e) {
      LOG.warn("machine={} {}", machine.name(), e.getMessage());
    }
  }

  @Override
  public String resource() {
    return machine.name();
  }

  @Override
  public BackendPresenceMode projection() {
    return BackendPresenceMode.FROM_START;
  }

  @Override
  public AssignmentRepository assignments() {
    return new NodeAssignmentRepository(jdbc);
  }

  @Override
  public Set<String> localSites() {
    return machine.accounts().localSites();
  }

  @Override
  public Refusal.Code busyCode() {
    return Refusal.Code.NODES_BUSY;
  }

  @Override
  public Evaluator evaluator(Transaction transaction) {
    return new NodeRequestEvaluator(
        machine.name(), machine.nodeCount(), "", machine.accounts(), _ -> true, this::availability);
  }

  private NodeCapacityTimetable availability(String bookingId, Schedule window) {
    return new NodeCapacityTimetable(
        machine.nodes(), unclearedNodeFinder.listBusyOfOthers(bookingId, window, clock.instant()));
  }

  @Override
  public ResourceRequest workOf(Allocation allocation) {
    return new ResourceRequest.Compute(machine.name(), allocation.amount());
  }

  @Override
  public String reference(Booking booking, Allocation allocation) {
    return String.join(",", allocation.items());
  }

  @Override
  public ResourceAvailability queryAvailability(ResourceAvailabilityQuery query) {
    return availability(query.ownBooking(), NodeCapacityTimetable.periodOf(query)).answer(query);
  }

  @Override
  public Booking apply(Booking booking, Recorder recorder) {
    try {
      return switch (booking.state()) {
        case AMENDING, AMENDING_ACTIVE ->
            booking.hasBegun(clock.instant()) ? start(booking) : clear(booking);
        case STARTING -> start(booking);
        case ACTIVE -> verify(booking);
        case ENDING, CANCELLING, FAILING -> clear(booking);
        case PREPARING,
            HELD,
            TAKEN,
            MERGING,
            ABORTING,
            ABORTED,
            COMMITTED,
            ENDED,
            CANCELLED,
            FAILED ->
            booking;
      };
    } catch (UncheckedIOException e) {
      return booking.withCurrentProblem(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Starts a booking once its nodes are cleared of others, so that no node is open to two. A
   * running booking that lost nodes is closed before it is opened with the remaining ones; the
   * file, which is written after that, shows that it was closed.
   */
  private Booking start(Booking booking) {
    var blockers = unclearedNodeFinder.listBlockersOf(booking, clock.instant());
    if (!blockers.isEmpty()) {
      return booking.withCurrentProblem(
          "waiting for nodes that are not cleared yet of " + String.join(" and ", blockers));
    }
    var entry = entryOf(booking);
    if (unclearedNodeFinder.isLeavingNodes(booking) && !files.matches(entry).orElse(false)) {
      if (booking.state() == BookingState.AMENDING_ACTIVE) {
        return booking.interrupted(); // recorded before it is closed
      }
      var problem = close(booking);
      if (problem.isPresent()) {
        return booking.withCurrentProblem(problem.get());
      }
    }
    files.write(entry);
    var problem = siteHook.run("start", files.fileOf(booking.bookingId()));
    if (problem.isPresent()) {
      return booking.withCurrentProblem(problem.get());
    }
    return files.matches(entry).orElse(false)
        ? booking.started()
        : booking.withCurrentProblem(
            "the allocation file has different content after it was written");
  }

  private Booking verify(Booking booking) {
    return files
        .matches(entryOf(booking))
        .map(matches -> matches ? booking.withProblem(null) : takenAway(booking, "changed"))
        .orElseGet(() -> takenAway(booking, "removed"));
  }

  private Booking takenAway(Booking booking, String how) {
    return booking.takenAway(
        "the allocation file was %s by a third party on %s".formatted(how, machine.name()));
  }

  /** Removes the booking's file, whatever content a third party gave it. */
  private Booking clear(Booking booking) {
    var problem = close(booking);
    if (problem.isPresent()) {
      return booking.withCurrentProblem(problem.get());
    }
    return files.isGone(booking.bookingId())
        ? booking.cleared()
        : booking.withCurrentProblem("the allocation file is still there");
  }

  /** Closes the booking on the machine; returns the problem, if any. */
  private Optional<String> close(Booking booking) {
    files.remove(booking.bookingId());
    return siteHook.run("end", files.fileOf(booking.bookingId()));
  }

  private static Entry entryOf(Booking booking) {
    return new Entry(
        booking.bookingId(),
        booking.transaction(),
        booking.account(),
        booking.items(),
        booking.schedule().endTime());
  }
}
