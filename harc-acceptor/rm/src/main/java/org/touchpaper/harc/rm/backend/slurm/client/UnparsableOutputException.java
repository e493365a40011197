package org.touchpaper.harc.rm.backend.slurm.client;

/** Output of Slurm in an unknown format; the message describes it. */
final class UnparsableOutputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnparsableOutputException(String message) {
    super(message);
  }
}
