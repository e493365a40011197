package org.touchpaper.tl1.element;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Which elements an emulated network has, from a YAML file.
 *
 * @param osrp the links over which CoreDirectors signal to each other
 */
record NetworkConfig(int controlPort, List<ElementConfig> elements, List<ControlPlane.Link> osrp) {

  private static final String DEMO = "tl1/uklight-elements.yaml";
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .build();

  NetworkConfig {
    elements = List.copyOf(elements);
    osrp = List.copyOf(osrp);
    var tids = new HashSet<String>();
    for (var element : elements) {
      if (!tids.add(element.tid())) {
        throw new IllegalArgumentException("two elements are called " + element.tid());
      }
    }
    for (var link : osrp) {
      for (var end : List.of(link.a(), link.z())) {
        if (!tids.contains(end.node())) {
          throw new IllegalArgumentException("an OSRP link ends at unknown " + end.node());
        }
      }
    }
  }

  private record Document(
      int controlPort,
      Logins logins,
      List<Element> elements,
      @Nullable List<ControlPlane.Link> osrp) {}

  private record Logins(String user, String password, String enablePassword) {}

  private record Element(
      String tid,
      String dialect,
      int port,
      @Nullable Logins logins,
      @Nullable Map<Entrance, Integer> others) {}

  /** Reads a file; without one, the demo's network. */
  static NetworkConfig read(@Nullable Path file) throws IOException {
    try (var in = open(file)) {
      var document = YAML.readValue(in, Document.class);
      if (document.elements() == null || document.logins() == null) {
        throw new IllegalArgumentException("logins and elements are both needed");
      }
      return new NetworkConfig(
          document.controlPort(),
          document.elements().stream().map(each -> element(each, document.logins())).toList(),
          document.osrp() == null ? List.of() : document.osrp());
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IOException((file == null ? DEMO : file) + ": " + words(e), e);
    }
  }

  /** The same network with every port this much higher. */
  NetworkConfig shifted(int portBase) {
    return new NetworkConfig(
        shift(controlPort, portBase),
        elements.stream().map(each -> shifted(each, portBase)).toList(),
        osrp);
  }

  private static ElementConfig shifted(ElementConfig element, int portBase) {
    var shifted = element.onPort(shift(element.port(), portBase));
    for (var other : element.others().entrySet()) {
      shifted = shifted.with(other.getKey(), shift(other.getValue(), portBase));
    }
    return shifted;
  }

  /** Port 0 means any free one, wherever the others go. */
  private static int shift(int port, int by) {
    return port == 0 ? 0 : port + by;
  }

  private static ElementConfig element(Element element, Logins common) {
    var logins = element.logins() == null ? common : element.logins();
    return new ElementConfig(
        element.tid(),
        Dialect.ofLabel(element.dialect()),
        element.port(),
        logins.user(),
        logins.password(),
        logins.enablePassword(),
        element.others() == null ? Map.of() : element.others());
  }

  private static InputStream open(@Nullable Path file) throws IOException {
    if (file != null) {
      return Files.newInputStream(file);
    }
    var demo = NetworkConfig.class.getClassLoader().getResourceAsStream(DEMO);
    if (demo == null) {
      throw new IOException("not on the class path: " + DEMO);
    }
    return demo;
  }

  private static String words(Exception e) {
    return e instanceof JacksonException jackson
        ? jackson.getOriginalMessage()
        : String.valueOf(e.getMessage());
  }
}
