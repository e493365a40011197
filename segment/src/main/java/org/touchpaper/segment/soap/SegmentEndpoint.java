package org.touchpaper.segment.soap;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.soap.SoapService;
import org.touchpaper.schema.segment.Abort;
import org.touchpaper.schema.segment.AbortAnswer;
import org.touchpaper.schema.segment.Answer;
import org.touchpaper.schema.segment.Commit;
import org.touchpaper.schema.segment.CommitAnswer;
import org.touchpaper.schema.segment.Provision;
import org.touchpaper.schema.segment.ProvisionAnswer;
import org.touchpaper.schema.segment.Query;
import org.touchpaper.schema.segment.Release;
import org.touchpaper.schema.segment.ReleaseAnswer;
import org.touchpaper.schema.segment.Reserve;
import org.touchpaper.schema.segment.Terminate;
import org.touchpaper.schema.segment.TerminateAnswer;
import org.touchpaper.schema.segment.Timetable;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Order;

/** A {@link NetworkSegment} at {@code /services/Segment}. */
public final class SegmentEndpoint {

  private final NetworkSegment segment;

  private SegmentEndpoint(NetworkSegment segment) {
    this.segment = segment;
  }

  /** The SOAP service; define it as a bean. */
  public static SoapService of(SegmentContracts contracts, NetworkSegment segment) {
    var endpoint = new SegmentEndpoint(segment);
    return SoapService.of(contracts.segment())
        .allow(PeerRole.HOLDER, PeerRole.REQUESTER, PeerRole.RM)
        .on(Reserve.class, endpoint::reserve)
        .on(Commit.class, order(segment::commit, CommitAnswer::new))
        .on(Abort.class, order(segment::abort, AbortAnswer::new))
        .on(Provision.class, order(segment::provision, ProvisionAnswer::new))
        .on(Release.class, order(segment::release, ReleaseAnswer::new))
        .on(Terminate.class, order(segment::terminate, TerminateAnswer::new))
        .on(Query.class, endpoint::query)
        .on(Timetable.class, endpoint::timetable)
        .whenMalformed(Door::malformed)
        .build();
  }

  private static <Q extends org.touchpaper.schema.segment.Order, A extends Answer>
      SoapService.Handler<Q, A> order(Consumer<Order> verb, Supplier<A> answer) {
    return (request, caller) ->
        Door.pass(
            request,
            caller,
            FromWire::order,
            order -> {
              verb.accept(order);
              return answer.get();
            });
  }

  private Answer reserve(Reserve request, Peer caller) {
    return Door.pass(
        request,
        caller,
        FromWire::reserve,
        reserve -> ToWire.reserveAnswer(segment.reserve(reserve)));
  }

  private Answer query(Query request, Peer caller) {
    return Door.pass(
        request,
        caller,
        FromWire::id,
        id -> ToWire.report(segment.query(FromWire.requester(request.getRequester()), id)));
  }

  private Answer timetable(Timetable request, Peer caller) {
    return Door.pass(
        request, caller, FromWire::question, question -> ToWire.free(segment.timetable(question)));
  }
}
