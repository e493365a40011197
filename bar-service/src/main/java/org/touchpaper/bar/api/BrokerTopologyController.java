package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.directory.CurrentNetworkDirectory;
import org.touchpaper.bar.directory.NetworkDirectory;
import org.touchpaper.bar.resource.NetworkTopology.WideAreaLink;
import org.touchpaper.bar.resource.NetworkTopologySource;
import org.touchpaper.segment.connection.SegmentUnreachableException;

/** Serves the topology: hosts, clusters, and the links of the wide area. */
@RestController
class BrokerTopologyController {

  private final CurrentNetworkDirectory directory;
  private final NetworkTopologySource topology;

  BrokerTopologyController(CurrentNetworkDirectory directory, NetworkTopologySource topology) {
    this.directory = directory;
    this.topology = topology;
  }

  record TopologyView(List<HostView> hosts, List<ComputeView> compute, List<LinkView> links) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record HostView(String name, String campus, @Nullable String stp, boolean bookable) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ComputeView(String resource, int nodes, int processorsPerNode, @Nullable String host) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record LinkView(
      String id, String from, String to, int capacityMbps, @Nullable BigDecimal latencyMs) {
    static LinkView of(WideAreaLink link) {
      return new LinkView(link.id(), link.from(), link.to(), link.capacityMbps(), link.latencyMs());
    }
  }

  @GetMapping(path = "/api/v1/topology", produces = MediaType.APPLICATION_JSON_VALUE)
  TopologyView show() {
    var known = directory.get();
    return new TopologyView(
        known.hosts().stream().map(host -> toHostView(host, known)).toList(),
        known.clusters().stream().map(BrokerTopologyController::toComputeView).toList(),
        links(known.bar().nsap()));
  }

  private List<LinkView> links(String nsap) {
    var found = topology.read();
    found.missing().stream()
        .filter(missing -> missing.service().equals(nsap))
        .findFirst()
        .ifPresent(missing -> {
          throw new SegmentUnreachableException(nsap + " " + missing.reason(), null);
        });
    return found.links().stream().map(LinkView::of).toList();
  }

  private static HostView toHostView(NetworkDirectory.Host host, NetworkDirectory known) {
    return new HostView(host.name(), host.campus(), host.stp(), known.isBookable(host));
  }

  private static ComputeView toComputeView(NetworkDirectory.Cluster cluster) {
    return new ComputeView(
        cluster.name(), cluster.nodes(), cluster.processorsPerNode(), cluster.host());
  }
}
