package org.touchpaper.harc.acceptor.journal;

/** The journal is missing, damaged or not writable, so the acceptor must not vote. */
public final class UnusableJournalException extends RuntimeException {
  public UnusableJournalException(String message) {
    super(message);
  }

  UnusableJournalException(String message, Throwable cause) {
    super(message, cause);
  }
}
