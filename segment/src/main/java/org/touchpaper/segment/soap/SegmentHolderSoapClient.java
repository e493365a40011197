package org.touchpaper.segment.soap;

import org.touchpaper.schema.segment.NotifyAnswer;
import org.touchpaper.schema.segment.OutcomeAnswer;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder;

/** A {@link SegmentHolder} in another service, reached over SOAP; one for all threads. */
final class SegmentHolderSoapClient implements SegmentHolder {

  private final Line line;

  SegmentHolderSoapClient(Line line) {
    this.line = line;
  }

  @Override
  public Outcome outcome(Requester requester, ConnectionId segment, int version) {
    var question =
        ToWire.order(
            new Order(requester, segment, version), new org.touchpaper.schema.segment.Outcome());
    return Outcome.valueOf(line.call(question, OutcomeAnswer.class).getBecome().name());
  }

  @Override
  public void notify(Requester requester, Notification notification) {
    line.call(ToWire.notification(requester, notification), NotifyAnswer.class);
  }
}
