package org.touchpaper.segment.soap;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRole;
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
import org.touchpaper.segment.connection.ConnectionCommand;
import org.touchpaper.segment.connection.NetworkSegment;

/** Serves a {@link NetworkSegment} at {@code /services/Segment}. */
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
        .handle(Reserve.class, endpoint::reserve)
        .handle(Commit.class, commandHandler(segment::commit, CommitAnswer::new))
        .handle(Abort.class, commandHandler(segment::abort, AbortAnswer::new))
        .handle(Provision.class, commandHandler(segment::provision, ProvisionAnswer::new))
        .handle(Release.class, commandHandler(segment::release, ReleaseAnswer::new))
        .handle(Terminate.class, commandHandler(segment::terminate, TerminateAnswer::new))
        .handle(Query.class, endpoint::query)
        .handle(Timetable.class, endpoint::timetable)
        .whenMalformed(SoapRequestGuard::malformed)
        .build();
  }

  private static <Q extends org.touchpaper.schema.segment.Order, A extends Answer>
      SoapService.Handler<Q, A> commandHandler(
          Consumer<ConnectionCommand> operation, Supplier<A> answer) {
    return (request, caller) ->
        SoapRequestGuard.handle(
            request,
            caller,
            SoapToDomainMapper::command,
            command -> {
              operation.accept(command);
              return answer.get();
            });
  }

  private Answer reserve(Reserve request, Peer caller) {
    return SoapRequestGuard.handle(
        request,
        caller,
        SoapToDomainMapper::reserve,
        reserve -> DomainToSoapMapper.reserveResult(segment.reserve(reserve)));
  }

  private Answer query(Query request, Peer caller) {
    return SoapRequestGuard.handle(
        request,
        caller,
        SoapToDomainMapper::id,
        id ->
            DomainToSoapMapper.report(
                segment.query(SoapToDomainMapper.requester(request.getRequester()), id)));
  }

  private Answer timetable(Timetable request, Peer caller) {
    return SoapRequestGuard.handle(
        request,
        caller,
        SoapToDomainMapper::query,
        query -> DomainToSoapMapper.freeCapacity(segment.timetable(query)));
  }
}
