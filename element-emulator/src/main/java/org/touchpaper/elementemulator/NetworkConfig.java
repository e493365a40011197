package org.touchpaper.elementemulator;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.touchpaper.elementemulator.ciena.ControlPlane;
import org.touchpaper.elementemulator.config.ElementConfig;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.config.TransportProtocol;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The elements of an emulated network, read from a YAML file.
 *
 * @param osrpLinks the links over which CoreDirectors signal to each other
 */
record NetworkConfig(
    int controlPort, List<ElementConfig> elements, List<ControlPlane.Link> osrpLinks) {

  private static final String DEMO_RESOURCE = "elementemulator/uklight-elements.yaml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .build();

  NetworkConfig {
    elements = List.copyOf(elements);
    osrpLinks = List.copyOf(osrpLinks);
    var tids = new HashSet<String>();
    for (var element : elements) {
      if (!tids.add(element.tid())) {
        throw new IllegalArgumentException("duplicate element name " + element.tid());
      }
    }
    for (var link : osrpLinks) {
      for (var end : List.of(link.a(), link.z())) {
        if (!tids.contains(end.node())) {
          throw new IllegalArgumentException("an OSRP link ends at unknown element " + end.node());
        }
      }
    }
  }

  private record Document(
      int controlPort,
      Logins logins,
      List<ElementEntry> elements,
      @Nullable List<ControlPlane.Link> osrp) {}

  private record Logins(String user, String password, String enablePassword) {}

  private record ElementEntry(
      String tid,
      String model,
      int port,
      @Nullable Logins logins,
      @Nullable Map<TransportProtocol, Integer> additionalPorts) {}

  /** Reads a file, or the demo's network if it is null, and adds a number to every port. */
  static NetworkConfig read(@Nullable Path file, int portBase) throws IOException {
    try (var in = open(file)) {
      var document = YAML.readValue(in, Document.class);
      if (document.elements() == null || document.logins() == null) {
        throw new IllegalArgumentException("the file must contain logins and elements");
      }
      return new NetworkConfig(
          shiftPort(document.controlPort(), portBase),
          document.elements().stream()
              .map(element -> toElementConfig(element, document.logins(), portBase))
              .toList(),
          document.osrp() == null ? List.of() : document.osrp());
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IOException((file == null ? DEMO_RESOURCE : file) + ": " + messageOf(e), e);
    }
  }

  /** Port 0 stays 0: any free port. */
  private static int shiftPort(int port, int portBase) {
    return port == 0 ? 0 : port + portBase;
  }

  private static ElementConfig toElementConfig(
      ElementEntry element, Logins defaultLogins, int portBase) {
    var logins = element.logins() == null ? defaultLogins : element.logins();
    var additionalPorts = new HashMap<TransportProtocol, Integer>();
    if (element.additionalPorts() != null) {
      additionalPorts.putAll(element.additionalPorts());
      additionalPorts.replaceAll((_, port) -> shiftPort(port, portBase));
    }
    return new ElementConfig(
        element.tid(),
        ElementModel.ofLabel(element.model()),
        shiftPort(element.port(), portBase),
        logins.user(),
        logins.password(),
        logins.enablePassword(),
        additionalPorts);
  }

  private static InputStream open(@Nullable Path file) throws IOException {
    if (file != null) {
      return Files.newInputStream(file);
    }
    var demo = NetworkConfig.class.getClassLoader().getResourceAsStream(DEMO_RESOURCE);
    if (demo == null) {
      throw new IOException("resource missing on the class path: " + DEMO_RESOURCE);
    }
    return demo;
  }

  private static String messageOf(Exception e) {
    return e instanceof JacksonException jackson
        ? jackson.getOriginalMessage()
        : String.valueOf(e.getMessage());
  }
}
