package org.touchpaper.segment.kit;

import java.time.Duration;
import java.time.Instant;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Holder;
import org.touchpaper.segment.connection.NetworkSegment;
import org.touchpaper.segment.connection.Requester;
import org.touchpaper.segment.connection.Schedule;

/** A segment with an empty calendar, on a database and elements of its own, and its levers. */
public interface SegmentUnderTest extends AutoCloseable {

  NetworkSegment segment();

  /** The only holder this segment believes, under the peer name {@link ScriptedHolder#PEER}. */
  ScriptedHolder holder();

  /** What the segment's clock shows. */
  Instant now();

  /** Turns the segment's clock forward. */
  void advance(Duration by);

  /** Something that fits an empty calendar, and of which two at the same time do not fit. */
  Criteria greedy(Schedule schedule);

  /** Something that can never fit: an end that does not exist. */
  Criteria hopeless(Schedule schedule);

  /** Ends the service as a crash would, and starts it again on the same database and elements. */
  void restart();

  @Override
  void close();

  /** A requester the segment knows. */
  default Requester requester() {
    return ScriptedHolder.requester();
  }

  /** The scripted holder as the holder of a connection. */
  default Holder heldBy(ConnectionId connection) {
    return holder().of(connection);
  }
}
