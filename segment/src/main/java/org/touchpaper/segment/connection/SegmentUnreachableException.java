package org.touchpaper.segment.connection;

import org.jspecify.annotations.Nullable;

/** A segment did not answer. The outcome is unknown; the same request may be repeated. */
public final class SegmentUnreachableException extends RuntimeException {
  public SegmentUnreachableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
