package org.touchpaper.segment.soap;

import org.touchpaper.platform.peers.Peer;
import org.touchpaper.platform.peers.PeerRole;
import org.touchpaper.platform.soap.SoapService;
import org.touchpaper.schema.segment.Answer;
import org.touchpaper.schema.segment.Notify;
import org.touchpaper.schema.segment.NotifyAnswer;
import org.touchpaper.schema.segment.Outcome;
import org.touchpaper.schema.segment.OutcomeAnswer;
import org.touchpaper.schema.segment.OutcomeKind;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.SegmentHolder;

/** A {@link SegmentHolder} at {@code /services/SegmentHolder}. */
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
        .on(Outcome.class, endpoint::outcome)
        .on(Notify.class, endpoint::notify)
        .whenMalformed(Door::malformed)
        .build();
  }

  private Answer outcome(Outcome request, Peer caller) {
    return Door.pass(request, caller, FromWire::order, this::outcome);
  }

  private OutcomeAnswer outcome(Order order) {
    var outcome = holder.outcome(order.requester(), order.connection(), order.version());
    var answer = new OutcomeAnswer();
    answer.setBecome(OutcomeKind.valueOf(outcome.name()));
    return answer;
  }

  private Answer notify(Notify request, Peer caller) {
    return Door.pass(
        request, caller, FromWire::notification, notification -> told(request, notification));
  }

  private NotifyAnswer told(Notify request, Notification notification) {
    holder.notify(FromWire.requester(request.getRequester()), notification);
    return new NotifyAnswer();
  }
}
