package org.touchpaper.bar.reservation;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import org.jspecify.annotations.Nullable;

/**
 * The request to change a lightpath alone that led to a version.
 *
 * @param key the Idempotency-Key; null if none
 * @param digest the digest of the request; a repeat under the same key must have the same
 * @param description the new description; null if it stays
 */
@Embeddable
public record ChangeRequestRecord(
    @Column(name = "change_key") @Nullable String key,
    @Column(name = "change_digest") String digest,
    @Column(name = "change_description") @Nullable String description) {}
