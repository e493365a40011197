package org.touchpaper.bench.provision;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.DataPlane;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.Notification;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.SegmentHolder;
import org.touchpaper.segment.provider.Holders;

/** Whoever booked, and hears how its circuits are. */
final class Listening implements Holders, SegmentHolder {

  private final Map<ConnectionId, DataPlane> heard = new ConcurrentHashMap<>();

  long count(DataPlane dataPlane) {
    return heard.values().stream().filter(dataPlane::equals).count();
  }

  void forget() {
    heard.clear();
  }

  @Override
  public boolean accepts(Requester requester, Holder holder) {
    return true;
  }

  @Override
  public SegmentHolder reach(Holder.Asker asker) {
    return this;
  }

  @Override
  public Outcome outcome(Requester requester, ConnectionId segment, int version) {
    return Outcome.UNDECIDED;
  }

  @Override
  public void notify(Requester requester, Notification notification) {
    if (notification instanceof Notification.DataPlaneChanged changed) {
      heard.put(changed.connection(), changed.dataPlane());
    }
  }
}
