package org.touchpaper.bar.event;

import java.util.Comparator;

/**
 * A place in the order of events: by database transaction, then by row. Identity columns do not
 * follow the order of commits; this order does, as far as only transactions are read that precede
 * every running one.
 *
 * @param transaction PostgreSQL's 64-bit transaction id
 * @param row 0 before the transaction's first event
 */
public record EventPosition(long transaction, long row) implements Comparable<EventPosition> {

  private static final Comparator<EventPosition> ORDER =
      Comparator.comparingLong(EventPosition::transaction).thenComparingLong(EventPosition::row);

  @Override
  public int compareTo(EventPosition other) {
    return ORDER.compare(this, other);
  }

  public boolean isAfter(EventPosition other) {
    return compareTo(other) > 0;
  }
}
