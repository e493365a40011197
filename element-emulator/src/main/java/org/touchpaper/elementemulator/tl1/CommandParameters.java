package org.touchpaper.elementemulator.tl1;

import java.util.List;
import java.util.Map;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.NamedRow;

/** The named parameters of a command's AID and payload blocks, by upper-case name. */
public record CommandParameters(
    Map<String, String> aid, Map<String, String> payload, String bareAid) {

  public static CommandParameters of(InputCommand command) {
    var aidFields = NamedRow.parse(command.aid());
    var payloadFields = NamedRow.parse("," + String.join(",", command.blocks()));
    return new CommandParameters(aidFields.values(), payloadFields.values(), aidFields.name());
  }

  /** The entity's name: {@code NAME=x}, or just {@code x} in the AID block. */
  public String name() {
    return aid.getOrDefault("NAME", bareAid);
  }

  public String get(String name) {
    return payload.getOrDefault(name, "");
  }

  /** True if the command selects all entities of its kind. */
  public boolean isAll() {
    return name().isEmpty() ? aid.isEmpty() : List.of("ALL", "all").contains(name());
  }
}
