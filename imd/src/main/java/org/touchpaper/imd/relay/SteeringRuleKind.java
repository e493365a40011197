package org.touchpaper.imd.relay;

/** Which of several viewers steers. It keeps the role until it leaves. */
public enum SteeringRuleKind {
  /** The viewer that first sends MDCOMM, PAUSE, RESUME, WAIT or KILL while nobody has the role. */
  FIRST_TO_STEER,
  /** The viewer that came first; when it leaves, the next in order. */
  FIRST_CONNECTED
}
