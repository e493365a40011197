package org.touchpaper.bar.coallocation;

import java.io.Serial;

/** The database gave no answer; the message says what that leaves open, and how to find out. */
public final class DatabaseAway extends RuntimeException {

  @Serial private static final long serialVersionUID = 1;

  private DatabaseAway(String message, Throwable cause) {
    super(message, cause);
  }

  /** No connection came free before anything was done; what an earlier call did stands. */
  static DatabaseAway before(Throwable cause) {
    return new DatabaseAway(
        "the database gave no connection in time, so this call did nothing; ask again, with the"
            + " same Idempotency-Key if it had one",
        cause);
  }

  /** Whether the last step was written is not known. */
  static DatabaseAway during(Throwable cause) {
    return new DatabaseAway(
        "the database went away, so what became of this call is not known here; the same call with"
            + " the same Idempotency-Key tells, or the list of bookings",
        cause);
  }
}
