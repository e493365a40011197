package org.touchpaper.segment.provider;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Doubt;
import org.touchpaper.segment.provider.CircuitJob.Before;
import org.touchpaper.segment.provider.Items.Recorded;

/**
 * Makes a connection's elements hold what its state says they shall: the intention is written
 * first, the elements are touched outside any transaction, what was read back is written last. Safe
 * to run at any moment and any number of times.
 */
final class CircuitWork {

  private static final Logger LOG = LoggerFactory.getLogger(CircuitWork.class);

  /** The pause after so many attempts is a few seconds. */
  private static final int FEW_SECONDS = 6;

  private final Transactions transactions;
  private final Books books;
  private final CircuitJobs jobs;
  private final Circuits circuits;
  private final SegmentProperties properties;
  private final Turns turns;

  /** What was read back and is not in the books, as when the database went away meanwhile. */
  private final Map<ConnectionId, Done> unwritten = new ConcurrentHashMap<>();

  CircuitWork(
      Transactions transactions,
      Books books,
      CircuitJobs jobs,
      Circuits circuits,
      SegmentProperties properties,
      Turns turns) {
    this.transactions = transactions;
    this.books = books;
    this.jobs = jobs;
    this.circuits = circuits;
    this.properties = properties;
    this.turns = turns;
  }

  /** What came of a job on the elements, as it was then. */
  private record Done(CircuitJob job, Circuits.Result result, Instant at) {}

  /** What there is to do: nothing, nothing yet, or a job. */
  private sealed interface Begun {
    record AtRest() implements Begun {}

    /**
     * Nothing before then: what was sent may have an effect, so that reading proves nothing, or an
     * earlier version stands in.
     */
    record NotYet(Instant until) implements Begun {}

    record Work(CircuitJob job) implements Begun {}
  }

  /** What is next: nothing, to look again at once, or to look again later. */
  private sealed interface Next {
    record Nothing() implements Next {}

    record AtOnce() implements Next {}

    record Later(Instant when) implements Next {}
  }

  /** Returns when to try again; empty when all is as it shall be. */
  Optional<Instant> run(ConnectionId connection) {
    return turns.inTurn(
        connection,
        () -> {
          while (true) {
            switch (step(connection)) {
              case Next.Nothing() -> {
                return Optional.empty();
              }
              case Next.Later(var when) -> {
                return Optional.of(when);
              }
              case Next.AtOnce() -> {}
            }
          }
        });
  }

  private Next step(ConnectionId connection) {
    var done = unwritten.remove(connection);
    if (done != null) {
      return written(connection, done);
    }
    return switch (transactions.write(() -> begin(connection))) {
      case Begun.AtRest() -> new Next.Nothing();
      case Begun.NotYet(var until) -> new Next.Later(until);
      case Begun.Work(var job) -> {
        var result = bring(job);
        LOG.info(
            "connectionId={} {}: {}", connection, job.isSetUp() ? "set up" : "take down", result);
        yield written(connection, new Done(job, result, books.now()));
      }
    };
  }

  /** While the database is away we know what became of our commands, and need not wait for it. */
  private Next written(ConnectionId connection, Done done) {
    try {
      return transactions.write(() -> finish(connection, done));
    } catch (DataAccessException | TransactionException e) {
      unwritten.put(connection, done);
      throw e;
    }
  }

  /** What goes wrong on the way, such as an element nobody configured, is a problem to be told. */
  private Circuits.Result bring(CircuitJob job) {
    try {
      var result = circuits.bring(job.wanted(), job.former(), job.before() == Before.STANDS);
      return result instanceof Circuits.NotReached(var problem, var doubt) && doubt.isNone()
          ? new Circuits.NotReached(problem, cleared(job))
          : result;
    } catch (RuntimeException e) {
      LOG.error("version {} could not be brought to its elements", job.version(), e);
      return new Circuits.NotReached(String.valueOf(e.getMessage()), Doubt.NONE);
    }
  }

  /**
   * What stood before is booked no more once the time of a change has come, whatever keeps the
   * change from being set up, an element that cannot be read among it. What there is of the change
   * stays then: it may carry traffic, if whoever set it up died before that was written.
   */
  private Doubt cleared(CircuitJob job) {
    return job.isSetUp() && job.before() == Before.OVER ? circuits.undo(job.former()) : Doubt.NONE;
  }

  private Begun begin(ConnectionId connection) {
    var it = books.connections().findLocked(connection).orElseThrow();
    var now = books.now();
    it.passEndTime(now);
    if (it.working) { // we are the only one at work, so whoever began this has died over it
      it.pause(now, new Doubt(circuits.settle(books.items().listElements(it.id)), true));
    }
    var begun = it.mustWait(now) ? notBefore(it.settleUntil) : begin(it, now);
    books.connections().save(it);
    return begun;
  }

  private static Begun notBefore(@Nullable Instant when) {
    return new Begun.NotYet(Objects.requireNonNull(when));
  }

  private Begun begin(Connection it, Instant now) {
    var job = jobs.find(it, now);
    if (job.isPresent()) {
      record(it, job.get());
      return new Begun.Work(job.get());
    }
    if (!it.configured) {
      rest(it);
      return new Begun.AtRest();
    }
    if (it.versionDue(now) != it.version) {
      return notBefore(it.changeAfter);
    }
    it.stands();
    books.giveBack(it, true); // what stands is what this version wants: those before it are over
    return new Begun.AtRest();
  }

