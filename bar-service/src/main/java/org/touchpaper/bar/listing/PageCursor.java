package org.touchpaper.bar.listing;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import org.touchpaper.platform.problem.InvalidRequestException;

/**
 * The last booking of a page, after which the next page begins. Clients see it as opaque text. A
 * booking that is added or removed between two pages neither repeats nor hides another.
 *
 * @param sort the order of the list; a cursor is of no use in another
 * @param key the booking's value in that order
 */
record PageCursor(BookingSort sort, Instant key, UUID id) {

  String encode() {
    var text = sort + " " + key + " " + id;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Reads a cursor of a list in the given order.
   *
   * @throws InvalidRequestException if it is none
   */
  static PageCursor decode(String text, BookingSort sort) {
    try {
      var fields =
          new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII).split(" ", 3);
      var key = Instant.parse(fields[1]);
      if (fields[0].equals(sort.name()) && BookingQuery.isStorable(key)) {
        return new PageCursor(sort, key, UUID.fromString(fields[2]));
      }
    } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException _) {
      // reported below
    }
    throw InvalidRequestException.malformed(
        "cursor",
        "a-cursor-of-ours",
        "cursor must be `next` of a page of this list in the same order; leave it out for the"
            + " first page");
  }
}
