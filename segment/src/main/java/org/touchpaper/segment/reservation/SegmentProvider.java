package org.touchpaper.segment.reservation;

import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.touchpaper.segment.capacity.CapacityAdmission;
import org.touchpaper.segment.connection.ConnectionCommand;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ContractFaultException;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.DryRun;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.state.LifecycleState;
import org.touchpaper.segment.persistence.RetryingTransactions;

/**
 * The {@link NetworkSegment} of an L-NSAP or NSAP: NSI's provider on PostgreSQL. Each operation is
 * one database transaction that writes state, scheduled tasks and notifications together. No
 * operation edits an element or calls another service; the tasks do ({@code CircuitProvisioner},
 * {@link HoldResolver}).
 */
public final class SegmentProvider implements NetworkSegment {

  private static final Logger LOG = LoggerFactory.getLogger(SegmentProvider.class);

  private final RetryingTransactions transactions;
  private final SegmentStore store;
  private final HolderRegistry holders;
  private final CapacityAdmission admission;
  private final ReserveHandler reserveHandler;

  public SegmentProvider(
      RetryingTransactions transactions,
      SegmentStore store,
      HolderRegistry holders,
      CapacityAdmission admission,
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
      throw new ContractFaultException(
          ContractFaultException.Code.NOT_ALLOWED,
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
  public void commit(ConnectionCommand command) {
    execute(
        "commit",
        command,
        connection -> {
          commit(connection, command.version());
          store.saveChanged(connection);
        });
  }

  /**
   * In one transaction. Of a connection that has ended meanwhile, the commit alone has effect; a
   * repeat does not undo a later release.
   */
  @Override
  public void commitAndProvision(ConnectionCommand command) {
    execute(
        "commit and provision",
        command,
        connection -> {
          commit(connection, command.version());
          if (connection.lifecycle == LifecycleState.CREATED
              && connection.provisionVersion < command.version()) {
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
        store.commit(connection, requested);
      }
      case REFUSED -> throw commitFailed(connection, version, "it was refused");
      case GIVEN_UP -> throw commitFailed(connection, version, "it was aborted");
      case LAPSED -> throw commitFailed(connection, version, "its hold lapsed");
    }
  }

  @Override
  public void abort(ConnectionCommand command) {
    transactions.run(() -> {
      var connection =
          store.connections().lockOrCreate(command.connection(), command.requester().peer());
      connection.checkOwner(command.requester().peer());
      var requested = store.versions().find(connection.id, command.version());
      if (requested.isEmpty()) {
        store
            .versions()
            .insert(
                ConnectionVersion.givenUp(connection.id, command.version(), command.requester()));
      } else {
        abort(connection, requested.get());
      }
    });
    LOG.info("connectionId={} version={} abort", command.connection(), command.version());
  }

  private void abort(SegmentConnection connection, ConnectionVersion requested) {
    switch (requested.state()) {
      case HELD -> store.releaseHold(connection, requested, ConnectionVersion.State.GIVEN_UP);
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
  public void provision(ConnectionCommand command) {
    execute(
        "provision",
        command,
        connection -> {
          switch (connection.lifecycle) {
            case CREATED -> {
              connection.provision();
              store.saveChanged(connection);
            }
            case PASSED_END_TIME -> {} // the permission came too late and has no effect
            case FAILED, TERMINATING, TERMINATED ->
                throw connection.invalidTransition(
                    "provision", "the connection is " + connection.lifecycle);
          }
        });
  }

  @Override
  public void release(ConnectionCommand command) {
    execute(
        "release",
        command,
        connection -> {
          connection.release();
          store.saveChanged(connection);
        });
  }

  @Override
  public void terminate(ConnectionCommand command) {
    transactions.run(() -> {
      var connection =
          store.connections().lockOrCreate(command.connection(), command.requester().peer());
      connection.checkOwner(command.requester().peer());
      if (!connection.isTerminated()) {
        store.terminate(connection);
      }
    });
    LOG.info("connectionId={} version={} terminate", command.connection(), command.version());
  }

  /**
   * Ends a connection permanently, for any holder (a cut): its circuit is taken down and never
   * repaired, and the holder receives a forced end. Has no effect on a connection that is over.
   */
  public void forceEnd(ConnectionId connectionId, String reason) {
    transactions.run(() -> {
      var connection = lockConnection(connectionId);
      connection.passEndTime(store.now());
      if (!connection.isEnded()) {
        store.forceEnd(connection, reason);
      }
    });
    LOG.warn("connectionId={} forced end: {}", connectionId, reason);
  }

  @Override
  public ConnectionReport query(Requester requester, ConnectionId connection) {
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
    Criteria criteria = version.map(ConnectionVersion::criteria).orElse(null);
    List<String> path =
        version.map(ConnectionVersion::held).map(CapacityAdmission.Held::path).orElse(List.of());
    return connection.report(criteria, path, store.now());
  }

  @Override
  public FreeCapacity timetable(FreeCapacityQuery query) {
    return admission.timetable(query);
  }

  @Override
  public List<DryRun.Result> dryRun(DryRun dryRun) {
    var results = transactions.read(() -> reserveHandler.judge(dryRun));
    LOG.info("connectionId={} dry run: {}", dryRun.items().getLast().connection(), results);
    return results;
  }

  private void execute(String verb, ConnectionCommand command, Consumer<SegmentConnection> change) {
    transactions.run(() -> {
      var connection = lockConnection(command.connection());
      connection.checkOwner(command.requester().peer());
      change.accept(connection);
    });
    LOG.info("connectionId={} version={} {}", command.connection(), command.version(), verb);
  }

  private SegmentConnection lockConnection(ConnectionId connection) {
    return store
        .connections()
        .findForUpdate(connection)
        .orElseThrow(() ->
            new ContractFaultException(
                ContractFaultException.Code.UNKNOWN_CONNECTION,
                connection,
                "connection " + connection + " does not exist"));
  }

  private static ContractFaultException neverReserved(ConnectionId connection, int version) {
    return new ContractFaultException(
        ContractFaultException.Code.UNKNOWN_CONNECTION,
        connection,
        "version " + version + " of connection " + connection + " was never reserved");
  }

  private static ContractFaultException commitFailed(
      SegmentConnection connection, int version, String reason) {
    return new ContractFaultException(
        ContractFaultException.Code.COMMIT_FAILED,
        connection.id,
        "cannot commit version " + version + ": " + reason);
  }
}
