package org.touchpaper.segment.soap;

import org.touchpaper.platform.security.Peer;
import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.soap.SoapService;
import org.touchpaper.schema.segment.Answer;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.NotifyAnswer;
import org.touchpaper.schema.segment.Outcome;
import org.touchpaper.schema.segment.OutcomeAnswer;
import org.touchpaper.schema.segment.OutcomeKind;
import org.touchpaper.segment.connection.ConnectionCommand;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.SegmentHolder;

/** Serves a {@link SegmentHolder} at {@code /services/SegmentHolder}. */
public final class SegmentHolderEndpoint {

  private final SegmentHolder holder;

  private SegmentHolderEndpoint(SegmentHolder holder) {
    this.holder = holder;
  }

  /** The SOAP service; define it as a bean. */
  public static SoapService of(SegmentContracts contracts, SegmentHolder holder) {
    var endpoint = new SegmentHolderEndpoint(holder);
    return SoapService.of(contracts.holder())
        .allow(PeerRole.SEGMENT)
        .handle(Outcome.class, endpoint::outcome)
        .handle(Notify.class, endpoint::notify)
        .whenMalformed(SoapRequestGuard::malformed)
        .build();
  }

  private Answer outcome(Outcome request, Peer caller) {
    return SoapRequestGuard.handle(request, caller, SoapToDomainMapper::command, this::outcome);
  }

  private OutcomeAnswer outcome(ConnectionCommand command) {
    var outcome = holder.outcome(command.requester(), command.connection(), command.version());
    var answer = new OutcomeAnswer();
    answer.setBecome(OutcomeKind.valueOf(outcome.name()));
    return answer;
  }

  private Answer notify(Notify request, Peer caller) {
    return SoapRequestGuard.handle(
        request,
        caller,
        SoapToDomainMapper::notification,
        notification -> acknowledge(request, notification));
  }

  private NotifyAnswer acknowledge(Notify request, Notification notification) {
    holder.notify(SoapToDomainMapper.requester(request.getRequester()), notification);
    return new NotifyAnswer();
  }
}
