package org.touchpaper.demo.scenario;

import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/** A co-allocation as returned by the REST API. */
record DemoBooking(JsonNode body) {

  static String request(String description, int nodes, Instant start, Instant end) {
    return request(description, nodes, start, end, "vis.ucl", "newton.manchester");
  }

  static String request(
      String description, int nodes, Instant start, Instant end, String source, String target) {
    return """
    {"description":"%s",
     "schedule":{"startTime":"%s","endTime":"%s"},
     "compute":[{"resource":"newton","nodes":%d}],
     "lightpaths":[{"source":"%s","destination":"%s","bandwidthMbps":300}]}
    """
        .formatted(description, start, end, nodes, source, target);
  }

  /** Nodes that launch an application, and the lightpath to its viewer. */
  static String requestWithRun(String description, String application, Instant start, Instant end) {
    return """
    {"description":"%s",
     "schedule":{"startTime":"%s","endTime":"%s"},
     "compute":[{"resource":"newton","nodes":4,"run":{"application":"%s","viewer":"vis.ucl"}}],
     "lightpaths":[{"source":"vis.ucl","destination":"newton.manchester","bandwidthMbps":300}]}
    """
        .formatted(description, start, end, application);
  }

  String id() {
    return body.path("id").asString("");
  }

  String state() {
    return body.path("state").asString("");
  }

  JsonNode compute() {
    return body.path("compute").path(0);
  }

  JsonNode lightpath() {
    return body.path("lightpaths").path(0);
  }

  String lightpathState() {
    return lightpath().path("state").asString("?");
  }

  String connectionId() {
    return lightpath().path("connectionId").asString("");
  }

  List<String> path() {
    return texts(lightpath().path("path"));
  }

  /** True if both ends have a VLAN tag and an address that starts so. */
  boolean hasAddresses(String prefix) {
    return endpoints().size() == 2
        && endpoints().stream().allMatch(end -> end.matches(".*, VLAN 1\\d\\d, " + prefix + ".*"));
  }

  /** Where and how to connect, source first. */
  List<String> endpoints() {
    return lightpath()
        .path("endpoints")
        .valueStream()
        .map(end ->
            "%s, %s of %s, VLAN %s, %s"
                .formatted(
                    end.path("host").asString(""),
                    end.path("port").asString(""),
                    end.path("element").asString(""),
                    end.path("vlan").asString(""),
                    end.path("address").asString("")))
        .toList();
  }

  /** The states of all parts, in order, such as {@code COMMITTED COMMITTED}. */
  String partStates() {
    return compute().path("state").asString("?") + " " + lightpathState();
  }

  /** The state of what runs on the nodes, such as {@code active}. */
  String runState() {
    return compute().path("run").path("state").asString("?");
  }

  /** True if every part is verified as released after the end. */
  boolean released() {
    return compute().path("released").asBoolean(false)
        && lightpath().path("released").asBoolean(false);
  }

  static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(node -> node.asString("")).toList();
  }
}
