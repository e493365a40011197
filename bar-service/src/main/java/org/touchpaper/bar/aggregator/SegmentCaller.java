package org.touchpaper.bar.aggregator;

import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.segment.connection.ConnectionCommand;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ContractFaultException;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;

/**
 * Makes a call to a segment and returns its result.
 *
 * @param segments the segments by peer name
 * @param identity this broker
 */
@Component
record SegmentCaller(SegmentRegistry segments, BrokerIdentity identity) {

  /**
   * Makes a call.
   *
   * @throws org.touchpaper.segment.connection.SegmentUnreachableException if its outcome is unknown
   */
  SegmentCallResult call(
      SegmentCall call, ConnectionId connection, int revision, Requester originalRequester) {
    var requester = asSelf(originalRequester);
    var segment = segments.get(call.peer());
    var order = new ConnectionCommand(requester, call.segment(), call.version());
    try {
      return switch (call) {
        case SegmentCall.ReserveSegment(_, var id, var version, var criteria) ->
            new SegmentCallResult.Reserved(
                segment.reserve(
                    new ReserveRequest(
                        requester,
                        id,
                        version,
                        criteria,
                        new Holder.PeerService(
                            identity.name(), identity.url(), connection, revision))));
        case SegmentCall.CommitSegment _ -> doneAfter(() -> segment.commit(order));
        case SegmentCall.AbortSegment _ -> doneAfter(() -> segment.abort(order));
        case SegmentCall.ProvisionSegment _ -> doneAfter(() -> segment.provision(order));
        case SegmentCall.ReleaseSegment _ -> doneAfter(() -> segment.release(order));
        case SegmentCall.TerminateSegment _ -> doneAfter(() -> segment.terminate(order));
      };
    } catch (ContractFaultException fault) {
      return call instanceof SegmentCall.ReserveSegment
          ? new SegmentCallResult.Reserved(new ReserveResult.Refused(toRefusal(call, fault)))
          : new SegmentCallResult.Impossible(
              fault.code(), fault.code() + ": " + fault.getMessage());
    }
  }

  /** Returns the requester for calls to segments: this broker, on behalf of the same person. */
  Requester asSelf(Requester originalRequester) {
    return new Requester(
        identity.name(), originalRequester.onBehalfOf(), originalRequester.correlationId());
  }

  private static SegmentCallResult doneAfter(Runnable operation) {
    operation.run();
    return new SegmentCallResult.Done();
  }

  private static Refusal toRefusal(SegmentCall call, ContractFaultException fault) {
    var message = fault.code() + ": " + fault.getMessage();
    return new Refusal(Refusal.Code.NOT_ALLOWED, call.peer(), "", message, null);
  }
}
