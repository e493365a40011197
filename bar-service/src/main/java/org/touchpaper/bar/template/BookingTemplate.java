package org.touchpaper.bar.template;

import java.time.Instant;
import java.util.UUID;

/**
 * Values of the booking form under a name.
 *
 * @param name unique among the owner's templates
 * @param values the form's values, URL-encoded as the form sends them
 */
public record BookingTemplate(
    UUID id, String owner, String name, String values, Instant changedAt) {}
