package org.touchpaper.segment.reservation;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.capacity.CapacityAllocator;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.CutNotice;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.cut.Cut;
import org.touchpaper.segment.cut.CutMatchKeys;
import org.touchpaper.segment.persistence.RetryingTransactions;

/**
 * The {@link NetworkSegment} of an L-NSAP or NSAP: NSI's provider on PostgreSQL. Each operation is
 * one database transaction that writes state, scheduled tasks and notifications together. No
 * operation edits an element or calls another service; the tasks do ({@code CircuitProvisioner},
 * {@link HoldResolver}).
 */
public final class SegmentProvider implements NetworkSegment {

  private static final Logger LOG = LoggerFactory.getLogger(SegmentProvider.class);

  private static final UUID NO_CONNECTION = new UUID(0, 0);

  private final RetryingTransactions transactions;
  private final SegmentStore store;
  private final HolderClientRegistry holders;
  private final CapacityAllocator admission;
  private final ReserveHandler reserveHandler;

  public SegmentProvider(
      RetryingTransactions transactions,
      SegmentStore store,
      HolderClientRegistry holders,
      CapacityAllocator admission,
      SegmentProperties properties) {
    this.transactions = transactions;
    this.store = store;
    this.holders = holders;
    this.admission = admission;
    this.reserveHandler = new ReserveHandler(store, admission, properties);
  }

