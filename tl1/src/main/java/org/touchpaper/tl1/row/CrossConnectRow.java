package org.touchpaper.tl1.row;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.BlockRow;

/**
 * One cross-connect, from a row of RTRV-CRS or RTRV-PATCH. Seen and read:
 *
 * <ul>
 *   <li>Cisco {@code STS-6-1,STS-12-4:2WAY,STS3C:CKTID=\"x\":IS-NR,}
 *   <li>Nortel and Ciena {@code STS3C-1-6-1-37,STS3C-1-1-4-16:2WAY:CKTID=\"x\":STS3C:}
 *   <li>Calient {@code 2.3.6-3.2.5:SRCPORT=2.3.6,DSTPORT=3.2.5,CONNNAME=…,CONNTYPE=2WAY,…}
 *   <li>Glimmerglass {@code GGN:IPORTID=10002,OPORTID=20015,CONNSTATE=fault,…}
 *   <li>CoreDirector {@code FROMENDPOINT=…,TOENDPOINT=…:NAME=…::PST=IS-NR,}
 *   <li>Polatis {@code 1,17}
 * </ul>
 *
 * @param from one end as the element spells it; {@code a&b} where a path is protected
 * @param to the other end
 * @param type 1WAY, 2WAY or a vendor's own such as 2WAYPR; empty if not said
 * @param rate such as STS3C, as sent; empty if not said
 * @param name what its maker called it: CKTID, CONNNAME, NAME or LABEL; empty if not said
 * @param state as sent, such as IS-NR, ACT or fault; empty if not said
 * @param parameters all that the row names, by upper-case key
 */
public record CrossConnectRow(
    String from,
    String to,
    String type,
    String rate,
    String name,
    String state,
    Map<String, String> parameters) {

  private static final Pattern TYPE = Pattern.compile("[12]WAY[A-Z]{0,8}");
  private static final Pattern RATE =
      Pattern.compile("(STS|VT|VC|OC|STM|ODU)-?\\d{1,3}[A-Z0-9]{0,4}");
  private static final Pattern STATE = Pattern.compile("(IS|OOS|ACT)(-[A-Z]{1,6})?");
  private static final Pattern PORT = Pattern.compile("\\d{1,4}");

  /** The keys under which vendors who name the ends name them. */
  private static final List<List<String>> ENDS =
      List.of(
          List.of("SRCPORT", "DSTPORT"),
          List.of("IPORTID", "OPORTID"),
          List.of("FROMENDPOINT", "TOENDPOINT"));

  public CrossConnectRow {
    parameters = Map.copyOf(parameters);
  }

  /** Reads a row; empty if it is none of a cross-connect, or of a port that has none. */
  public static Optional<CrossConnectRow> parse(String row) {
    var blocks = BlockRow.parse(row);
    var named = blocks.named();
    for (var ends : ENDS) {
      var from = named.getOrDefault(ends.getFirst(), "");
      var to = named.getOrDefault(ends.getLast(), "");
      if (!from.isEmpty() && !to.isEmpty()) {
        return to.equals("0") ? Optional.empty() : Optional.of(of(blocks, from, to));
      }
    }
    return isPair(blocks)
        ? Optional.of(of(blocks, blocks.at(0, 0), blocks.at(0, 1)))
        : Optional.empty();
  }

  /** Two ends, and behind them a type; or two port numbers and nothing else. */
  private static boolean isPair(BlockRow row) {
    var ends = row.blocks().getFirst();
    if (ends.size() != 2 || ends.stream().anyMatch(end -> end.isBlank() || end.contains("="))) {
      return false;
    }
    return row.blocks().size() == 1
        ? ends.stream().allMatch(end -> PORT.matcher(end.strip()).matches())
        : TYPE.matcher(row.at(1, 0)).matches();
  }

  private static CrossConnectRow of(BlockRow row, String from, String to) {
    var named = row.named();
    return new CrossConnectRow(
        from,
        to,
        TYPE.matcher(row.at(1, 0)).matches() ? row.at(1, 0) : named.getOrDefault("CONNTYPE", ""),
        rate(row),
        Stream.of("CKTID", "CONNNAME", "NAME", "LABEL")
            .map(key -> named.getOrDefault(key, ""))
            .filter(name -> !name.isEmpty())
            .findFirst()
            .orElse(""),
        state(row, named),
        named);
  }

  /** Behind the type, or in a block of its own. */
  private static String rate(BlockRow row) {
    return Stream.concat(Stream.of(row.at(1, 1)), row.blocks().stream().skip(1).map(List::getFirst))
        .map(String::strip)
        .filter(field -> RATE.matcher(field).matches())
        .findFirst()
        .orElse("");
  }

  private static String state(BlockRow row, Map<String, String> named) {
    return row.blocks().reversed().stream()
        .map(block -> block.getFirst().strip())
        .filter(field -> STATE.matcher(field).matches())
        .findFirst()
        .orElseGet(() -> named.getOrDefault("CONNSTATE", named.getOrDefault("PST", "")));
  }
}
