package org.touchpaper.bar.web;

import java.util.List;

/**
 * The list of co-allocations, newest first, with what is up now.
 *
 * @param state the state filtered by, empty for any
 * @param older true if this is not the first page
 * @param next the id to page on from, empty on the last page
 */
public record ListPage(
    List<BookingRow> upNow,
    List<BookingRow> rows,
    List<String> states,
    String state,
    boolean older,
    String next) {
  public ListPage {
    upNow = List.copyOf(upNow);
    rows = List.copyOf(rows);
    states = List.copyOf(states);
  }
}
