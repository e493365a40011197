package org.touchpaper.lnsap;

import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.lnsap.campus.Campus;
import org.touchpaper.lnsap.campus.Host;
import org.touchpaper.lnsap.policy.SitePolicy;
import org.touchpaper.segment.connection.Stp;

/** Serves the hosts of the campus and their limits to peers: {@code GET /campus}. */
@RestController
class CampusHostsController {

  static final String PATH = "/campus";

  private final CampusView view;

  CampusHostsController(SitePolicy policy) {
    this.view = CampusView.of(policy.campus());
  }

  @GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
  CampusView campus() {
    return view;
  }

  record CampusView(String network, List<HostView> hosts) {
    static CampusView of(Campus campus) {
      return new CampusView(
          campus.network(),
          campus.hosts().stream().map(host -> HostView.of(host, campus)).toList());
    }
  }

  /**
   * A host that may terminate lightpaths, or not.
   *
   * @param capacityMbps the most that its lightpaths have together: the less of host and border
   * @param granularityMbps what one lightpath takes at least; all of an exclusive port
   */
  record HostView(String stp, int capacityMbps, int granularityMbps, boolean lightpaths, int mtu) {
    static HostView of(Host host, Campus campus) {
      return new HostView(
          new Stp(campus.network(), host.name(), null).toString(),
          Math.min(host.capacityMbps(), campus.border().capacityMbps()),
          host.claimFor(1),
          host.lightpaths(),
          host.mtu());
    }
  }
}
