package org.touchpaper.segment.soap;

import java.util.List;
import org.touchpaper.schema.segment.Abort;
import org.touchpaper.schema.segment.AbortAnswer;
import org.touchpaper.schema.segment.Commit;
import org.touchpaper.schema.segment.CommitAnswer;
import org.touchpaper.schema.segment.DryRunAnswer;
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
import org.touchpaper.segment.connection.ConnectionReport;
import org.touchpaper.segment.connection.ConnectionVersionRequest;
import org.touchpaper.segment.connection.FreeCapacityQuery;
import org.touchpaper.segment.connection.FreeCapacityResult;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.ReserveRequest;
import org.touchpaper.segment.connection.ReserveResult;
import org.touchpaper.segment.connection.SegmentDryRunRequest;

/** A {@link NetworkSegment} of another service, called over SOAP. Thread-safe. */
record SegmentSoapClient(SoapPeerClient client) implements NetworkSegment {

  @Override
  public ReserveResult reserve(ReserveRequest request) {
    return SoapToDomainMapper.reserveResult(
        client.call(
            DomainToSoapMapper.reserve(request),
            org.touchpaper.schema.segment.ReserveAnswer.class));
  }

  @Override
  public void commit(ConnectionVersionRequest request) {
    client.call(DomainToSoapMapper.command(request, new Commit()), CommitAnswer.class);
  }

  @Override
  public void commitAndProvision(ConnectionVersionRequest request) {
    var commit = DomainToSoapMapper.command(request, new Commit());
    commit.setProvision(true);
    client.call(commit, CommitAnswer.class);
  }

  @Override
  public void abort(ConnectionVersionRequest request) {
    client.call(DomainToSoapMapper.command(request, new Abort()), AbortAnswer.class);
  }

  @Override
  public void provision(ConnectionVersionRequest request) {
    client.call(DomainToSoapMapper.command(request, new Provision()), ProvisionAnswer.class);
  }

  @Override
  public void release(ConnectionVersionRequest request) {
    client.call(DomainToSoapMapper.command(request, new Release()), ReleaseAnswer.class);
  }

  @Override
  public void terminate(ConnectionVersionRequest request) {
    client.call(DomainToSoapMapper.command(request, new Terminate()), TerminateAnswer.class);
  }

  @Override
  public ConnectionReport query(RequesterIdentity requester, ConnectionId connection) {
    var query = new Query();
    query.setConnectionId(connection.toString());
    return SoapToDomainMapper.report(
        client.call(DomainToSoapMapper.withRequester(requester, query), QueryAnswer.class));
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery query) {
    return SoapToDomainMapper.freeCapacity(
        client.call(DomainToSoapMapper.query(query), TimetableAnswer.class));
  }

  @Override
  public List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest dryRun) {
    return SoapToDomainMapper.dryRunResults(
        client.call(DomainToSoapMapper.dryRun(dryRun), DryRunAnswer.class));
  }
}
