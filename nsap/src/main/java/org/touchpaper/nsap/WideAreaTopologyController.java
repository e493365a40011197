package org.touchpaper.nsap;

import java.math.BigDecimal;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.touchpaper.nsap.registry.NodeElementPlugins;
import org.touchpaper.nsap.topology.Attachment;
import org.touchpaper.nsap.topology.Link;
import org.touchpaper.nsap.topology.Node;
import org.touchpaper.nsap.topology.Topology;
import org.touchpaper.segment.connection.Stp;

/** Serves the wide-area topology to peers: {@code GET /topology}. */
@RestController
class WideAreaTopologyController {

  static final String PATH = "/topology";

  private final TopologyView view;

  WideAreaTopologyController(Topology topology, NodeElementPlugins types) {
    this.view = TopologyView.of(topology, types);
  }

  @GetMapping(PATH)
  TopologyView topology() {
    return view;
  }

  record TopologyView(
      String network,
      List<NodeView> nodes,
      List<LinkView> links,
      List<AttachmentView> attachments) {

    static TopologyView of(Topology topology, NodeElementPlugins types) {
      return new TopologyView(
          topology.network(),
          topology.nodes().stream().map(NodeView::of).toList(),
          topology.links().stream().map(link -> LinkView.of(link, types)).toList(),
          topology.attachments().stream()
              .map(attachment -> AttachmentView.of(topology.network(), attachment))
              .toList());
    }
  }

  record NodeView(String id, String dialect, String site, double longitude, double latitude) {
    static NodeView of(Node node) {
      return new NodeView(node.tid(), node.type(), node.site(), node.longitude(), node.latitude());
    }
  }

  /** A link; circuits take its capacity in multiples of the granularity. */
  record LinkView(
      String id,
      String from,
      String to,
      int capacityMbps,
      int granularityMbps,
      int slots,
      BigDecimal latencyMs) {
    static LinkView of(Link link, NodeElementPlugins types) {
      return new LinkView(
          link.id(),
          link.a().node(),
          link.z().node(),
          link.capacityMbps(),
          types.signalOn(link).map(signal -> signal.granularityMbps(link)).orElse(1),
          link.slots(),
          BigDecimal.valueOf(link.latencyMicros(), 3).stripTrailingZeros());
    }
  }

  /**
   * An attachment. Its STP contains all labels that circuits may use; the peer is the STP on the
   * campus side.
   */
  record AttachmentView(String name, String stp, String node, int capacityMbps, String peer) {
    static AttachmentView of(String network, Attachment attachment) {
      return new AttachmentView(
          attachment.name(),
          new Stp(network, attachment.name(), attachment.vlans()).toString(),
          attachment.port().node(),
          attachment.capacityMbps(),
          attachment.peer());
    }
  }
}
