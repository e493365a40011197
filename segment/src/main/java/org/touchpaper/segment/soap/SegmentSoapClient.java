package org.touchpaper.segment.soap;

import org.touchpaper.schema.segment.Abort;
import org.touchpaper.schema.segment.AbortAnswer;
import org.touchpaper.schema.segment.Commit;
import org.touchpaper.schema.segment.CommitAnswer;
import org.touchpaper.schema.segment.Provision;
import org.touchpaper.schema.segment.ProvisionAnswer;
import org.touchpaper.schema.segment.Query;
import org.touchpaper.schema.segment.QueryAnswer;
import org.touchpaper.schema.segment.Release;
import org.touchpaper.schema.segment.ReleaseAnswer;
import org.touchpaper.schema.segment.Terminate;
import org.touchpaper.schema.segment.TerminateAnswer;
import org.touchpaper.schema.segment.TimetableAnswer;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.TimetableQuestion;

/** A {@link NetworkSegment} of another service, reached over SOAP; one for all threads. */
final class SegmentSoapClient implements NetworkSegment {

  private final Line line;

  SegmentSoapClient(Line line) {
    this.line = line;
  }

  @Override
  public ReserveAnswer reserve(Reserve request) {
    return FromWire.answer(
        line.call(ToWire.reserve(request), org.touchpaper.schema.segment.ReserveAnswer.class));
  }

  @Override
  public void commit(Order order) {
    line.call(ToWire.order(order, new Commit()), CommitAnswer.class);
  }

  @Override
  public void abort(Order order) {
    line.call(ToWire.order(order, new Abort()), AbortAnswer.class);
  }

  @Override
  public void provision(Order order) {
    line.call(ToWire.order(order, new Provision()), ProvisionAnswer.class);
  }

  @Override
  public void release(Order order) {
    line.call(ToWire.order(order, new Release()), ReleaseAnswer.class);
  }

  @Override
  public void terminate(Order order) {
    line.call(ToWire.order(order, new Terminate()), TerminateAnswer.class);
  }

  @Override
  public Report query(Requester requester, ConnectionId connection) {
    var query = new Query();
    query.setConnectionId(connection.toString());
    return FromWire.report(line.call(ToWire.from(requester, query), QueryAnswer.class));
  }

  @Override
  public FreeCapacity timetable(TimetableQuestion question) {
    return FromWire.free(line.call(ToWire.question(question), TimetableAnswer.class));
  }
}
