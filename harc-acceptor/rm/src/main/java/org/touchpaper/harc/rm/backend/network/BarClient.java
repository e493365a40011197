package org.touchpaper.harc.rm.backend.network;

import java.util.List;
import java.util.function.Supplier;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.SchedulerUnreachableException;
import org.touchpaper.harc.rm.scheduler.Transaction;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Calls the BAR for the network scheduler, on behalf of a transaction and as the resource manager's
 * peer.
 */
final class BarClient {
  private final String self;
  private final NetworkSegment segment;

  /** Calls as the peer of that name. */
  BarClient(String self, NetworkSegment segment) {
    this.self = self;
    this.segment = segment;
  }

  RequesterIdentity requester(Transaction transaction) {
    return new RequesterIdentity(self, transaction.onBehalfOf(), transaction.correlationId());
  }

  /** A new lightpath is requested in its owner's name, whoever made the request. */
  private RequesterIdentity requester(Transaction transaction, LightpathVersion lightpath) {
    var person =
        switch (transaction.actions().get(lightpath.index())) {
          case BookingAction.Make make -> transaction.ownerOf(make);
          case BookingAction.Modify _, BookingAction.Cancel _ -> transaction.onBehalfOf();
        };
    return new RequesterIdentity(self, person, transaction.correlationId());
  }

  ReserveResult reserve(Transaction transaction, LightpathVersion lightpath) {
    var holder = new Holder.Transaction(transaction.id(), transaction.acceptors());
    return call(() ->
        segment.reserve(
            new ReserveRequest(
                requester(transaction, lightpath),
                lightpath.connection(),
                lightpath.version(),
                lightpath.criteria(),
                holder)));
  }

  void commit(Transaction transaction, LightpathVersion lightpath) {
    run(() -> segment.commit(toCommand(transaction, lightpath)));
  }

  void commitAndProvision(Transaction transaction, LightpathVersion lightpath) {
    run(() -> segment.commitAndProvision(toCommand(transaction, lightpath)));
  }

  void abort(Transaction transaction, LightpathVersion lightpath) {
    run(() -> segment.abort(toCommand(transaction, lightpath)));
  }

  ConnectionReport query(Transaction transaction, ConnectionId connection) {
    return call(() -> segment.query(requester(transaction), connection));
  }

  FreeCapacityResult timetable(FreeCapacityQuery query) {
    return call(() -> segment.timetable(query));
  }

  /** The refusal for a fault that a repetition does not resolve. */
  static Refusal toRefusal(SegmentFaultException fault) {
    var code =
        switch (fault.code()) {
          case CONTRADICTS_EARLIER -> Refusal.Code.GIVEN_UP;
          case CUT -> Refusal.Code.CUT;
          case INVALID_TRANSITION -> Refusal.Code.CAPACITY_BUSY; // another change is under way
          case MALFORMED, UNKNOWN_CONNECTION, COMMIT_FAILED, NOT_ALLOWED ->
              Refusal.Code.NOT_ALLOWED;
        };
    return new Refusal(code, "network", "", String.valueOf(fault.getMessage()), null);
  }

  private ConnectionVersionRequest toCommand(Transaction transaction, LightpathVersion lightpath) {
    return new ConnectionVersionRequest(
        requester(transaction), lightpath.connection(), lightpath.version());
  }

  private static void run(Runnable command) {
    call(() -> {
      command.run();
      return List.of();
    });
  }

  private static <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (SegmentUnreachableException e) {
      throw new SchedulerUnreachableException("the lightpath got no answer: " + e.getMessage(), e);
    }
  }
}
