package org.touchpaper.imd.relay;

import org.touchpaper.imd.message.ImdMessage;
import org.touchpaper.imd.message.MessageType;

/** What the relay is to do after a decision of {@link RelayState}. */
public sealed interface RelayEffect {

  record SendToEngine(ImdMessage message) implements RelayEffect {}

  /** From now on the engine waits for this viewer. */
  record StartSteering(String viewer) implements RelayEffect {}

  /** The message is not passed on. */
  record RejectSteering(String viewer, MessageType message, String steerer)
      implements RelayEffect {}

  /** The viewer wants a frame every so many steps only. */
  record SetRate(String viewer, int steps) implements RelayEffect {}

  /** The viewer said DISCONNECT. */
  record EndViewer(String viewer) implements RelayEffect {}
}
