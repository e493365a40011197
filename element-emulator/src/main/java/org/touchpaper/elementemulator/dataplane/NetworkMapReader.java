package org.touchpaper.elementemulator.dataplane;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementemulator.dataplane.NetworkMap.MapLink;
import org.touchpaper.elementemulator.dataplane.NetworkMap.PortId;
import org.touchpaper.elementemulator.ios.IosForwarding;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Reads the map of an emulated network from the files of its services: the wide area's topology and
 * the campuses. A border is connected to its peer. At an attachment whose peer is in no file there
 * is a host instead, named after the attachment.
 */
public final class NetworkMapReader {

  private static final String CLASS_PATH = "classpath:";
  private static final String STP = "urn:ogf:network:";
  private static final long BITS_PER_MEGABIT = 1_000_000;
  private static final int NANOSECONDS_OF_MILLISECONDS = 6;
  private static final int DEFAULT_MTU = 1500;
  private static final YAMLMapper YAML =
      YAMLMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private record MapDocument(@Nullable TopologyEntry topology, @Nullable CampusEntry campus) {}

  private record TopologyEntry(
      String network, List<LinkEntry> links, List<AttachmentEntry> attachments) {}

  private record PortEntry(String node, String port) {
    PortId toId() {
      return new PortId(node, port);
    }
  }

  private record LinkEntry(PortEntry a, PortEntry z, long capacityMbps, BigDecimal latencyMs) {}

  private record AttachmentEntry(
      String name, String node, String port, long capacityMbps, String peer) {}

  private record CampusEntry(
      String network, String edge, BorderEntry border, List<HostEntry> hosts) {}

  private record PseudowiresEntry(String to) {}

  private record BorderEntry(
      String name,
      @Nullable String port,
      @Nullable PseudowiresEntry pseudowires,
      long capacityMbps,
      String peer) {
    String portName() {
      if (port != null) {
        return IosForwarding.portName(port);
      }
      if (pseudowires == null) {
        throw new IllegalArgumentException("the border must have either a port or pseudowires");
      }
      return IosForwarding.pseudowirePort(pseudowires.to());
    }
  }

  private record HostEntry(
      String host,
      String port,
      long capacityMbps,
      @Nullable Boolean lightpaths,
      @Nullable Integer mtu) {
    HostPort toHost(String edge) {
      return new HostPort(
          host,
          edge,
          IosForwarding.portName(port),
          capacityMbps * BITS_PER_MEGABIT,
          mtu == null ? DEFAULT_MTU : mtu);
    }
  }

  /** An end of a circuit's segment at the boundary between two networks. */
  private record NetworkEnd(String name, PortId port, long rate, String peer, boolean isCampus) {}

  private final List<MapLink> links = new ArrayList<>();
  private final List<HostPort> hosts = new ArrayList<>();
  private final Map<String, NetworkEnd> boundaries = new LinkedHashMap<>();

  private NetworkMapReader() {}

  /**
   * Reads files.
   *
   * @param files paths, or names on the class path such as {@code classpath:samples/map.yaml}
   * @throws IOException with the file, if one is missing or invalid
   */
  public static NetworkMap read(List<String> files) throws IOException {
    var reader = new NetworkMapReader();
    for (var file : files) {
      try (var in = open(file)) {
        reader.add(YAML.readValue(in, MapDocument.class));
      } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
        throw new IOException(file + " is no map of a wide area or campus: " + e.getMessage(), e);
      }
    }
    reader.joinBoundaries();
    return new NetworkMap(reader.links, reader.hosts);
  }

  private static InputStream open(String file) throws IOException {
    if (!file.startsWith(CLASS_PATH)) {
      return Files.newInputStream(Path.of(file));
    }
    var in =
        NetworkMapReader.class
            .getClassLoader()
            .getResourceAsStream(file.substring(CLASS_PATH.length()));
    if (in == null) {
      throw new IOException("missing on the class path: " + file);
    }
    return in;
  }

  private void add(MapDocument document) {
    var topology = document.topology();
    if (topology != null) {
      for (var link : topology.links()) {
        links.add(
            new MapLink(
                link.a().toId(),
                link.z().toId(),
                link.latencyMs().movePointRight(NANOSECONDS_OF_MILLISECONDS).longValue(),
                link.capacityMbps() * BITS_PER_MEGABIT));
      }
      for (var attachment : topology.attachments()) {
        add(
            topology.network(),
            new NetworkEnd(
                attachment.name(),
                new PortId(attachment.node(), attachment.port()),
                attachment.capacityMbps() * BITS_PER_MEGABIT,
                attachment.peer(),
                false));
      }
    }
    var campus = document.campus();
    if (campus != null) {
      campus.hosts().stream()
          .filter(host -> host.lightpaths() == null || host.lightpaths())
          .forEach(host -> hosts.add(host.toHost(campus.edge())));
      var border = campus.border();
      add(
          campus.network(),
          new NetworkEnd(
              border.name(),
              new PortId(campus.edge(), border.portName()),
              border.capacityMbps() * BITS_PER_MEGABIT,
              border.peer(),
              true));
    }
    if (topology == null && campus == null) {
      throw new IllegalArgumentException("it has neither a topology nor a campus");
    }
  }

  private void add(String network, NetworkEnd boundary) {
    boundaries.put(STP + network + ":" + boundary.name(), boundary);
  }

  private void joinBoundaries() {
    var joined = new HashSet<String>();
    boundaries.forEach((stp, boundary) -> {
      var peer = boundaries.get(boundary.peer());
      if (peer == null) {
        if (!boundary.isCampus()) {
          hosts.add(
              new HostPort(
                  boundary.name(),
                  boundary.port().node(),
                  boundary.port().port(),
                  boundary.rate(),
                  DEFAULT_MTU));
        }
      } else if (joined.add(stp) && joined.add(boundary.peer())) {
        links.add(
            new MapLink(boundary.port(), peer.port(), 0, Math.min(boundary.rate(), peer.rate())));
      }
    });
  }
}
