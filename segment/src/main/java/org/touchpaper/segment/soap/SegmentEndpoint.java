package org.touchpaper.segment.soap;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.soap.SoapServiceDefinition;
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
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.NetworkSegment;

/** Serves a {@link NetworkSegment} at {@code /services/Segment}. */
public final class SegmentEndpoint {

  private SegmentEndpoint() {}

  /** The SOAP service; define it as a bean. */
  public static SoapServiceDefinition of(
      SegmentAndHolderContracts contracts, NetworkSegment segment) {
    return SoapServiceDefinition.of(contracts.segment())
        .allow(PeerRole.HOLDER, PeerRole.REQUESTER, PeerRole.RM)
        .handle(
            Reserve.class,
            SoapRequestGuard.handler(
                SoapToDomainMapper::reserve,
                (_, request) -> DomainToSoapMapper.reserveResult(segment.reserve(request))))
        .handle(
            Commit.class,
            SoapRequestGuard.handler(
                SoapToDomainMapper::command,
                (commit, command) -> {
                  if (Boolean.TRUE.equals(commit.isProvision())) {
                    segment.commitAndProvision(command);
                  } else {
                    segment.commit(command);
                  }
                  return new CommitAnswer();
                }))
        .handle(Abort.class, commandHandler(segment::abort, AbortAnswer::new))
        .handle(Provision.class, commandHandler(segment::provision, ProvisionAnswer::new))
        .handle(Release.class, commandHandler(segment::release, ReleaseAnswer::new))
        .handle(Terminate.class, commandHandler(segment::terminate, TerminateAnswer::new))
        .handle(
            Query.class,
            SoapRequestGuard.handler(
                SoapToDomainMapper::id,
                (query, id) ->
                    DomainToSoapMapper.report(
                        segment.query(SoapToDomainMapper.requester(query.getRequester()), id))))
        .handle(
            Timetable.class,
            SoapRequestGuard.handler(
                SoapToDomainMapper::query,
                (_, query) -> DomainToSoapMapper.freeCapacity(segment.timetable(query))))
        .handle(
            org.touchpaper.schema.segment.DryRun.class,
            SoapRequestGuard.handler(
                SoapToDomainMapper::dryRun,
                (_, dryRun) -> DomainToSoapMapper.dryRunAnswer(segment.dryRun(dryRun))))
        .whenMalformed(SoapRequestGuard::malformed)
        .build();
  }

  private static <Q extends org.touchpaper.schema.segment.Order, A extends Answer>
      SoapServiceDefinition.Handler<Q, A> commandHandler(
          Consumer<ConnectionVersionRequest> operation, Supplier<A> answer) {
    return SoapRequestGuard.handler(
        SoapToDomainMapper::command,
        (_, command) -> {
          operation.accept(command);
          return answer.get();
        });
  }
}
