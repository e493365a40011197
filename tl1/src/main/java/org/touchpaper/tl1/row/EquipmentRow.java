package org.touchpaper.tl1.row;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.BlockRow;

/**
 * One piece of equipment or one facility, from a row of RTRV-EQPT, RTRV-OC192 and the like: {@code
 * aid:positions:names and values:state,further states}.
 *
 * @param aid as sent
 * @param type the first position, or CTYPE, PROVISIONEDTYPE or ACTUALTYPE; may be empty
 * @param state the primary state, such as IS or OOS-AU
 * @param secondaryStates such as MEA or DISCD
 * @param parameters the named values of the row, by upper-case key
 */
public record EquipmentRow(
    String aid,
    String type,
    String state,
    List<String> secondaryStates,
    Map<String, String> parameters) {

  private static final Pattern STATE = Pattern.compile("(IS|OOS)(-[A-Z]{1,6})?");

  public EquipmentRow {
    secondaryStates = List.copyOf(secondaryStates);
    parameters = Map.copyOf(parameters);
  }

  /** Parses a row; empty if it does not state one entity's state. */
  public static Optional<EquipmentRow> parse(String row) {
    var blocks = BlockRow.parse(row);
    var last = blocks.blocks().size() - 1;
    var aid = blocks.blocks().getFirst();
    if (last < 2
        || aid.size() != 1
        || aid.getFirst().isBlank()
        || !STATE.matcher(blocks.valueAt(last, 0)).matches()) {
      return Optional.empty();
    }
    var values = blocks.namedValues();
    var states = blocks.blocks().get(last);
    return Optional.of(
        new EquipmentRow(
            blocks.valueAt(0, 0),
            Stream.of(
                    blocks.valueAt(1, 0),
                    values.getOrDefault("CTYPE", ""),
                    values.getOrDefault("PROVISIONEDTYPE", ""),
                    values.getOrDefault("ACTUALTYPE", ""))
                .filter(type -> !type.isEmpty() && !type.contains("="))
                .findFirst()
                .orElse(""),
            blocks.valueAt(last, 0),
            states.stream()
                .skip(1)
                .map(String::strip)
                .filter(secondaryState -> !secondaryState.isEmpty())
                .toList(),
            values));
  }

  public boolean isInService() {
    return state.startsWith("IS");
  }
}
