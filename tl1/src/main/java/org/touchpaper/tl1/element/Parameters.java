package org.touchpaper.tl1.element;

import java.util.List;
import java.util.Map;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;

/** The named parameters of a command's AID and payload blocks, by upper-case name. */
record Parameters(Map<String, String> aid, Map<String, String> payload, String bareAid) {

  static Parameters of(InputCommand command) {
    var about = NamedRow.parse(command.aid());
    var rest = NamedRow.parse("," + String.join(",", command.blocks()));
    return new Parameters(about.values(), rest.values(), about.name());
  }

  /** The entity's name, written {@code NAME=x} or just {@code x} in the AID block. */
  String name() {
    return aid.getOrDefault("NAME", bareAid);
  }

  String get(String name) {
    return payload.getOrDefault(name, "");
  }

  /** True if the whole class is meant. */
  boolean isAll() {
    return name().isEmpty() ? aid.isEmpty() : List.of("ALL", "all").contains(name());
  }
}
