package org.touchpaper.demo.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Actual state of the network elements and of the cluster's allocation files. */
public record NetworkStateReader(DemoHttpClient calls, Path machineAllocationFiles) {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ALLOWED_VLANS = "switchport trunk allowed vlan";

  /** The configuration of every element as JSON, in a fixed order so that texts compare. */
  public String elements() {
    var holdings = JSON.createObjectNode();
    for (var element : calls.get("elements", "/elements").json()) {
      var tid = element.path("tid").asString("");
      holdings.set(
          tid,
          withoutIdleTrunks(calls.get("elements", "/elements/" + tid).json().path("entities")));
    }
    return holdings.toString();
  }

  /** Drops trunks that carry no VLAN, whatever else is configured on the port. */
  private static JsonNode withoutIdleTrunks(JsonNode holds) {
    if (holds instanceof ObjectNode kinds && kinds.get("INTERFACE") instanceof ObjectNode ports) {
      ports.removeIf(port -> port.path(ALLOWED_VLANS).asString("").equals("none"));
      if (ports.isEmpty()) {
        kinds.remove("INTERFACE");
      }
    }
    return holds;
  }

  public String transcript(String tid) {
    return calls.get("elements", "/elements/" + tid + "/transcript").bodyOrAll();
  }

  public String allocations() {
    var files = new TreeMap<String, String>();
    if (Files.isDirectory(machineAllocationFiles)) {
      try (var found = Files.list(machineAllocationFiles)) {
        for (var file : found.filter(Files::isRegularFile).sorted().toList()) {
          files.put(String.valueOf(file.getFileName()), Files.readString(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + machineAllocationFiles, e);
      }
    }
    return JSON.writeValueAsString(files);
  }
}
