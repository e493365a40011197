package org.touchpaper.bar.networkrm;

import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.touchpaper.platform.FairBulkhead;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Calls the BAR's own segment for the resource manager in its process. A call is treated as over
 * SOAP: the requester must be that peer, calls beyond a limit of their own are not answered, and
 * the caller sees either a fault of the contract or {@link SegmentUnreachableException}.
 */
final class InProcessBarClient implements NetworkSegment {

  private static final Logger LOG = LoggerFactory.getLogger(InProcessBarClient.class);

  private final NetworkSegment bar;
  private final String caller;
  private final FairBulkhead bulkhead;

  InProcessBarClient(NetworkSegment bar, String caller, FairBulkhead bulkhead) {
    this.bar = bar;
    this.caller = caller;
    this.bulkhead = bulkhead;
  }

  @Override
  public ReserveResult reserve(ReserveRequest request) {
    return call(request.requester(), () -> bar.reserve(request));
  }

  @Override
  public void commit(ConnectionVersionRequest request) {
    run(request, () -> bar.commit(request));
  }

  @Override
  public void commitAndProvision(ConnectionVersionRequest request) {
    run(request, () -> bar.commitAndProvision(request));
  }

  @Override
  public void abort(ConnectionVersionRequest request) {
    run(request, () -> bar.abort(request));
  }

  @Override
  public void provision(ConnectionVersionRequest request) {
    run(request, () -> bar.provision(request));
  }

  @Override
  public void release(ConnectionVersionRequest request) {
    run(request, () -> bar.release(request));
  }

  @Override
  public void terminate(ConnectionVersionRequest request) {
    run(request, () -> bar.terminate(request));
  }

  @Override
  public ConnectionReport query(RequesterIdentity requester, ConnectionId connection) {
    return call(requester, () -> bar.query(requester, connection));
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery query) {
    return call(query.requester(), () -> bar.timetable(query));
  }

  @Override
  public List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest dryRun) {
    return call(dryRun.requester(), () -> bar.dryRun(dryRun));
  }

  private void run(ConnectionVersionRequest request, Runnable operation) {
    call(
        request.requester(),
        () -> {
          operation.run();
          return request;
        });
  }

  private <T> T call(RequesterIdentity requester, Supplier<T> operation) {
    // The BAR's CHECKING state must be durable before the first segment is asked.
    if (TransactionSynchronizationManager.isActualTransactionActive()) {
      throw new IllegalStateException("the BAR must not be called inside a database transaction");
    }
    if (!requester.peer().equals(caller)) {
      throw new SegmentFaultException(
          SegmentFaultException.Code.NOT_ALLOWED,
          null,
          "requester.peer is " + requester.peer() + ", but the request came from peer " + caller);
    }
    if (!bulkhead.tryEnter(caller)) {
      throw new SegmentUnreachableException(
          "too many concurrent requests; nothing was started",
          new IllegalStateException("the bulkhead of " + caller + " is full"));
    }
    try {
      return operation.get();
    } catch (SegmentFaultException | SegmentUnreachableException e) {
      throw e;
    } catch (RuntimeException e) {
      var id = UUID.randomUUID();
      LOG.error("call of {} failed: reference={}", caller, id, e);
      throw new SegmentUnreachableException("internal error; reference for support: " + id, e);
    } finally {
      bulkhead.leave(caller);
    }
  }
}
