package org.touchpaper.bar.iri;

import java.util.List;
import java.util.stream.Stream;
import org.touchpaper.platform.problem.InvalidRequestException;

/**
 * A part of a list.
 *
 * @param offset how many entries come before it, from 0
 * @param limit how many it has at most, 0 to 1000
 */
record IriPageRequest(int offset, int limit) {

  private static final int MAX_LIMIT = 1000;

  IriPageRequest {
    if (offset < 0) {
      throw InvalidRequestException.malformed(
          "offset", "at-least-0", "offset must be 0 or more, not " + offset);
    }
    if (limit < 0 || limit > MAX_LIMIT) {
      throw InvalidRequestException.malformed(
          "limit", "0-to-1000", "limit must be between 0 and 1000, not " + limit);
    }
  }

  <T> List<T> of(List<T> all) {
    return of(all.stream());
  }

  <T> List<T> of(Stream<T> all) {
    return all.skip(offset).limit(limit).toList();
  }
}
