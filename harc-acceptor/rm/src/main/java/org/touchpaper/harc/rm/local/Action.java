package org.touchpaper.harc.rm.local;

import org.touchpaper.segment.connection.Schedule;

/** What a client wants done to one booking (MacLaren 2007: Make, Modify and Cancel). */
public sealed interface Action {

  /** The booking's name, chosen by whoever made it. */
  String ident();

  /** Books something new. */
  record Make(String ident, Schedule schedule, Work work) implements Action {}

  /** Ends what an earlier Make booked. */
  record Cancel(String ident) implements Action {}
}
