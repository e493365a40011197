package org.touchpaper.bar.api;

import org.touchpaper.platform.problem.InvalidRequest;

/** How much of a list is shown at once. */
final class Paging {

  private static final int MOST = 1000;

  private Paging() {}

  static int checked(int limit) {
    if (limit < 1 || limit > MOST) {
      throw InvalidRequest.malformed("limit", "1-to-1000", "limit is between 1 and 1000");
    }
    return limit;
  }
}
