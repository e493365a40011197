package org.touchpaper.segment.soap;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.FreeCapacity;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Order;
import org.touchpaper.segment.connection.Report;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Reserve;
import org.touchpaper.segment.connection.ReserveAnswer;
import org.touchpaper.segment.connection.TimetableQuestion;

/** Keeps what it is asked and answers what it is told. */
final class RecordingSegment implements NetworkSegment {

  private final List<String> orders = new CopyOnWriteArrayList<>();
  private volatile @Nullable Object lastHeard;
  private volatile @Nullable Object answer;

  /** The next answers; an exception is thrown, once. */
  void answers(Object next) {
    answer = next;
  }

  @Nullable Object lastHeard() {
    return lastHeard;
  }

  List<String> heardOf(ConnectionId connection) {
    return orders.stream().filter(it -> it.contains(connection.toString())).toList();
  }

  private <T> T answer(Class<T> type, Object heard) {
    lastHeard = heard;
    return type.cast(Objects.requireNonNull(answer));
  }

  private void order(String verb, Order order) {
    orders.add(verb + " " + order);
    if (answer instanceof RuntimeException e) {
      answer = null;
      throw e;
    }
  }

  @Override
  public ReserveAnswer reserve(Reserve request) {
    return answer(ReserveAnswer.class, request);
  }

  @Override
  public void commit(Order order) {
    order("commit", order);
  }

  @Override
  public void abort(Order order) {
    order("abort", order);
  }

  @Override
  public void provision(Order order) {
    order("provision", order);
  }

  @Override
  public void release(Order order) {
    order("release", order);
  }

  @Override
  public void terminate(Order order) {
    order("terminate", order);
  }

  @Override
  public Report query(Requester requester, ConnectionId connection) {
    return answer(Report.class, requester);
  }

  @Override
  public FreeCapacity timetable(TimetableQuestion question) {
    return answer(FreeCapacity.class, question);
  }
}
