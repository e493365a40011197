package org.touchpaper.bar.api;

import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.problem.InvalidRequestException;

/** Validates the Idempotency-Key header. */
public final class IdempotencyKeyValidator {

  private static final int MAX_LENGTH = 255;

  /** The response header of a repeat, which did not book or change anything itself. */
  static final String REPLAYED_HEADER = "Idempotency-Key-Replayed";

  private IdempotencyKeyValidator() {}

  public static @Nullable String validate(@Nullable String key) {
    if (key != null && (key.isBlank() || key.length() > MAX_LENGTH)) {
      throw malformed("1-to-255-characters", "Idempotency-Key must have 1 to 255 characters");
    }
    if (key != null && !key.chars().allMatch(character -> character >= ' ' && character <= '~')) {
      throw malformed("visible-ascii", "Idempotency-Key must be printable ASCII");
    }
    return key;
  }

  private static InvalidRequestException malformed(String rule, String message) {
    return InvalidRequestException.malformed("Idempotency-Key", rule, message);
  }
}
