package org.touchpaper.bar.coallocation;

import java.util.List;
import org.touchpaper.bar.coallocation.request.BookingRequest;
import org.touchpaper.bar.coallocation.request.RequestedSchedule;
import org.touchpaper.bar.fixture.BarFixture;
import org.touchpaper.segment.connection.RequesterIdentity.Person;

/** A person and their request: a lightpath and nodes for an hour, starting in an hour. */
public final class TestBookingRequest {

  public static final Person ANNE = new Person("anne", "ucl", List.of(), "scientist");

  public static final BookingRequest REQUEST =
      new BookingRequest(
          "a test",
          new RequestedSchedule.Fixed(
              BarFixture.NOW.plusSeconds(3600), BarFixture.NOW.plusSeconds(7200)),
          List.of(new BookingRequest.Nodes("newton", 4)),
          List.of(new BookingRequest.Circuit("vis.ucl", "newton.manchester", 300)));

  private TestBookingRequest() {}
}
