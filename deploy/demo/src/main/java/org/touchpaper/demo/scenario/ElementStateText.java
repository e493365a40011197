package org.touchpaper.demo.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Formats element configuration and allocation files as lines of text. */
final class ElementStateText {

  private ElementStateText() {}

  /** One line for each item: kind, name and settings. */
  static List<String> linesOf(JsonNode element) {
    return element.properties().stream()
        .flatMap(kind ->
            kind.getValue().properties().stream()
                .map(
                    item -> kind.getKey() + " " + item.getKey() + "  " + settings(item.getValue())))
        .toList();
  }

  private static String settings(JsonNode item) {
    return item.properties().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue().asString(""))
        .collect(Collectors.joining(", "));
  }

  /** The name and content of each file. */
  static List<String> fileLines(String allocations) {
    var lines = new ArrayList<String>();
    HttpReply.json(allocations)
        .properties()
        .forEach(file -> {
          lines.add("allocation file " + file.getKey());
          file.getValue().asString("").lines().map("  "::concat).forEach(lines::add);
        });
    return lines;
  }
}
