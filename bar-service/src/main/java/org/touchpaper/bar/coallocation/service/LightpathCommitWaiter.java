package org.touchpaper.bar.coallocation.service;

import java.time.Duration;
import org.touchpaper.segment.connection.ConnectionId;

/** Where lightpaths are committed on their segments, after the decision. */
@FunctionalInterface
public interface LightpathCommitWaiter {

  /** Waits until every segment has committed a lightpath; not at all if the timeout is negative. */
  void await(ConnectionId lightpath, Duration timeout);
}
