package org.touchpaper.tl1.cli;

import org.touchpaper.tl1.message.OutputMessage;

/** Prints decoded TL1 messages. */
sealed interface MessageWriter permits TextMessageWriter, JsonMessageWriter {

  void write(OutputMessage message);

  /** Prints what follows the last message, if anything. */
  void finish();
}
