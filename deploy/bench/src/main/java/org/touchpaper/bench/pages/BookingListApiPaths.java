package org.touchpaper.bench.pages;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The API's lists of bookings: each order, each filter and the count, one at a time. */
final class BookingListApiPaths {

  private static final List<String> CO_ALLOCATIONS = of("co-allocations", "newton");
  private static final List<String> RESERVATIONS = of("reservations", "vis.ucl");

  /** Stands for the cursor of a page near the end, which is known once the list is read. */
  private static final String LATE = "cursor=late";

  private static final Pattern NEXT = Pattern.compile("\"next\":\"([^\"]+)\"");

  private BookingListApiPaths() {}

  static List<String> all() {
    return Stream.concat(CO_ALLOCATIONS.stream(), RESERVATIONS.stream()).toList();
  }

  /** At the default of 100 bookings a page. */
  private static List<String> of(String kind, String resource) {
    return Stream.of(
            "",
            "?" + LATE,
            "?count=true",
            "?sort=createdAt",
            "?sort=startTime",
            "?sort=-startTime",
            "?sort=startTime&" + LATE,
            "?state=COMMITTED",
            "?state=ENDED",
            "?state=REFUSED",
            "?from=now",
            "?to=now",
            "?from=now&sort=startTime",
            "?resource=" + resource,
            "?owner=scientist",
            "?owner=nobody",
            "?text=copy+47",
            "?text=copy&sort=startTime",
            "?text=copy+4711",
            "?state=ENDED&count=true",
            "?resource=" + resource + "&count=true",
            "?text=copy&count=true")
        .map(query -> "/api/v1/" + kind + query)
        .toList();
  }

  /** Returns the address of a list with the present time and the cursor in it. */
  static String addressOf(String list, String now, BrowserSession session)
      throws IOException, InterruptedException {
    var address = list.replace("=now", "=" + now);
    if (!address.contains(LATE)) {
      return address;
    }
    var cursor = findLateCursor(address.replace(LATE, "limit=1000"), session);
    return address.replace(LATE, cursor.isEmpty() ? "limit=100" : "cursor=" + cursor);
  }

  /** Returns the cursor of the last page but one of a list; empty if there is none. */
  private static String findLateCursor(String list, BrowserSession session)
      throws IOException, InterruptedException {
    var cursor = "";
    var last = "";
    while (true) {
      var next = NEXT.matcher(session.read(last.isEmpty() ? list : list + "&cursor=" + last));
      if (!next.find()) {
        return cursor;
      }
      cursor = last;
      last = next.group(1);
    }
  }
}
