package org.touchpaper.harc.rm.vote;

/** A Prepare that cannot be honoured: its id stands for something else here. */
public final class PrepareRejected extends RuntimeException {
  public PrepareRejected(String message) {
    super(message);
  }
}
