package org.touchpaper.segment.kit;

import java.time.Duration;
import java.time.Instant;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.RequesterIdentity;
import org.touchpaper.segment.connection.Schedule;

/** A segment with an empty calendar, a database and elements of its own, and controls for tests. */
public interface SegmentUnderTest extends AutoCloseable {

  NetworkSegment segment();

  /** The only holder that this segment accepts, under the peer name {@link ScriptedHolder#PEER}. */
  ScriptedHolder holder();

  /** The time of the segment's clock. */
  Instant now();

  /** Advances the segment's clock. */
  void advance(Duration duration);

  /** Criteria that fit an empty calendar, but not twice at the same time. */
  Criteria fullCapacityCriteria(Schedule schedule);

  /** Criteria that never fit: an unknown end. */
  Criteria unsatisfiableCriteria(Schedule schedule);

  /** Kills the service as a crash would, and restarts it on the same database and elements. */
  void restart();

  @Override
  void close();

  /** A requester that the segment accepts. */
  default RequesterIdentity requester() {
    return ScriptedHolder.requester();
  }

  /** The scripted holder, as holder of a connection. */
  default Holder heldBy(ConnectionId connection) {
    return holder().holderOf(connection);
  }
}
