package org.touchpaper.segment.connection;

import org.jspecify.annotations.Nullable;

/** A segment gave no answer: what it did is not known; the same request may be repeated. */
public final class SegmentUnreachable extends RuntimeException {
  public SegmentUnreachable(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
