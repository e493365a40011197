package org.touchpaper.tl1.row;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.BlockRow;

/**
 * One piece of equipment or one facility, from a row of RTRV-EQPT or of RTRV-OC192 and the like:
 * {@code aid:positions:names and values:state,further states}.
 *
 * @param aid as the element spells it
 * @param type what it is: the first position, or CTYPE, PROVISIONEDTYPE or ACTUALTYPE; empty if not
 *     said
 * @param state the primary state, such as IS or OOS-AU
 * @param secondaryStates such as MEA or DISCD
 * @param parameters all that the row names, by upper-case key
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

  /** Reads a row; empty if it tells of no state of one entity. */
  public static Optional<EquipmentRow> parse(String row) {
    var blocks = BlockRow.parse(row);
    var last = blocks.blocks().size() - 1;
    var aid = blocks.blocks().getFirst();
    if (last < 2
        || aid.size() != 1
        || aid.getFirst().isBlank()
        || !STATE.matcher(blocks.at(last, 0)).matches()) {
      return Optional.empty();
    }
    var named = blocks.named();
    var states = blocks.blocks().get(last);
    return Optional.of(
        new EquipmentRow(
            blocks.at(0, 0),
            Stream.of(
                    blocks.at(1, 0),
                    named.getOrDefault("CTYPE", ""),
                    named.getOrDefault("PROVISIONEDTYPE", ""),
                    named.getOrDefault("ACTUALTYPE", ""))
                .filter(type -> !type.isEmpty() && !type.contains("="))
                .findFirst()
                .orElse(""),
            blocks.at(last, 0),
            states.stream().skip(1).map(String::strip).filter(each -> !each.isEmpty()).toList(),
            named));
  }

  /** True if it is in service. */
  public boolean isInService() {
    return state.startsWith("IS");
  }
}
