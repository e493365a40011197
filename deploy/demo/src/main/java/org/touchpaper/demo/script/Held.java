package org.touchpaper.demo.script;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What an element holds and what lies in allocation files, in lines for people. */
final class Held {

  private Held() {}

  /** A line for each thing: its kind, its name and its settings. */
  static List<String> in(JsonNode element) {
    var lines = new ArrayList<String>();
    element
        .properties()
        .forEach(kind ->
            kind.getValue()
                .properties()
                .forEach(thing ->
                    lines.add(
                        kind.getKey() + " " + thing.getKey() + "  " + settings(thing.getValue()))));
    return lines;
  }

  private static String settings(JsonNode thing) {
    return thing.properties().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue().asString(""))
        .collect(Collectors.joining(", "));
  }

  /** Each file's name and content. */
  static List<String> files(String allocations) {
    var lines = new ArrayList<String>();
    Reply.json(allocations)
        .properties()
        .forEach(file -> {
          lines.add("allocation file " + file.getKey());
          file.getValue().asString("").lines().map("  "::concat).forEach(lines::add);
        });
    return lines;
  }
}
