package org.touchpaper.segment.soap;

import org.touchpaper.platform.security.PeerRole;
import org.touchpaper.platform.soap.SoapServiceDefinition;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.NotifyAnswer;
import org.touchpaper.schema.segment.Outcome;
import org.touchpaper.schema.segment.OutcomeAnswer;
import org.touchpaper.schema.segment.OutcomeKind;
import org.touchpaper.segment.connection.SegmentHolder;

/** Serves a {@link SegmentHolder} at {@code /services/SegmentHolder}. */
public final class SegmentHolderCallbackEndpoint {

  private SegmentHolderCallbackEndpoint() {}

  /** The SOAP service; define it as a bean. */
  public static SoapServiceDefinition of(
      SegmentAndHolderContracts contracts, SegmentHolder holder) {
    return SoapServiceDefinition.of(contracts.holder())
        .allow(PeerRole.SEGMENT)
        .handle(
            Outcome.class,
            SoapRequestGuard.handler(
                SoapToDomainMapper::command,
                (_, command) -> {
                  var outcome =
                      holder.outcome(command.requester(), command.connection(), command.version());
                  var answer = new OutcomeAnswer();
                  answer.setBecome(OutcomeKind.valueOf(outcome.name()));
                  return answer;
                }))
        .handle(
            Notify.class,
            SoapRequestGuard.handler(
                SoapToDomainMapper::notification,
                (request, notification) -> {
                  holder.notify(SoapToDomainMapper.requester(request.getRequester()), notification);
                  return new NotifyAnswer();
                }))
        .whenMalformed(SoapRequestGuard::malformed)
        .build();
  }
}
