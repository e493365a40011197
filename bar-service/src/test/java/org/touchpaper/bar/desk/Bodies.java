package org.touchpaper.bar.desk;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What visitors ask for. */
public final class Bodies {

  private static final JsonMapper JSON = JsonMapper.shared();

  /** A lightpath and four nodes from 21:00 to 22:00. */
  public static final String BOTH =
      """
      { "description": "SPICE run 42",
        "schedule": { "startTime": "2026-12-01T21:00:00Z", "endTime": "2026-12-01T22:00:00Z" },
        "compute": [ { "resource": "newton", "nodes": 4 } ],
        "lightpaths": [
          { "source": "vis.ucl", "destination": "newton.manchester", "bandwidthMbps": 300 } ] }
      """;

  /** The same for an hour, as early as possible between 21:00 and 24:00. */
  public static final String WINDOW =
      with(
          BOTH,
          "/schedule",
          """
          { "notBefore": "2026-12-01T21:00:00Z", "notAfter": "2026-12-02T00:00:00Z",
            "duration": "PT1H" }
          """);

  /** A lightpath alone from 21:00 to 22:00. */
  public static final String LIGHTPATH =
      """
      { "description": "a film", "source": "vis.ucl", "destination": "newton.manchester",
        "bandwidthMbps": 300,
        "schedule": { "startTime": "2026-12-01T21:00:00Z", "endTime": "2026-12-01T22:00:00Z" } }
      """;

  private Bodies() {}

  /** The body with something else at a place; with nothing there if that is empty. */
  public static String with(String body, String pointer, String json) {
    var tree = JSON.readTree(body);
    var parent = tree.at(pointer.substring(0, pointer.lastIndexOf('/')));
    var name = pointer.substring(pointer.lastIndexOf('/') + 1);
    switch (parent) {
      case ObjectNode object when json.isBlank() -> object.remove(name);
      case ObjectNode object -> object.set(name, JSON.readTree(json));
      case ArrayNode array when name.equals("-") -> array.add(JSON.readTree(json));
      case ArrayNode array -> array.set(Integer.parseInt(name), JSON.readTree(json));
      case JsonNode other -> throw new IllegalArgumentException(pointer + " is in " + other);
    }
    return JSON.writeValueAsString(tree);
  }
}