  /** The intention, durable before an element is touched. */
  private void record(Connection it, CircuitJob job) {
    it.touch();
    books
        .items()
        .replace(
            it.id,
            Stream.concat(
                    job.former().stream().map(item -> new Recorded(item, false, "")),
                    job.wanted().stream().map(item -> new Recorded(item, true, "")))
                .toList());
    books.dataPlane(it, job.isSetUp() ? DataPlane.ACTIVATING : DataPlane.DEACTIVATING, reason(it));
  }

  private static String reason(Connection it) {
    return it.problem == null ? "" : it.problem;
  }

  private Next finish(ConnectionId connection, Done done) {
    var it = books.connections().findLocked(connection).orElseThrow();
    var job = done.job();
    it.pause(books.now(), done.result().doubt());
    var next =
        switch (done.result()) {
          case Circuits.Reached _ when isOld(done) -> new Next.AtOnce();
          case Circuits.Reached reached when job.isSetUp() -> isUp(it, job, reached);
          case Circuits.Reached _ -> isDown(it);
          case Circuits.NotReached(var problem, var doubt)
              when doubt.isNone() && canStandIn(it, job) ->
              standIn(it, problem);
          case Circuits.NotReached(var problem, var doubt) ->
              failed(it, job, problem, doubt.settle(), Integer.MAX_VALUE);
          // nothing is written for it meanwhile, and whoever is waited for may come at once
          case Circuits.NotUpYet(var problem) ->
              failed(it, job, problem, Duration.ZERO, FEW_SECONDS);
        };
    books.connections().save(it);
    return next;
  }

  /** Who knows what has become of it since: it is read again, as what is up would have been. */
  private boolean isOld(Done done) {
    return done.at().plus(properties.auditEvery()).isBefore(books.now());
  }

  private Next isUp(Connection it, CircuitJob job, Circuits.Reached reached) {
    books.items().stand(it.id, reached.incarnations());
    if (!isStillWanted(it, job)) {
      return new Next.AtOnce();
    }
    if (it.beenUp) {
      books.drifts().repaired(it.id, books.now());
    }
    if (job.version() != it.version) {
      var until = Objects.requireNonNull(it.changeAfter);
      it.standsIn(until);
      books.dataPlane(it, DataPlane.ACTIVE, reason(it));
      return new Next.Later(until);
    }
    it.up();
    books.dataPlane(it, DataPlane.ACTIVE, "");
    books.giveBack(it, true);
    return new Next.Nothing();
  }

  private Next isDown(Connection it) {
    if (it.isInDoubt(books.now())) { // what was sent before may yet come, and is to go then
      return new Next.Later(Objects.requireNonNull(it.settleUntil));
    }
    books.items().replace(it.id, List.of());
    it.clean();
    it.isImpaired(null);
    rest(it);
    return it.wantsUp(books.now()) ? new Next.AtOnce() : new Next.Nothing();
  }

  private void rest(Connection it) {
    books.dataPlane(it, it.restState(), reason(it));
    books.giveBack(it, true);
  }

  /**
   * The version that stood before this one is booked until this one stands, or until its own end:
   * up to then its circuit is better than none.
   */
  private boolean canStandIn(Connection it, CircuitJob job) {
    return isStillWanted(it, job)
        && job.version() == it.version
        && 0 < it.stoodAs
        && it.stoodAs < it.version
        && jobs.agreed(it.id, it.stoodAs).contains(books.now());
  }

  /** A change that was refused is not to end the circuit that ran; each attempt interrupts it. */
  private Next standIn(Connection it, String why) {
    var end = jobs.agreed(it.id, it.stoodAs).endTime();
    var next = books.now().plus(SegmentProperties.pauseBeforeChange(it.attempts + 1));
    var until = next.isBefore(end) ? next : end;
    it.standInUntil(until);
    fail(it, it.standingIn(why, until));
    return new Next.AtOnce();
  }

  /** Tried again after pauses that grow with each of so many attempts. */
  private Next failed(Connection it, CircuitJob job, String why, Duration settle, int growing) {
    var problem = settle.isZero() ? why : why + leftAlone(books.now().plus(settle));
    fail(it, problem);
    if (settle.isZero() && isStillWanted(it, job) != job.isSetUp()) {
      return new Next.AtOnce();
    }
    var pause = properties.pauseAfter(Math.min(it.attempts, growing));
    return new Next.Later(books.now().plus(pause.compareTo(settle) > 0 ? pause : settle));
  }

  private void fail(Connection it, String problem) {
    var before = it.problem;
    it.fail(problem);
    if (!Objects.equals(before, it.problem)) {
      books.notices().tell(it, new Notification.Alarm(it.id, books.now(), problem));
    }
  }

  private static String leftAlone(Instant until) {
    return "; left alone until %s, for it may yet be carried out"
        .formatted(until.truncatedTo(ChronoUnit.SECONDS));
  }

  private boolean isStillWanted(Connection it, CircuitJob job) {
    return it.wantsUp(books.now()) && it.versionDue(books.now()) == job.version();
  }
}
