package org.touchpaper.harc.stream;

import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Extent;

/**
 * Hears what peers say. Called by the one thread that serves all streams, so nothing here may wait.
 */
public interface Ear {

  void hear(Session from, Word word);

  /**
   * What speaks against a stream with a peer that has proved who it is, as a sentence; null if
   * nothing does. No stream is opened then.
   *
   * @param incarnation which memory it speaks from
   * @param seen how far it has seen ours come
   */
  default @Nullable String objection(String peer, Incarnation incarnation, Extent seen) {
    return null;
  }

  /** A peer has proved who it is, and can be spoken to. */
  default void opened(Session session) {}

  /** The stream has ended; what was said last may be lost. */
  default void closed(Session session) {}
}
