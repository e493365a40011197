package org.touchpaper.bar.listing;

/** Bookings by their time, as seen now. A booking that is refused or cancelled is past. */
public enum BookingSection {
  ALL("true"),
  /** As an index has it. */
  NOW(
      "start_time is not null and tstzrange(start_time, end_time) @> cast(:now as timestamptz)"
          + " and %1$s not in ('CANCELLED', 'REFUSED')"),
  NEXT("start_time > :now and %1$s not in ('CANCELLED', 'REFUSED')"),
  PAST("(end_time <= :now or %1$s in ('CANCELLED', 'REFUSED'))");

  private final String filter;

  BookingSection(String filter) {
    this.filter = filter;
  }

  /** Returns the condition on rows of a table with this column for the state. */
  String filterOn(String stateColumn) {
    return filter.formatted(stateColumn);
  }
}