  @Override
  public ReserveResult reserve(ReserveRequest request) {
    if (!holders.accepts(request.requester(), request.holder())) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.NOT_ALLOWED,
          request.connection(),
          "peer %s may not name this holder; check its roles: %s"
              .formatted(request.requester().peer(), request.holder()));
    }
    var answer = transactions.execute(() -> reserveHandler.handle(request));
    LOG.info(
        "connectionId={} version={} reserve: {}", request.connection(), request.version(), answer);
    return answer;
  }

  @Override
  public void commit(ConnectionVersionRequest request) {
    execute(
        "commit",
        request,
        connection -> {
          commit(connection, request.version());
          store.saveChanged(connection);
        });
  }

  /**
   * In one transaction. Of a connection that has ended meanwhile, the commit alone has effect; a
   * repeat does not undo a later release.
   */
  @Override
  public void commitAndProvision(ConnectionVersionRequest request) {
    execute(
        "commit and provision",
        request,
        connection -> {
          commit(connection, request.version());
          if (connection.lifecycle == LifecycleState.CREATED
              && connection.provisionVersion < request.version()) {
            requireNotCut("provision", connection, connection.version);
            connection.provision();
          }
          store.saveChanged(connection);
        });
  }

  private void commit(SegmentConnection connection, int version) {
    var requested =
        store
            .versions()
            .find(connection.id, version)
            .orElseThrow(() -> neverReserved(connection.id, version));
    switch (requested.state()) {
      case COMMITTED -> {}
      case HELD -> {
        if (requested.holder() instanceof Holder.ExternalRequester(var until)
            && !store.now().isBefore(until)) {
          throw commitFailed(connection, version, "its hold lapsed at " + until);
        }
        requireNotCut("commit", connection, version);
        store.commit(connection, requested);
      }
      case REFUSED -> throw commitFailed(connection, version, "it was refused");
      case GIVEN_UP -> {
        requireNotEndedByCut("commit", connection);
        throw commitFailed(connection, version, "it was aborted");
      }
      case LAPSED -> throw commitFailed(connection, version, "its hold lapsed");
    }
  }

  @Override
  public void abort(ConnectionVersionRequest request) {
    transactions.run(() -> {
      var connection =
          store.connections().lockOrCreate(request.connection(), request.requester().peer());
      connection.checkOwner(request.requester().peer());
      var requested = store.versions().find(connection.id, request.version());
      if (requested.isEmpty()) {
        store
            .versions()
            .insert(
                ConnectionVersionRecord.givenUp(
                    connection.id, request.version(), request.requester()));
      } else {
        abort(connection, requested.get());
      }
    });
    LOG.info("connectionId={} version={} abort", request.connection(), request.version());
  }

  private void abort(SegmentConnection connection, ConnectionVersionRecord requested) {
    switch (requested.state()) {
      case HELD -> store.releaseHold(connection, requested, ConnectionVersionRecord.State.GIVEN_UP);
      case COMMITTED ->
          throw connection.invalidTransition(
              "abort", "version " + requested.version() + " is committed; terminate it");
      case REFUSED, LAPSED, GIVEN_UP -> {
        connection.clearFailed();
        store.connections().save(connection);
      }
    }
  }

  @Override
  public void provision(ConnectionVersionRequest request) {
    execute(
        "provision",
        request,
        connection -> {
          switch (connection.lifecycle) {
            case CREATED -> {
              requireNotCut("provision", connection, connection.version);
              connection.provision();
              store.saveChanged(connection);
            }
            case PASSED_END_TIME -> {} // the permission came too late and has no effect
            case FAILED, TERMINATING, TERMINATED -> {
              requireNotEndedByCut("provision", connection);
              throw connection.invalidTransition(
                  "provision", "the connection is " + connection.lifecycle);
            }
          }
        });
  }

  @Override
  public void release(ConnectionVersionRequest request) {
    execute(
        "release",
        request,
        connection -> {
          connection.release();
          store.saveChanged(connection);
        });
  }

  @Override
  public void terminate(ConnectionVersionRequest request) {
    transactions.run(() -> {
      var connection =
          store.connections().lockOrCreate(request.connection(), request.requester().peer());
      connection.checkOwner(request.requester().peer());
      if (!connection.isTerminated()) {
        store.terminate(connection);
      }
    });
    LOG.info("connectionId={} version={} terminate", request.connection(), request.version());
  }

  @Override
  public ConnectionReport query(RequesterIdentity requester, ConnectionId connection) {
    return store
        .connections()
        .find(connection)
        .<ConnectionReport>map(this::report)
        .orElseGet(() -> new ConnectionReport.Unknown(connection));
  }

  private ConnectionReport report(SegmentConnection connection) {
    var version =
        store
            .versions()
            .find(
                connection.id,
                connection.isCommitted() ? connection.version : connection.heldVersion);
    Criteria criteria = version.map(ConnectionVersionRecord::criteria).orElse(null);
    List<String> path =
        version
            .map(ConnectionVersionRecord::held)
            .map(CapacityAllocator.Held::path)
            .orElse(List.of());
    var cut =
        connection.lifecycle == LifecycleState.FAILED
            ? store.cuts().findEnding(connection.id).map(it -> it.notice(store.cuttableNetwork()))
            : Optional.<CutNotice>empty();
    return connection.report(criteria, path, cut.orElse(null), store.now());
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery query) {
    var candidate =
        new CutMatchKeys(NO_CONNECTION, null, query.source().port(), query.destination().port());
    return store.cuts().findCovering(candidate).isPresent()
        ? new FreeCapacityResult(List.of(new FreeCapacityResult.Step(query.window(), 0)), List.of())
        : admission.timetable(query);
  }

  @Override
  public List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest dryRun) {
    var results = transactions.read(() -> reserveHandler.judge(dryRun));
    LOG.info("connectionId={} dry run: {}", dryRun.items().getLast().connection(), results);
    return results;
  }

  private void execute(
      String verb, ConnectionVersionRequest request, Consumer<SegmentConnection> change) {
    transactions.run(() -> {
      store.cuts().lockOutCuts();
      var connection = lockConnection(request.connection());
      connection.checkOwner(request.requester().peer());
      change.accept(connection);
    });
    LOG.info("connectionId={} version={} {}", request.connection(), request.version(), verb);
  }

  /** What is cut does not come up; a cancellation of it is committed all the same. */
  private void requireNotCut(String verb, SegmentConnection connection, int version) {
    store
        .versions()
        .find(connection.id, version)
        .filter(requested -> requested.criteria() != null)
        .flatMap(requested ->
            store
                .cuts()
                .findCovering(
                    CutMatchKeys.of(connection.id, requested.holder(), requested.criteria())))
        .ifPresent(cut -> {
          throw cutFault(verb, connection, cut);
        });
  }

  private void requireNotEndedByCut(String verb, SegmentConnection connection) {
    store
        .cuts()
        .findEnding(connection.id)
        .ifPresent(cut -> {
          throw cutFault(verb, connection, cut);
        });
  }

  private SegmentFaultException cutFault(String verb, SegmentConnection connection, Cut cut) {
    return new SegmentFaultException(
        SegmentFaultException.Code.CUT,
        connection.id,
        "cannot %s connection %s: %s"
            .formatted(verb, connection.id, cut.sentence(store.cuttableNetwork())));
  }

  private SegmentConnection lockConnection(ConnectionId connection) {
    return store
        .connections()
        .findForUpdate(connection)
        .orElseThrow(() ->
            new SegmentFaultException(
                SegmentFaultException.Code.UNKNOWN_CONNECTION,
                connection,
                "connection " + connection + " does not exist"));
  }

  private static SegmentFaultException neverReserved(ConnectionId connection, int version) {
    return new SegmentFaultException(
        SegmentFaultException.Code.UNKNOWN_CONNECTION,
        connection,
        "version " + version + " of connection " + connection + " was never reserved");
  }

  private static SegmentFaultException commitFailed(
      SegmentConnection connection, int version, String reason) {
    return new SegmentFaultException(
        SegmentFaultException.Code.COMMIT_FAILED,
        connection.id,
        "cannot commit version " + version + ": " + reason);
  }
}
