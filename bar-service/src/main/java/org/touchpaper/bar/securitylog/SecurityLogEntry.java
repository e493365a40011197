package org.touchpaper.bar.securitylog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line of the log.
 *
 * @param who the person as named at sign-in, or the office that cut
 * @param address of the person's computer; null if unknown
 * @param subject the id of a booking, cut or API token; null if none
 */
public record SecurityLogEntry(
    long id,
    Instant at,
    Kind kind,
    String who,
    @Nullable String address,
    @Nullable String subject,
    String detail) {

  /** What happened. */
  public enum Kind {
    SIGN_IN,
    SIGN_IN_FAILED,
    BOOKED,
    CHANGED,
    ENDED,
    CUT,
    LIFTED,
    TOKEN_CREATED,
    TOKEN_REVOKED
  }
}
