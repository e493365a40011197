package org.touchpaper.bar.reservation;

import org.touchpaper.segment.connection.Fault;
import org.touchpaper.segment.connection.ReserveAnswer;

/** What came of a {@link Call}. */
public sealed interface Answer {

  /** The segment answered a reserve. */
  record Reserved(ReserveAnswer answer) implements Answer {}

  /** The segment did as told. */
  record Done() implements Answer {}

  /** The segment says that it cannot do as told, by this fault. */
  record Impossible(Fault.Code code, String reason) implements Answer {}
}
