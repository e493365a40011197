package org.touchpaper.harc.acceptor;

/** An acceptor cannot vouch for its memory, and so must not vote; says what an operator can do. */
public final class JournalRefused extends RuntimeException {
  JournalRefused(String message) {
    super(message);
  }

  JournalRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
