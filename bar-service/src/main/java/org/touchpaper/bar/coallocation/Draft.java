package org.touchpaper.bar.coallocation;

import java.util.List;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.segment.connection.Schedule;

/**
 * One try to make a booking, or to make it something else: when, and all its parts. Those it makes
 * have names of this try alone.
 */
record Draft(Schedule schedule, List<Part> parts, Request request) {
  Draft {
    parts = List.copyOf(parts);
  }
}
