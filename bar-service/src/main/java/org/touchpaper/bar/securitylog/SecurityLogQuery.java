package org.touchpaper.bar.securitylog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What to search for.
 *
 * @param text in name, address, id or detail; empty for all
 * @param kind null for all
 * @param from inclusive; null for all
 * @param until exclusive; null for all
 * @param before the id of the last line of the previous page; null for the first page
 */
public record SecurityLogQuery(
    String text,
    SecurityLogEntry.@Nullable Kind kind,
    @Nullable Instant from,
    @Nullable Instant until,
    @Nullable Long before) {}
