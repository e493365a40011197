package org.touchpaper.tl1.session;

/** Takes every line exchanged with elements, in order; must return quickly and not throw. */
@FunctionalInterface
public interface TranscriptSink {

  /** Keeps nothing. */
  TranscriptSink NONE = line -> {};

  void accept(TranscriptLine line);
}
