package org.touchpaper.elementsession.transcript;

/** Receives every line exchanged with elements, in order; must return quickly and not throw. */
@FunctionalInterface
public interface TranscriptSink {

  TranscriptSink NONE = line -> {};

  void accept(TranscriptLine line);
}
