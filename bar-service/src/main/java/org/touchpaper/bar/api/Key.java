package org.touchpaper.bar.api;

import org.jspecify.annotations.Nullable;
import org.touchpaper.platform.problem.InvalidRequest;

/** The Idempotency-Key, as callers choose it. */
public final class Key {

  private static final int LONGEST = 255;

  private Key() {}

  public static @Nullable String checked(@Nullable String key) {
    if (key != null && (key.isBlank() || key.length() > LONGEST)) {
      throw malformed("1-to-255-characters", "Idempotency-Key has 1 to 255 characters");
    }
    if (key != null && !key.chars().allMatch(each -> each >= ' ' && each <= '~')) {
      throw malformed("visible-ascii", "Idempotency-Key has letters, digits and signs of ASCII");
    }
    return key;
  }

  private static InvalidRequest malformed(String rule, String message) {
    return InvalidRequest.malformed("Idempotency-Key", rule, message);
  }
}
