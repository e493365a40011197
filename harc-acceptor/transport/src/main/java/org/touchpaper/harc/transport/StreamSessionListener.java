package org.touchpaper.harc.transport;

import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.protocol.journal.JournalPosition;
import org.touchpaper.harc.transport.message.JournalIdentity;
import org.touchpaper.harc.transport.message.StreamMessage;

/** Receives messages and events of streams. Called by the event loop, so it must not block. */
public interface StreamSessionListener {

  void onMessage(StreamSession session, StreamMessage message);

  /**
   * Why a session with an authenticated peer must not be opened, as a sentence; null if it may.
   *
   * @param identity the identity of the peer's journal
   * @param seenPosition the last position of the local journal that the peer has seen
   */
  default @Nullable String objectionTo(
      String peer, JournalIdentity identity, JournalPosition seenPosition) {
    return null;
  }

  /** A session was opened. */
  default void onOpen(StreamSession session) {}

  /** The stream was closed; the last messages sent may be lost. */
  default void onClose(StreamSession session) {}
}
