package org.touchpaper.nsap.topology;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.touchpaper.platform.YamlFile;
import org.touchpaper.segment.connection.VlanRange;

/** Reads a {@link Topology} from a YAML file such as {@code wide-area.yaml}. */
public record TopologyFile(
    String network,
    List<NodeEntry> nodes,
    List<LinkEntry> links,
    List<AttachmentEntry> attachments) {

  record NodeEntry(String tid, String dialect, String site, double longitude, double latitude) {}

  record PortEntry(String node, String port, @Nullable Integer osrp) {
    Link.Port toPort() {
      return new Link.Port(node, port);
    }
  }

  record LinkEntry(
      String id,
      PortEntry a,
      PortEntry z,
      int capacityMbps,
      @Nullable Integer slots,
      BigDecimal latencyMs) {

    Link link() {
      return new Link(
          id,
          a.toPort(),
          z.toPort(),
          capacityMbps,
          slots == null ? Link.slotsFor(capacityMbps) : slots,
          latencyMs.movePointRight(3).longValueExact(),
          osrp());
    }

    private Link.@Nullable Osrp osrp() {
      if (a.osrp == null && z.osrp == null) {
        return null;
      }
      if (a.osrp == null || z.osrp == null) {
        throw new IllegalArgumentException("link " + id + " has an osrp number at one end only");
      }
      return new Link.Osrp(a.osrp, z.osrp);
    }
  }

  record AttachmentEntry(
      String name, String node, String port, int capacityMbps, String vlans, String peer) {

    Attachment attachment() {
      return new Attachment(
          name, new Link.Port(node, port), capacityMbps, VlanRange.parse(vlans), peer);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException with the file and the line or entry, if the topology is
   *     invalid
   */
  public static Topology read(Resource file) {
    return YamlFile.read(file, "topology", TopologyFile.class, TopologyFile::topology);
  }

  private Topology topology() {
    return new Topology(
        network,
        nodes.stream()
            .map(n -> new Node(n.tid, n.dialect, n.site, n.longitude, n.latitude))
            .toList(),
        links.stream().map(LinkEntry::link).toList(),
        attachments.stream().map(AttachmentEntry::attachment).toList());
  }
}
