package org.touchpaper.segment.provider;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LifecycleState;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.TimetableQuestion;

/**
 * The {@link NetworkSegment} of an L-NSAP or NSAP: NSI's provider on PostgreSQL. Each verb is one
 * database transaction that writes state, due rows and notices together; no verb touches an element
 * or calls another service, that is the due rows' work ({@link CircuitWork}, {@link HoldWork}).
 */
public final class SegmentProvider implements NetworkSegment {

  private static final Logger LOG = LoggerFactory.getLogger(SegmentProvider.class);

  private final Transactions transactions;
  private final Books books;
  private final Holders holders;
  private final Admission admission;
  private final NewVersions newVersions;

  SegmentProvider(
      Transactions transactions,
      Books books,
      Holders holders,
      Admission admission,
      SegmentProperties properties) {
    this.transactions = transactions;
    this.books = books;
    this.holders = holders;
    this.admission = admission;
    this.newVersions = new NewVersions(books, admission, properties);
  }

  @Override
  public ReserveAnswer reserve(Reserve request) {
    if (!holders.accepts(request.requester(), request.holder())) {
      throw new Fault(
          Fault.Code.NOT_ALLOWED,
          request.connection(),
          "not a configured holder for " + request.requester().peer() + ": " + request.holder());
    }
    var answer = transactions.write(() -> newVersions.answer(request));
    LOG.info(
        "connectionId={} version={} reserve: {}", request.connection(), request.version(), answer);
    return answer;
  }

  @Override
  public void commit(Order order) {
    change("commit", order, it -> commit(it, order.version()));
  }

  private void commit(Connection it, int version) {
    var asked =
        books.versions().find(it.id, version).orElseThrow(() -> neverReserved(it.id, version));
    switch (asked.state()) {
      case COMMITTED -> {}
      case HELD -> {
        if (asked.holder() instanceof Holder.Until(var until) && !books.now().isBefore(until)) {
          throw commitFailed(it, version, "its hold lapsed at " + until);
        }
        books.commit(it, asked);
      }
      case REFUSED -> throw commitFailed(it, version, "it was refused");
      case GIVEN_UP -> throw commitFailed(it, version, "it was given up");
      case LAPSED -> throw commitFailed(it, version, "its hold lapsed");
    }
  }

  @Override
  public void abort(Order order) {
    transactions.run(() -> {
      var it = books.connections().lockOrCreate(order.connection(), order.requester().peer());
      it.checkOwner(order.requester().peer());
      var asked = books.versions().find(it.id, order.version());
      if (asked.isEmpty()) {
        books.versions().insert(Version.givenUp(it.id, order.version(), order.requester()));
      } else {
        abort(it, asked.get());
      }
    });
    LOG.info("connectionId={} version={} abort", order.connection(), order.version());
  }

  private void abort(Connection it, Version asked) {
    switch (asked.state()) {
      case HELD -> books.letGo(it, asked, Version.State.GIVEN_UP);
      case COMMITTED ->
          throw it.invalid("abort", "version " + asked.version() + " is committed; terminate it");
      case REFUSED, LAPSED, GIVEN_UP -> {
        it.clearFailed();
        books.connections().save(it);
      }
    }
  }

  @Override
  public void provision(Order order) {
    change(
        "provision",
        order,
        it -> {
          switch (it.lifecycle) {
            case CREATED -> {
              it.provision();
              books.changed(it);
            }
            case PASSED_END_TIME -> {} // permission that came too late harms nobody
            case FAILED, TERMINATING, TERMINATED ->
                throw it.invalid("provision", "the connection is " + it.lifecycle);
          }
        });
  }

  @Override
  public void release(Order order) {
    change(
        "release",
        order,
        it -> {
          it.release();
          books.changed(it);
        });
  }

  @Override
  public void terminate(Order order) {
    transactions.run(() -> {
      var it = books.connections().lockOrCreate(order.connection(), order.requester().peer());
      it.checkOwner(order.requester().peer());
      if (it.lifecycle != LifecycleState.TERMINATED && it.lifecycle != LifecycleState.TERMINATING) {
        books.terminate(it);
      }
    });
    LOG.info("connectionId={} version={} terminate", order.connection(), order.version());
  }

  /**
   * Cuts a connection for good, whoever holds it: the circuit is taken down and never repaired, and
   * the holder is told of a forced end. Cutting what is over already changes nothing.
   */
  public void cut(ConnectionId connection, String reason) {
    transactions.run(() -> {
      var it = known(connection);
      it.passEndTime(books.now());
      if (!it.isOver()) {
        books.forceEnd(it, reason);
      }
    });
    LOG.warn("connectionId={} cut: {}", connection, reason);
  }

  /** What elements were found to hold otherwise than they should, the latest first. */
  public List<Drift> listDrifts(int atMost) {
    return books.drifts().list(atMost);
  }

  @Override
  public Report query(Requester requester, ConnectionId connection) {
    return books
        .connections()
        .find(connection)
        .<Report>map(this::report)
        .orElseGet(() -> new Report.Unknown(connection));
  }

  private Report report(Connection it) {
    var shown = books.versions().find(it.id, it.isCommitted() ? it.version : it.heldVersion);
    Criteria criteria = shown.map(Version::criteria).orElse(null);
    List<String> path = shown.map(Version::held).map(Admission.Held::path).orElse(List.of());
    return it.report(criteria, path, books.now());
  }

  @Override
  public FreeCapacity timetable(TimetableQuestion question) {
    return admission.timetable(question);
  }

  private void change(String verb, Order order, Consumer<Connection> change) {
    transactions.run(() -> {
      var it = known(order.connection());
      it.checkOwner(order.requester().peer());
      change.accept(it);
    });
    LOG.info("connectionId={} version={} {}", order.connection(), order.version(), verb);
  }

  private Connection known(ConnectionId connection) {
    return books
        .connections()
        .findLocked(connection)
        .orElseThrow(() ->
            new Fault(Fault.Code.UNKNOWN_CONNECTION, connection, "no connection " + connection));
  }

  private static Fault neverReserved(ConnectionId connection, int version) {
    return new Fault(
        Fault.Code.UNKNOWN_CONNECTION,
        connection,
        "version " + version + " of connection " + connection + " was never reserved");
  }

  private static Fault commitFailed(Connection it, int version, String why) {
    return new Fault(
        Fault.Code.COMMIT_FAILED, it.id, "cannot commit version " + version + ": " + why);
  }
}
