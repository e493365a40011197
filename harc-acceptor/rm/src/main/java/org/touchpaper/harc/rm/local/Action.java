package org.touchpaper.harc.rm.local;

import org.jspecify.annotations.Nullable;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** What a client wants done to one booking (MacLaren 2007: Make, Modify and Cancel). */
public sealed interface Action {

  /** The booking's name, chosen by whoever made it. */
  String ident();

  /**
   * Books something new.
   *
   * @param owner whose it is to be, if that is not whoever asks
   */
  record Make(String ident, @Nullable Person owner, Schedule schedule, Work work)
      implements Action {
    /** For whoever asks. */
    public Make(String ident, Schedule schedule, Work work) {
      this(ident, null, schedule, work);
    }
  }

  /** Changes what an earlier Make booked; what is null stays. It runs on until that is decided. */
  record Modify(String ident, @Nullable Schedule schedule, @Nullable Work work) implements Action {}

  /** Ends what an earlier Make booked; agreed to if nothing of it is left. */
  record Cancel(String ident) implements Action {}
}
