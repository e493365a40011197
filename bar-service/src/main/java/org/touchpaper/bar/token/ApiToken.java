package org.touchpaper.bar.token;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A token without its secret.
 *
 * @param owner the user in whose name it acts
 * @param name what its owner calls it
 * @param lastUsedAt correct to a minute; null if never used
 */
record ApiToken(
    UUID id,
    String owner,
    String name,
    List<TokenScope> scopes,
    Instant createdAt,
    Instant expiresAt,
    @Nullable Instant lastUsedAt,
    @Nullable Instant revokedAt) {

  static final Duration LAST_USE_PRECISION = Duration.ofMinutes(1);

  boolean isExpired(Instant now) {
    return !now.isBefore(expiresAt);
  }

  /** Whether its last use is to be written: at most once a minute. */
  boolean isUseToBeNoted(Instant now) {
    return lastUsedAt == null || !now.isBefore(lastUsedAt.plus(LAST_USE_PRECISION));
  }
}
