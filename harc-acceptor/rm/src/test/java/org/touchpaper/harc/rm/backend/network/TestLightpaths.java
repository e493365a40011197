package org.touchpaper.harc.rm.backend.network;

import java.util.Map;
import org.touchpaper.harc.rm.scheduler.BookingAction;
import org.touchpaper.harc.rm.scheduler.ResourceRequest;
import org.touchpaper.harc.rm.scheduler.TestRequests;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/** Builders of lightpath requests. */
final class TestLightpaths {
  static final Stp VIS = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
  static final Stp NEWTON = Stp.parse("urn:ogf:network:manchester.ukl:2026:newton");
  static final HostStps HOSTS = HostStps.of(Map.of("vis.ucl", VIS, "newton.manchester", NEWTON));
  static final Criteria ANY = new Criteria(VIS, NEWTON, 1, TestRequests.minutes(0, 60));

  private TestLightpaths() {}

  static BookingAction.Make path(String bookingId, int mbps) {
    return path(bookingId, mbps, TestRequests.minutes(0, 60));
  }

  static BookingAction.Make path(String bookingId, int mbps, Schedule schedule) {
    return new BookingAction.Make(
        bookingId, schedule, new ResourceRequest.Path("vis.ucl", "newton.manchester", mbps));
  }

  static String bookingId(int n) {
    return ConnectionId.nameBased(TestRequests.CO_ALLOCATION_ID, "lightpath/" + n).toString();
  }
}
