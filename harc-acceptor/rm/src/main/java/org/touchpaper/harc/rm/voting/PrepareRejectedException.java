package org.touchpaper.harc.rm.voting;

/**
 * A message that this resource manager rejects, such as a Prepare whose id is bound to another
 * record.
 */
public final class PrepareRejectedException extends RuntimeException {
  public PrepareRejectedException(String message) {
    super(message);
  }
}
