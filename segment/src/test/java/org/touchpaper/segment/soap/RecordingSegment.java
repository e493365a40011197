package org.touchpaper.segment.soap;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
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

/** A segment that records requests and returns the given answers. */
final class RecordingSegment implements NetworkSegment {

  private final List<String> commands = new CopyOnWriteArrayList<>();
  private volatile @Nullable Object lastReceived;
  private volatile @Nullable Object answer;

  /** Sets the next answers; an exception is thrown, once. */
  void answers(Object next) {
    answer = next;
  }

  @Nullable Object lastRequest() {
    return lastReceived;
  }

  List<String> commandsFor(ConnectionId connection) {
    return commands.stream().filter(it -> it.contains(connection.toString())).toList();
  }

  private <T> T answer(Class<T> type, Object received) {
    lastReceived = received;
    return type.cast(Objects.requireNonNull(answer));
  }

  private void record(String verb, ConnectionVersionRequest request) {
    commands.add(verb + " " + request);
    if (answer instanceof RuntimeException e) {
      answer = null;
      throw e;
    }
  }

  @Override
  public ReserveResult reserve(ReserveRequest request) {
    return answer(ReserveResult.class, request);
  }

  @Override
  public void commit(ConnectionVersionRequest request) {
    record("commit", request);
  }

  @Override
  public void commitAndProvision(ConnectionVersionRequest request) {
    record("commit and provision", request);
  }

  @Override
  public void abort(ConnectionVersionRequest request) {
    record("abort", request);
  }

  @Override
  public void provision(ConnectionVersionRequest request) {
    record("provision", request);
  }

  @Override
  public void release(ConnectionVersionRequest request) {
    record("release", request);
  }

  @Override
  public void terminate(ConnectionVersionRequest request) {
    record("terminate", request);
  }

  @Override
  public ConnectionReport query(RequesterIdentity requester, ConnectionId connection) {
    return answer(ConnectionReport.class, requester);
  }

  @Override
  public FreeCapacityResult timetable(FreeCapacityQuery query) {
    return answer(FreeCapacityResult.class, query);
  }

  @Override
  public List<SegmentDryRunRequest.Result> dryRun(SegmentDryRunRequest dryRun) {
    return answer(Results.class, dryRun).results();
  }

  /** The answer to a dry run. */
  record Results(List<SegmentDryRunRequest.Result> results) {}
}
