package org.touchpaper.bar.coallocation.transaction;

import java.io.Serial;

/** The database did not answer. The message states what is unknown, and how to find out. */
public final class DatabaseUnavailableException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private DatabaseUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  /** No connection was available before anything was done. */
  static DatabaseUnavailableException beforeBegin(Throwable cause) {
    return new DatabaseUnavailableException(
        "no database connection was available in time; nothing was done. Retry, with the same"
            + " Idempotency-Key if the request had one",
        cause);
  }

  /** The outcome of the last step is unknown. */
  static DatabaseUnavailableException outcomeUnknown(Throwable cause) {
    return new DatabaseUnavailableException(
        "the database became unavailable, so the outcome of this request is unknown. Repeat it with"
            + " the same Idempotency-Key, or check the list of bookings",
        cause);
  }
}
