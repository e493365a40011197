package org.touchpaper.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What is really there: on the network elements, and in the cluster's allocation files. */
record Ground(Calls calls, Path allocationFiles) {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String ALLOWED = "switchport trunk allowed vlan";

  /** What each holds, in one object; lists and names in a fixed order, so that texts compare. */
  String elements() {
    var held = JSON.createObjectNode();
    for (var element : calls.get("elements", "/elements").json()) {
      var tid = element.path("tid").asString("");
      held.set(tid, busy(calls.get("elements", "/elements/" + tid).json().path("holds")));
    }
    return held.toString();
  }

  /** A trunk that carries no VLAN holds nothing, however the port was dressed for it. */
  private static JsonNode busy(JsonNode holds) {
    if (holds instanceof ObjectNode kinds && kinds.get("INTERFACE") instanceof ObjectNode ports) {
      ports.removeIf(port -> port.path(ALLOWED).asString("").equals("none"));
      if (ports.isEmpty()) {
        kinds.remove("INTERFACE");
      }
    }
    return holds;
  }

  String transcript(String tid) {
    return calls.get("elements", "/elements/" + tid + "/transcript").bodyOrAll();
  }

  String allocations() {
    var files = new TreeMap<String, String>();
    if (Files.isDirectory(allocationFiles)) {
      try (var found = Files.list(allocationFiles)) {
        for (var file : found.filter(Files::isRegularFile).sorted().toList()) {
          files.put(String.valueOf(file.getFileName()), Files.readString(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + allocationFiles, e);
      }
    }
    return JSON.writeValueAsString(files);
  }
}
