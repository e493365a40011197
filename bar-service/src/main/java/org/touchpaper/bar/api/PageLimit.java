package org.touchpaper.bar.api;

import org.touchpaper.platform.problem.InvalidRequestException;

/** Validates the {@code limit} of a list. */
final class PageLimit {

  private static final int MAX_LIMIT = 1000;

  private PageLimit() {}

  static int validate(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw InvalidRequestException.malformed(
          "limit", "1-to-1000", "limit must be between 1 and 1000");
    }
    return limit;
  }
}
