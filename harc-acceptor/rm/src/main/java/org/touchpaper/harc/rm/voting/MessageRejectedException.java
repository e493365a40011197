package org.touchpaper.harc.rm.voting;

/**
 * A message that this resource manager rejects, such as a Prepare whose id is bound to another
 * record.
 */
public final class MessageRejectedException extends RuntimeException {
  public MessageRejectedException(String message) {
    super(message);
  }
}
