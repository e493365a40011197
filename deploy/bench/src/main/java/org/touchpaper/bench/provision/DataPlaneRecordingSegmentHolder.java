package org.touchpaper.bench.provision;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.connection.state.DataPlaneState;
import org.touchpaper.segment.reservation.HolderClientRegistry;

/** A segment holder that records the data plane state of its circuits. */
final class DataPlaneRecordingSegmentHolder implements HolderClientRegistry, SegmentHolder {

  private final Map<ConnectionId, DataPlaneState> dataPlaneByConnection = new ConcurrentHashMap<>();

  long count(DataPlaneState dataPlane) {
    return dataPlaneByConnection.values().stream().filter(dataPlane::equals).count();
  }

  void clear() {
    dataPlaneByConnection.clear();
  }

  @Override
  public boolean accepts(RequesterIdentity requester, Holder holder) {
    return true;
  }

  @Override
  public SegmentHolder clientFor(Holder.PeerService asker) {
    return this;
  }

  @Override
  public Outcome outcome(RequesterIdentity requester, ConnectionId segment, int version) {
    return Outcome.UNDECIDED;
  }

  @Override
  public void notify(RequesterIdentity requester, Notification notification) {
    if (notification instanceof Notification.DataPlaneChanged changed) {
      dataPlaneByConnection.put(changed.connection(), changed.dataPlane());
    }
  }
}
