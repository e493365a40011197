package org.touchpaper.segment.provider;

import static java.util.stream.Collectors.toMap;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.element.CircuitName;
import org.touchpaper.segment.element.Circuits;
import org.touchpaper.segment.element.Item;
import org.touchpaper.segment.element.Survey;
import org.touchpaper.segment.provider.Items.Recorded;

/**
 * Makes a connection's elements hold what its state says they shall: the intention is written
 * first, the elements are touched outside any transaction, what was read back is written last. Safe
 * to run at any moment and any number of times.
 */
final class CircuitWork {

  private static final Logger LOG = LoggerFactory.getLogger(CircuitWork.class);

  private final Transactions transactions;
  private final Books books;
  private final CircuitConfiguration configuration;
  private final Circuits circuits;
  private final SegmentProperties properties;
  private final Turns turns = new Turns();

  CircuitWork(
      Transactions transactions,
      Books books,
      CircuitConfiguration configuration,
      Circuits circuits,
      SegmentProperties properties) {
    this.transactions = transactions;
    this.books = books;
    this.configuration = configuration;
    this.circuits = circuits;
    this.properties = properties;
  }

  /** What is to be done on the elements. */
  private record Job(int version, List<Item> wanted, List<Item> former) {
    boolean isSetUp() {
      return !wanted.isEmpty();
    }
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
    var job = transactions.write(() -> begin(connection));
    if (job.isEmpty()) {
      return new Next.Nothing();
    }
    var result = bring(job.get());
    LOG.info(
        "connectionId={} {}: {}", connection, job.get().isSetUp() ? "set up" : "take down", result);
    return transactions.write(() -> finish(connection, job.get(), result));
  }

  /** What goes wrong on the way, such as an element nobody configured, is a problem to be told. */
  private Circuits.Result bring(Job job) {
    try {
      return circuits.bring(job.wanted(), job.former());
    } catch (RuntimeException e) {
      LOG.error("version {} could not be brought to its elements", job.version(), e);
      return new Circuits.NotReached(String.valueOf(e.getMessage()), Duration.ZERO);
    }
  }

  private Optional<Job> begin(ConnectionId connection) {
    var it = books.connections().findLocked(connection).orElseThrow();
    it.passEndTime(books.now());
    var job = job(it);
    if (job.isPresent()) {
      record(it, job.get());
    } else if (!it.configured) {
      rest(it);
    }
    books.connections().save(it);
    return job;
  }

  private Optional<Job> job(Connection it) {
    var recorded = books.items().list(it.id);
    var wanted = it.wantsUp(books.now()) ? wanted(it) : List.<Item>of();
    var there = recorded.stream().filter(Recorded::wanted).map(Recorded::item).toList();
    var stands = it.dataPlane == DataPlane.ACTIVE && wanted.equals(there);
    if (stands || (wanted.isEmpty() && !it.configured)) {
      return Optional.empty();
    }
    var former = recorded.stream().map(Recorded::item).filter(item -> !wanted.contains(item));
    return Optional.of(new Job(it.version, wanted, former.toList()));
  }

  private List<Item> wanted(Connection it) {
    var version = books.versions().find(it.id, it.version).orElseThrow();
    return configuration.itemsOf(
        new CircuitConfiguration.Circuit(
            it.id,
            it.version,
            version.criteriaAgreed(),
            version.heldAgreed(),
            CircuitName.of(it.id.value(), it.version)));
  }

  /** The intention, durable before an element is touched. */
  private void record(Connection it, Job job) {
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

  private Next finish(ConnectionId connection, Job job, Circuits.Result result) {
    var it = books.connections().findLocked(connection).orElseThrow();
    var next =
        switch (result) {
          case Circuits.Reached reached when job.isSetUp() -> isUp(it, job, reached);
          case Circuits.Reached _ -> isDown(it);
          case Circuits.NotReached(var problem, var settle) -> failed(it, job, problem, settle);
        };
    books.connections().save(it);
    return next;
  }

  private Next isUp(Connection it, Job job, Circuits.Reached reached) {
    books
        .items()
        .replace(
            it.id,
            job.wanted().stream()
                .map(item ->
                    new Recorded(
                        item, true, reached.incarnations().getOrDefault(item.element(), "")))
                .toList());
    if (!isStillWanted(it, job)) {
      return new Next.AtOnce();
    }
    it.up();
    books.dataPlane(it, DataPlane.ACTIVE, "");
    books.giveBack(it, true);
    return new Next.Nothing();
  }

  private Next isDown(Connection it) {
    books.items().replace(it.id, List.of());
    it.clean();
    rest(it);
    return it.wantsUp(books.now()) ? new Next.AtOnce() : new Next.Nothing();
  }

  private void rest(Connection it) {
    books.dataPlane(it, it.restState(), reason(it));
    books.giveBack(it, true);
  }

  private Next failed(Connection it, Job job, String problem, Duration settle) {
    if (!problem.equals(it.problem)) {
      books.notices().tell(it, new Notification.Alarm(it.id, books.now(), problem));
    }
    it.fail(problem);
    if (settle.isZero() && isStillWanted(it, job) != job.isSetUp()) {
      return new Next.AtOnce();
    }
    var pause = properties.pauseAfter(it.attempts);
    return new Next.Later(books.now().plus(pause.compareTo(settle) > 0 ? pause : settle));
  }

  private boolean isStillWanted(Connection it, Job job) {
    return it.wantsUp(books.now()) && it.version == job.version();
  }

  /** Reads back a circuit that is up: repairs what was lost, respects what was taken. */
  void audit(ConnectionId connection) {
    turns.inTurn(
        connection,
        () -> {
          var standing = books.items().list(connection).stream().filter(Recorded::wanted).toList();
          var incarnations =
              standing.stream()
                  .collect(
                      toMap(it -> it.item().element(), Recorded::incarnation, (one, _) -> one));
          var seen = circuits.look(standing.stream().map(Recorded::item).toList(), incarnations);
          transactions.run(() -> audited(connection, seen));
          return Boolean.TRUE;
        });
  }

  private void audited(ConnectionId connection, List<Survey> seen) {
    var it = books.connections().findLocked(connection).orElseThrow();
    if (it.dataPlane != DataPlane.ACTIVE || !it.wantsUp(books.now())) {
      return; // its end or a change came in between, and has its own due row
    }
    for (var survey : seen) {
      if (survey instanceof Survey.Taken(var detail)) {
        books.forceEnd(it, detail);
        return;
      }
    }
    for (var survey : seen) {
      if (survey instanceof Survey.Lost(var detail)) {
        it.fail(detail);
        books.notices().tell(it, new Notification.Alarm(it.id, books.now(), detail));
        books.dataPlane(it, DataPlane.ACTIVATING, detail);
        books.changed(it);
        return;
      }
    }
    for (var survey : seen) {
      if (survey instanceof Survey.Intact(var element, var incarnation)) {
        books.items().livesAs(connection, element, incarnation);
      }
    }
  }
}
