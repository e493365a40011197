package org.touchpaper.bar.administration;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The due work of one kind.
 *
 * @param kind the name of the task
 * @param count how many rows there are, due now or later
 * @param running how many run now
 * @param late how many should have started and have not
 * @param failing how many failed at their last attempt
 * @param nextAt when the first is due; null if all run
 */
public record DueWorkSummary(
    String kind, long count, long running, long late, long failing, @Nullable Instant nextAt) {

  /**
   * A row that is late.
   *
   * @param instance mostly the id of a booking
   * @param failures attempts that failed one after another
   */
  public record Late(String kind, String instance, Instant dueAt, int failures) {}
}
