package org.touchpaper.segment.connection.state;

/** States of NSI's lifecycle state machine (GFD.237 section 3.5). */
public enum LifecycleState {
  CREATED,
  FAILED,
  PASSED_END_TIME,
  TERMINATING,
  TERMINATED
}
