package org.touchpaper.harc.rm.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.touchpaper.harc.client.model.RegisteredApplication;
import org.touchpaper.harc.client.model.RunRequest;
import org.touchpaper.harc.client.model.RunState;
import org.touchpaper.harc.client.model.RunStatus;
import org.touchpaper.harc.rm.ownership.AccountMapping;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.DurableTimer;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity.Person;
import tools.jackson.databind.json.JsonMapper;

/**
 * Holds, launches, follows and stops the runs of one machine's bookings. {@link #check} and {@link
 * #end} are called while no other thread works on the booking.
 */
public final class RunService {
  private static final Logger LOG = LoggerFactory.getLogger(RunService.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** How often a job that waits for its booking is looked at. */
  private static final Duration QUEUED_INTERVAL = Duration.ofSeconds(30);

  /** How long before the start a job is looked at that may have lost its reservation. */
  private static final Duration LAST_LOOK = Duration.ofSeconds(5);

  /** How long a submission without an answer may still take effect. */
  private static final Duration LATE_SUBMISSION = Duration.ofSeconds(30);

  /** How long after a refused submission the next one is tried. */
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(5);

  private static final Duration SWEEP_INTERVAL = Duration.ofSeconds(10);

  private static final String ROOT = "root";

  private final String resource;
  private final ApplicationRegistry registry;
  private final JobLauncher launcher;
  private final AccountMapping accounts;
  private final RunRepository runs;
  private final RunJobReconciler jobs;
  private final DurableTimer timer;
  private final Clock clock;

  public RunService(
      String resource,
      ApplicationRegistry registry,
      JobLauncher launcher,
      AccountMapping accounts,
      JdbcClient jdbc,
      JsonMapper json,
      DurableTimer timer,
      Clock clock) {
    this.resource = resource;
    this.registry = registry;
    this.launcher = launcher;
    this.accounts = accounts;
    this.runs = new RunRepository(jdbc, json);
    this.jobs = new RunJobReconciler(launcher, runs, clock);
    this.timer = timer;
    this.clock = clock;
  }

  /** What a person may launch. */
  public List<RegisteredApplication> listApplications(Person person) {
    return registry.list(person.role());
  }

  /** What became of the latest launch; null if there was none. */
  public @Nullable RunStatus findStatus(String bookingId) {
    return runs.findLatest(bookingId).map(Run::status).orElse(null);
  }

  /** Schedules a check of every unfinished run, after a restart. */
  public void resume() {
    runs.listUnfinishedBookings().forEach(this::scheduleCheck);
  }

  private void scheduleCheck(String bookingId) {
    timer.schedule(bookingId, clock.instant());
  }

  /**
   * Holds a launch in the surrounding database transaction; returns the refusal, if any. The same
   * launch as the unfinished one has no effect.
   */
  public Optional<Refusal> hold(
      RunBooking booking, Transaction transaction, RunRequest.Launch launch) {
    var unfinished = runs.findLatest(booking.bookingId()).filter(run -> !run.isFinal());
    if (unfinished.isPresent()) {
      return unfinished.get().job().request().equals(launch) && !unfinished.get().isStopping()
          ? Optional.empty()
          : refusal(
              Refusal.Code.RUN_ACTIVE,
              "run %d of the booking is %s: stop it first"
                  .formatted(
                      unfinished.get().status().number(),
                      unfinished.get().status().state().wireName()));
    }
    var person = transaction.onBehalfOf();
    var application = findApplication(launch.application(), person, booking.account());
    if (application.isEmpty()) {
      return refusal(
          Refusal.Code.UNKNOWN_APPLICATION,
          "%s has no application %s for %s"
              .formatted(resource, launch.application(), person.name()));
    }
    var wrong = application.get().refusal(launch, registry.coresPerNode());
    if (wrong.isPresent()) {
      return refusal(Refusal.Code.BAD_ARGUMENT, wrong.get());
    }
    var problem =
        booking.account().equals(ROOT)
            ? Optional.of("nothing is launched under the account root")
            : launcher.problem(booking.account());
    if (problem.isPresent()) {
      return refusal(Refusal.Code.LAUNCH_UNAVAILABLE, problem.get());
    }
    return holdWithPort(booking, transaction.id(), application.get(), launch);
  }

  /** Any executable may run only under the person's own account. */
  private Optional<Application> findApplication(String name, Person person, String account) {
    return registry
        .find(name, person.role())
        .filter(_ ->
            !name.equals(ApplicationRegistry.FREE_EXECUTABLE)
                || accounts.findAccount(person).filter(account::equals).isPresent());
  }

  private Optional<Refusal> holdWithPort(
      RunBooking booking, String transaction, Application application, RunRequest.Launch launch) {
    var range = application.port();
    Integer port = null;
    if (range != null) {
      port = findFreePort(booking, range).orElse(null);
      if (port == null) {
        return refusal(
            Refusal.Code.LAUNCH_UNAVAILABLE,
            "all ports of %s, %d to %d, are taken at that time"
                .formatted(application.name(), range.first(), range.last()));
      }
    }
    var job = application.specify(launch, booking.nodes().size(), port);
    var number = runs.nextNumber(booking.bookingId());
    runs.add(Run.held(booking, transaction, job, number, clock.instant()));
    return Optional.empty();
  }

  /**
   * The free port that was used least recently: where the last connections have just ended, some
   * applications cannot listen for a minute (RFC 9293, TIME-WAIT).
   */
  private Optional<Integer> findFreePort(RunBooking booking, Application.PortRange range) {
    var inUse = runs.listPortsInUse(booking.bookingId(), booking.schedule());
    var lastUses = runs.findLastUses(range.first(), range.last());
    return IntStream.rangeClosed(range.first(), range.last())
        .boxed()
        .filter(port -> !inUse.contains(port))
        .min(Comparator.comparing(port -> lastUses.getOrDefault(port, Instant.MIN)));
  }

  /** Refuses a change of a booking's time if another booking has its run's port then. */
  public Optional<Refusal> refusalOfTime(RunBooking booking) {
    return runs.findLatest(booking.bookingId())
        .filter(run -> !run.isFinal() && run.job().port() != null)
        .filter(run ->
            runs.listPortsInUse(booking.bookingId(), booking.schedule()).contains(run.job().port()))
        .flatMap(run ->
            refusal(
                Refusal.Code.LAUNCH_UNAVAILABLE,
                "another booking has port %d of run %d at that time: stop the run first"
                    .formatted(run.job().port(), run.status().number())));
  }

  private Optional<Refusal> refusal(Refusal.Code code, String reason) {
    return Optional.of(new Refusal(code, resource, "Run", reason, null));
  }

  /** The transaction was committed: launches and stops become binding. */
  public void commit(Transaction transaction) {
    for (var action : transaction.actions()) {
      if (action
          instanceof
          BookingAction.Modify(
              var bookingId,
              _,
              ResourceRequest.Compute(_, _, RunRequest.Stop()))) {
        runs.requestStop(bookingId);
      }
    }
    runs.commit(transaction.id());
    transaction.actions().stream()
        .map(BookingAction::bookingId)
        .filter(bookingId -> runs.findLatest(bookingId).filter(run -> !run.isFinal()).isPresent())
        .forEach(this::scheduleCheck);
  }

  /** The transaction was aborted or refused. */
  public void abort(String transaction) {
    runs.abort(transaction);
  }

  /**
   * Ends the jobs of a booking that is about to lose its nodes.
   *
   * @return what may still run; empty if nothing does
   * @throws SchedulerUnreachableException if the machine does not do it, and may do it later
   */
  public Optional<String> end(RunBooking booking) {
    for (var run : runs.listDecided(booking.bookingId())) {
      if (!run.isFinal() || isSubmissionUnknown(run)) {
        jobs.end(run, booking);
        scheduleCheck(booking.bookingId());
      }
    }
    return runs.listDecided(booking.bookingId()).stream()
        .filter(Run::isGivenUp)
        .map(run -> "run %d: %s".formatted(run.status().number(), run.status().message()))
        .findFirst();
  }

  /**
   * Ends the job of a booking that has moved to a later start, if it has started: it loses its
   * nodes until then. {@link #check} launches it again.
   *
   * @throws SchedulerUnreachableException if the machine does not do it, and may do it later
   */
  public void interrupt(RunBooking booking) {
    runs.findLatest(booking.bookingId())
        .filter(run -> !run.isFinal())
        .ifPresent(run -> {
          if (run.status().state() == RunState.ACTIVE) {
            jobs.end(run, booking);
          } else {
            jobs.follow(run, booking); // what waits is never given up
          }
          scheduleCheck(booking.bookingId());
        });
  }

  /** The bookings with a run that ended between those times. */
  public List<String> listEndedBetween(Instant from, Instant to) {
    return runs.listBookingsOfEnded(from, to);
  }

  /**
   * Ends the jobs of finished runs once more: a machine that was killed may have brought them back.
   *
   * @throws SchedulerUnreachableException if the machine does not answer
   */
  public void endAgain(String bookingId) {
    runs.listDecided(bookingId).stream().filter(Run::isFinal).forEach(launcher::cancel);
  }

  /** Does what is due; returns when to check again, empty for never. */
  public Optional<Instant> check(RunBooking booking) {
    return runs.findLatest(booking.bookingId()).flatMap(latest -> check(latest, booking));
  }

  private Optional<Instant> check(Run latest, RunBooking booking) {
    try {
      if (latest.isFinal() && !isSubmissionUnknown(latest) && !jobs.mustRepeat(latest, booking)) {
        return Optional.empty();
      }
      var after = jobs.follow(latest, booking);
      if (!jobs.mustRepeat(after, booking)) {
        return nextCheck(after, booking);
      }
      return runs.hasUndecided(booking.bookingId())
          ? Optional.of(clock.instant().plus(INTERVAL)) // its owner may be launching something else
          : nextCheck(repeat(after, booking), booking);
    } catch (SchedulerUnreachableException e) {
      if (latest.status().state() == RunState.NEW) {
        jobs.record(latest, latest.delayed(e.getMessage(), clock.instant()));
      }
      return Optional.of(clock.instant().plus(INTERVAL));
    }
  }

  /** Launches it again: under the next number, because each job starts at most once. */
  private Run repeat(Run ended, RunBooking booking) {
    var number = runs.nextNumber(booking.bookingId());
    var next = Run.held(booking, ended.transaction(), ended.job(), number, clock.instant());
    LOG.info(
        "booking={} run={} started before its booking moved to {}: launched again as run {}",
        booking.bookingId(),
        ended.status().number(),
        booking.schedule().startTime(),
        number);
    runs.addDecided(next);
    return next;
  }

  /** A submission without an answer may take effect after its run was given up. */
  private boolean isSubmissionUnknown(Run run) {
    return run.jobId() == null
        && clock.instant().isBefore(run.status().since().plus(LATE_SUBMISSION));
  }

  private Optional<Instant> nextCheck(Run run, RunBooking booking) {
    var now = clock.instant();
    var start = booking.schedule().startTime();
    return switch (run.status().state()) {
      case COMPLETED, FAILED, CANCELED ->
          isSubmissionUnknown(run) ? Optional.of(now.plus(SWEEP_INTERVAL)) : Optional.empty();
      case ACTIVE ->
          Optional.of(now.plus(isAdaptingRefused(run, booking) ? RETRY_INTERVAL : INTERVAL));
      case NEW -> Optional.of(now.plus(run.status().message() == null ? INTERVAL : RETRY_INTERVAL));
      case QUEUED, HELD -> {
        if (isAdaptingRefused(run, booking)) {
          yield Optional.of(now.plus(RETRY_INTERVAL));
        }
        var isChanging = run.isStopping() || run.version() != booking.version();
        yield Optional.of(
            isChanging || !now.isBefore(start)
                ? now.plus(INTERVAL)
                : Stream.of(now.plus(QUEUED_INTERVAL), start.minus(LAST_LOOK), start)
                    .filter(now::isBefore)
                    .min(Instant::compareTo)
                    .orElse(start));
      }
    };
  }

  private static boolean isAdaptingRefused(Run run, RunBooking booking) {
    return !run.isStopping()
        && run.version() != booking.version()
        && run.status().message() != null;
  }
}
