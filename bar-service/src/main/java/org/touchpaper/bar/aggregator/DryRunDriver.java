package org.touchpaper.bar.aggregator;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.touchpaper.bar.reservation.Reservation;
import org.touchpaper.bar.reservation.segments.SegmentCall;
import org.touchpaper.bar.reservation.segments.SegmentCallResult;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.LightpathEndsAccessDetails;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentDryRunRequest;
import org.touchpaper.segment.connection.SegmentFaultException;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/**
 * Judges reservations. A copy of each goes through the states of a real one, in memory; where that
 * would reserve a segment, the segment makes a dry run. So both take the same path and labels, and
 * are refused for the same reasons.
 */
@Component
class DryRunDriver {

  private final ReservationStore store;
  private final SegmentCaller segmentCaller;
  private final Clock clock;

  DryRunDriver(ReservationStore store, SegmentCaller segmentCaller, Clock clock) {
    this.store = store;
    this.segmentCaller = segmentCaller;
    this.clock = clock;
  }

  /**
   * Judges each item beside those before it.
   *
   * @param beginVersion begins a new version of a reservation
   * @throws SegmentUnreachableException if a segment did not answer; the message names it
   */
  List<SegmentDryRunRequest.Result> run(
      SegmentDryRunRequest dryRun, BiConsumer<Reservation, ReserveRequest> beginVersion) {
    var segments = new DryRunSegments(segmentCaller, dryRun.requester());
    return dryRun.items().stream()
        .map(item -> judge(item, dryRun.requester(), beginVersion, segments))
        .toList();
  }

  private SegmentDryRunRequest.Result judge(
      SegmentDryRunRequest.Item item,
      RequesterIdentity requester,
      BiConsumer<Reservation, ReserveRequest> beginVersion,
      DryRunSegments segments) {
    var reservation = copyOf(item.connection(), requester);
    reservation.requireRequester(requester);
    var version = reservation.nextVersion();
    var holder = new Holder.ExternalRequester(item.criteria().schedule().endTime());
    beginVersion.accept(
        reservation,
        new ReserveRequest(requester, item.connection(), version, item.criteria(), holder));
    segments.beginItem();
    while (reservation.answer(version).isEmpty()) {
      advance(reservation, version, segments);
    }
    return switch (reservation.answer(version).orElseThrow()) {
      case ReserveResult.Refused(var refusal) -> new SegmentDryRunRequest.Result.Refused(refusal);
      case ReserveResult.Held held ->
          new SegmentDryRunRequest.Result.Fits(
              held.source(), held.destination(), held.path(), segments.keepItem());
    };
  }

  /** A stored reservation outside of any transaction, so that no change of it is stored. */
  private Reservation copyOf(ConnectionId connection, RequesterIdentity requester) {
    return store
        .read(connection, Reservation::loadAll)
        .orElseGet(() -> Reservation.of(connection, requester, "", "", clock.instant()));
  }

  /**
   * Asks all segments that are due before it applies an answer, like {@link ReservationDriver}. So
   * a refusal counts although another segment does not answer.
   */
  private void advance(Reservation reservation, int version, DryRunSegments segments) {
    var results = new LinkedHashMap<SegmentCall, SegmentCallResult>();
    SegmentUnreachableException failure = null;
    for (var call : dueCalls(reservation, version)) {
      try {
        results.put(call, segments.resultOf(call));
      } catch (SegmentUnreachableException e) {
        failure = e;
      }
    }
    results.forEach(
        (call, result) -> reservation.segments().applyResult(call, result, clock.instant()));
    if (failure != null && reservation.answer(version).isEmpty()) {
      throw failure;
    }
  }

  private static List<SegmentCall> dueCalls(Reservation reservation, int version) {
    var calls =
        reservation.segments().dueCalls().stream()
            .filter(call -> reservation.revisionOf(call) == version)
            .toList();
    if (calls.isEmpty()) {
      throw new IllegalStateException(
          "dry run of " + reservation.connection() + ": no answer and no call is due");
    }
    return calls;
  }

  /** The segments that one dry run asks, and what they would hold for it. */
  private static final class DryRunSegments {

    /** What a segment would hold. */
    private record Hold(
        String peer, SegmentDryRunRequest.Item item, List<SegmentDryRunRequest.LinkUse> links) {}

    private final SegmentCaller segmentCaller;
    private final RequesterIdentity requester;
    private final List<Hold> kept = new ArrayList<>();
    private final Map<ConnectionId, Hold> ofItem = new LinkedHashMap<>();

    DryRunSegments(SegmentCaller segmentCaller, RequesterIdentity requester) {
      this.segmentCaller = segmentCaller;
      this.requester = requester;
    }

    void beginItem() {
      ofItem.clear();
    }

    /** Lets what the item would hold count for the next ones; returns its links. */
    List<SegmentDryRunRequest.LinkUse> keepItem() {
      kept.addAll(ofItem.values());
      return ofItem.values().stream().flatMap(hold -> hold.links().stream()).toList();
    }

    SegmentCallResult resultOf(SegmentCall call) {
      return switch (call) {
        case SegmentCall.ReserveSegment reserve ->
            new SegmentCallResult.Reserved(toReserveResult(ask(reserve)));
        case SegmentCall.AbortSegment abort -> {
          ofItem.remove(abort.segment());
          yield new SegmentCallResult.Done();
        }
        case SegmentCall.CommitSegment _,
            SegmentCall.ProvisionSegment _,
            SegmentCall.ReleaseSegment _,
            SegmentCall.TerminateSegment _ ->
            throw new IllegalStateException("not in a dry run: " + call);
      };
    }

    private SegmentDryRunRequest.Result ask(SegmentCall.ReserveSegment call) {
      var criteria = call.criteria();
      if (criteria == null) {
        throw new IllegalStateException("a dry run cancels nothing: " + call);
      }
      var item = new SegmentDryRunRequest.Item(call.segment(), criteria);
      var result = ask(call, item);
      if (result instanceof SegmentDryRunRequest.Result.Fits fits) {
        ofItem.put(call.segment(), new Hold(call.peer(), item, fits.links()));
      }
      return result;
    }

    private SegmentDryRunRequest.Result ask(
        SegmentCall.ReserveSegment call, SegmentDryRunRequest.Item item) {
      var before = kept.stream().filter(hold -> hold.peer().equals(call.peer())).map(Hold::item);
      try {
        return segmentCaller
            .segments()
            .get(call.peer())
            .dryRun(
                new SegmentDryRunRequest(
                    segmentCaller.asSelf(requester),
                    Stream.concat(before, Stream.of(item)).toList()))
            .getLast();
      } catch (SegmentFaultException fault) {
        return new SegmentDryRunRequest.Result.Refused(SegmentCaller.toRefusal(call, fault));
      } catch (SegmentUnreachableException e) {
        throw new SegmentUnreachableException(
            call.peer() + " cannot be asked: " + e.getMessage(), e);
      }
    }

    private static ReserveResult toReserveResult(SegmentDryRunRequest.Result result) {
      return switch (result) {
        case SegmentDryRunRequest.Result.Fits(var source, var destination, var path, _) ->
            new ReserveResult.Held(source, destination, path, LightpathEndsAccessDetails.UNKNOWN);
        case SegmentDryRunRequest.Result.Refused(var refusal) -> new ReserveResult.Refused(refusal);
      };
    }
  }
}
