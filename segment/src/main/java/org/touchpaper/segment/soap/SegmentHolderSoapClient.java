package org.touchpaper.segment.soap;

import org.touchpaper.schema.segment.NotifyAnswer;
import org.touchpaper.schema.segment.OutcomeAnswer;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder;

/** A {@link SegmentHolder} of another service, called over SOAP. Thread-safe. */
record SegmentHolderSoapClient(SoapPeerClient client) implements SegmentHolder {

  @Override
  public Outcome outcome(RequesterIdentity requester, ConnectionId segment, int version) {
    var request =
        DomainToSoapMapper.command(
            new ConnectionVersionRequest(requester, segment, version),
            new org.touchpaper.schema.segment.Outcome());
    return Outcome.valueOf(client.call(request, OutcomeAnswer.class).getBecome().name());
  }

  @Override
  public void notify(RequesterIdentity requester, Notification notification) {
    client.call(DomainToSoapMapper.notification(requester, notification), NotifyAnswer.class);
  }
}
