package org.touchpaper.tl1.cli;

import org.touchpaper.tl1.message.OutputMessage;

/** What messages are written on. */
sealed interface Sheet permits ReadableSheet, JsonSheet {

  /** Writes one message. */
  void tell(OutputMessage message);

  /** Writes what stands behind the last message, if anything does. */
  void end();
}
