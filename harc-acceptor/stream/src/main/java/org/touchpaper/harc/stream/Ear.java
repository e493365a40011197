package org.touchpaper.harc.stream;

/**
 * Hears what peers say. Called by the one thread that serves all streams, so nothing here may wait.
 */
public interface Ear {

  void hear(Session from, Word word);

  /** A peer has proved who it is, and can be spoken to. */
  default void opened(Session session) {}

  /** The stream has ended; what was said last may be lost. */
  default void closed(Session session) {}
}
