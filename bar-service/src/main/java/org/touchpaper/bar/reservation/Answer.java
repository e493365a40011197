package org.touchpaper.bar.reservation;

import org.touchpaper.segment.connection.ReserveAnswer;

/** What came of a {@link Call}. */
public sealed interface Answer {

  /** The segment answered a reserve. */
  record Reserved(ReserveAnswer answer) implements Answer {}

  /** The segment did as told. */
  record Done() implements Answer {}

  /** The segment will never do as told: it says its hold is gone. */
  record Impossible(String reason) implements Answer {}
}
