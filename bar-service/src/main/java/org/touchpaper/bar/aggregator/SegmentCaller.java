package org.touchpaper.bar.aggregator;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.platform.ParallelCalls;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Refusal;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Makes calls to segments and returns their results.
 *
 * @param segments the segments by peer name
 * @param identity this broker
 */
@Component
record SegmentCaller(SegmentRegistry segments, BrokerIdentity identity) {

  /** How long other segments may still answer once one has refused. */
  private static final Duration GRACE = Duration.ofMillis(500);

  /**
   * A call to be made.
   *
   * @param revision the version of the reservation that it is about
   * @param requester who asked for that version
   */
  record DueCall(SegmentCall call, int revision, RequesterIdentity requester) {}

  /** What came of a call. */
  sealed interface Reply {

    SegmentCall call();

    record Answered(SegmentCall call, SegmentCallResult result) implements Reply {}

    /** Its outcome is unknown. */
    record Unanswered(SegmentCall call, SegmentUnreachableException cause) implements Reply {}

    /** A fault of this broker; the outcome is unknown. */
    record Failed(SegmentCall call, RuntimeException cause) implements Reply {}
  }

  /**
   * Makes calls side by side, and returns their replies in the same order. Once one is refused for
   * good, the others are awaited for a short time only: whatever they answer, they will be aborted.
   */
  List<Reply> callAll(ConnectionId connection, List<DueCall> calls) {
    var replies =
        ParallelCalls.invokeUntil(
            calls.stream().<Supplier<Reply>>map(due -> () -> reply(due, connection)).toList(),
            calls.size(),
            SegmentCaller::isFinalRefusal,
            GRACE);
    return IntStream.range(0, calls.size())
        .mapToObj(i -> replies.get(i).orElseGet(() -> notAwaited(calls.get(i).call())))
        .toList();
  }

  private static boolean isFinalRefusal(Reply reply) {
    return reply instanceof Reply.Answered(_, var result) && result.isFinalRefusal();
  }

  private static Reply notAwaited(SegmentCall call) {
    return new Reply.Unanswered(
        call,
        new SegmentUnreachableException(
            call.peer() + " had not answered when another segment refused", null));
  }

  private Reply reply(DueCall due, ConnectionId connection) {
    try {
      return new Reply.Answered(due.call(), call(due, connection));
    } catch (SegmentUnreachableException e) {
      return new Reply.Unanswered(due.call(), e);
    } catch (RuntimeException e) {
      return new Reply.Failed(due.call(), e);
    }
  }

  /**
   * Makes a call.
   *
   * @throws SegmentUnreachableException if its outcome is unknown
   */
  private SegmentCallResult call(DueCall due, ConnectionId connection) {
    var call = due.call();
    var requester = asSelf(due.requester());
    var segment = segments.get(call.peer());
    var request = new ConnectionVersionRequest(requester, call.segment(), call.version());
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
                            identity.name(), identity.url(), connection, due.revision()))));
        case SegmentCall.CommitSegment commit ->
            doneAfter(() -> {
              if (commit.provisions()) {
                segment.commitAndProvision(request);
              } else {
                segment.commit(request);
              }
            });
        case SegmentCall.AbortSegment _ -> doneAfter(() -> segment.abort(request));
        case SegmentCall.ProvisionSegment _ -> doneAfter(() -> segment.provision(request));
        case SegmentCall.ReleaseSegment _ -> doneAfter(() -> segment.release(request));
        case SegmentCall.TerminateSegment _ -> doneAfter(() -> segment.terminate(request));
      };
    } catch (SegmentFaultException fault) {
      return call instanceof SegmentCall.ReserveSegment
          ? new SegmentCallResult.Reserved(new ReserveResult.Refused(toRefusal(call, fault)))
          : new SegmentCallResult.Impossible(
              fault.code(), fault.code() + ": " + fault.getMessage());
    }
  }

  /** Returns the requester for calls to segments: this broker, on behalf of the same person. */
  RequesterIdentity asSelf(RequesterIdentity originalRequester) {
    return new RequesterIdentity(
        identity.name(), originalRequester.onBehalfOf(), originalRequester.correlationId());
  }

  private static SegmentCallResult doneAfter(Runnable operation) {
    operation.run();
    return new SegmentCallResult.Done();
  }

  static Refusal toRefusal(SegmentCall call, SegmentFaultException fault) {
    var message = fault.code() + ": " + fault.getMessage();
    return new Refusal(Refusal.Code.NOT_ALLOWED, call.peer(), "", message, null);
  }
}
