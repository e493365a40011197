package org.touchpaper.harc.rm.network;

import java.util.Map;
import org.touchpaper.harc.rm.local.Action;
import org.touchpaper.harc.rm.local.Ask;
import org.touchpaper.harc.rm.local.Work;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.connection.Criteria;
import org.touchpaper.segment.connection.Schedule;
import org.touchpaper.segment.connection.Stp;

/** Lightpaths as tests ask for them. */
final class Paths {
  static final Stp VIS = Stp.parse("urn:ogf:network:ucl.ukl:2026:vis");
  static final Stp NEWTON = Stp.parse("urn:ogf:network:manchester.ukl:2026:newton");
  static final Hosts HOSTS = new Hosts(Map.of("vis.ucl", VIS, "newton.manchester", NEWTON));
  static final Criteria ANY = new Criteria(VIS, NEWTON, 1, Ask.minutes(0, 60));

  private Paths() {}

  static Action.Make path(String ident, int mbps) {
    return path(ident, mbps, Ask.minutes(0, 60));
  }

  static Action.Make path(String ident, int mbps, Schedule schedule) {
    return new Action.Make(ident, schedule, new Work.Path("vis.ucl", "newton.manchester", mbps));
  }

  static String ident(int n) {
    return ConnectionId.nameBased(Ask.SPACE, "lightpath/" + n).toString();
  }
}
