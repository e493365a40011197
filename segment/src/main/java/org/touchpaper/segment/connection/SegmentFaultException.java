package org.touchpaper.segment.connection;

import org.jspecify.annotations.Nullable;

/** A fault of the segment contract: the request breaks one of its rules and changes nothing. */
public final class SegmentFaultException extends RuntimeException {

  /** Which rule of the contract the request breaks. */
  public enum Code {
    /** The request is malformed or incomplete. */
    MALFORMED,
    /** The same id and version came before with other content. */
    CONTRADICTS_EARLIER,
    /** The operation does not apply in the state of the connection. */
    INVALID_TRANSITION,
    /** There is no connection with this id. */
    UNKNOWN_CONNECTION,
    /** The commit came after the hold lapsed or was aborted. */
    COMMIT_FAILED,
    /** A security officer has cut what the connection needs. */
    CUT,
    /** The peer is not allowed to do this. */
    NOT_ALLOWED
  }

  private final Code code;
  private final @Nullable ConnectionId connection;

  public SegmentFaultException(Code code, @Nullable ConnectionId connection, String message) {
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
