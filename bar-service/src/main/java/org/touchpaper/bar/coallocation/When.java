package org.touchpaper.bar.coallocation;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Schedule;

/** When something is wanted: at a time, or as early as possible. */
public sealed interface When {

  /**
   * The stretch of time it must lie within, and how long it takes; a fixed time fills its stretch.
   *
   * @throws IllegalArgumentException if there is no such stretch
   */
  Stretch stretch(Instant now);

  /**
   * From a start to an end.
   *
   * @param startTime null means now
   */
  record Fixed(@Nullable Instant startTime, Instant endTime) implements When {
    @Override
    public Stretch stretch(Instant now) {
      var whole = new Schedule(startTime == null ? now : startTime, endTime);
      return new Stretch(whole, whole.length());
    }
  }

  /**
   * The earliest slot of a length between two instants.
   *
   * @param notBefore null means now
   * @param notAfter it is over by then
   */
  record Window(@Nullable Instant notBefore, Instant notAfter, Duration duration) implements When {
    @Override
    public Stretch stretch(Instant now) {
      return new Stretch(new Schedule(notBefore == null ? now : notBefore, notAfter), duration);
    }
  }
}
