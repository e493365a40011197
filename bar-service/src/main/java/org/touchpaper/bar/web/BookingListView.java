package org.touchpaper.bar.web;

import java.util.List;

/**
 * The list page: active bookings, and a page of all bookings, newest first.
 *
 * @param state the state filter; empty for any
 * @param older true on pages after the first
 * @param next the cursor of the next page; empty on the last page
 */
public record BookingListView(
    List<BookingListItem> upNow,
    List<BookingListItem> rows,
    List<String> states,
    String state,
    boolean older,
    String next) {
  public BookingListView {
    upNow = List.copyOf(upNow);
    rows = List.copyOf(rows);
    states = List.copyOf(states);
  }
}
