package org.touchpaper.bar.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.bar.directory.CurrentDirectory;
import org.touchpaper.bar.directory.Directory;
import org.touchpaper.segment.connection.SegmentUnreachableException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Serves the topology: hosts, clusters, and the links of the wide area. */
@RestController
class BrokerTopologyController {

  private final CurrentDirectory directory;
  private final SegmentElementsClient segments;
  private final JsonMapper json;

  BrokerTopologyController(
      CurrentDirectory directory, SegmentElementsClient segments, JsonMapper json) {
    this.directory = directory;
    this.segments = segments;
    this.json = json;
  }

  record TopologyView(List<HostView> hosts, List<ComputeView> compute, List<LinkView> links) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record HostView(String name, String campus, @Nullable String stp, boolean bookable) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ComputeView(String resource, int nodes, int processorsPerNode, @Nullable String host) {}

  record LinkView(String id, String from, String to, int capacityMbps, double latencyMs) {
    static LinkView of(JsonNode link) {
      return new LinkView(
          link.path("id").asString(""),
          link.path("from").asString(""),
          link.path("to").asString(""),
          link.path("capacityMbps").asInt(0),
          link.path("latencyMs").asDouble(0));
    }
  }

  @GetMapping(path = "/api/v1/topology", produces = MediaType.APPLICATION_JSON_VALUE)
  TopologyView show() {
    var links = new ArrayList<LinkView>();
    readTopology().path("links").forEach(link -> links.add(LinkView.of(link)));
    var known = directory.get();
    return new TopologyView(
        known.hosts().stream().map(host -> toHostView(host, known)).toList(),
        known.clusters().stream().map(BrokerTopologyController::toComputeView).toList(),
        links);
  }

  private JsonNode readTopology() {
    var nsap = directory.get().bar().nsap();
    try {
      return json.readTree(segments.getTopology(nsap));
    } catch (IOException | JacksonException e) {
      throw new SegmentUnreachableException(
          nsap + " does not return its topology: " + e.getMessage(), e);
    }
  }

  private static HostView toHostView(Directory.Host host, Directory known) {
    return new HostView(host.name(), host.campus(), host.stp(), known.isBookable(host));
  }

  private static ComputeView toComputeView(Directory.Cluster cluster) {
    return new ComputeView(
        cluster.name(), cluster.nodes(), cluster.processorsPerNode(), cluster.host());
  }
}
