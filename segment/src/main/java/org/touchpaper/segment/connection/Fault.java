package org.touchpaper.segment.connection;

import org.jspecify.annotations.Nullable;

/** A request that cannot be answered because it breaks the contract; nothing was changed by it. */
public final class Fault extends RuntimeException {

  /** What was broken. */
  public enum Code {
    /** The request is malformed or misses something. */
    MALFORMED,
    /** The id and version were used before with other content. */
    CONTRADICTS_EARLIER,
    /** The verb does not apply in the connection's state. */
    INVALID_TRANSITION,
    /** No connection of that id. */
    UNKNOWN_CONNECTION,
    /** A commit came after the hold had lapsed or was given up. */
    COMMIT_FAILED,
    /** The peer may not do this. */
    NOT_ALLOWED
  }

  private final Code code;
  private final @Nullable ConnectionId connection;

  public Fault(Code code, @Nullable ConnectionId connection, String message) {
    super(message);
    this.code = code;
    this.connection = connection;
  }

  public Code code() {
    return code;
  }

  public @Nullable ConnectionId connection() {
    return connection;
  }
}
