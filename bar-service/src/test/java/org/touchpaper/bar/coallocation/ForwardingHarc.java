package org.touchpaper.bar.coallocation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.touchpaper.harc.commit.Request;
import org.touchpaper.harc.commit.TransactionId;
import org.touchpaper.segment.connection.Requester.Person;
import org.touchpaper.segment.connection.Schedule;

/** Another one, of which a test changes what it is about. */
class ForwardingHarc implements Harc {

  private final Harc harc;

  ForwardingHarc(Harc harc) {
    this.harc = harc;
  }

  @Override
  public Answer begin(Request request, Duration patience) {
    return harc.begin(request, patience);
  }

  @Override
  public Told query(String rm, TransactionId transaction) {
    return harc.query(rm, transaction);
  }

  @Override
  public Free timetable(
      String rm,
      String resource,
      Person person,
      Schedule window,
      @Nullable Integer amount,
      @Nullable Duration length) {
    return harc.timetable(rm, resource, person, window, amount, length);
  }
}
