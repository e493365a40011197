package org.touchpaper.segment.connection;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the users of a connection learn about the cut that ended it.
 *
 * @param id the cut's id at the service that made it; null if a broker ended the connection, which
 *     keeps nothing cut
 * @param by whose office, or who, ordered it
 * @param at when it was ordered
 * @param reason why; may be empty
 */
public record CutNotice(@Nullable UUID id, String by, Instant at, String reason) {

  /** The reason of the forced end, for people. */
  public String sentence() {
    return "cut by " + by + (reason.isEmpty() ? "" : ": " + reason);
  }
}
