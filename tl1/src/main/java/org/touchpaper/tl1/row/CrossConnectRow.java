package org.touchpaper.tl1.row;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.BlockRow;

/**
 * One cross-connect, from a row of RTRV-CRS or RTRV-PATCH. Accepted variants:
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
 * @param from one end as sent; {@code a&b} where a path is protected
 * @param to the other end
 * @param type 1WAY, 2WAY or a vendor's type such as 2WAYPR; may be empty
 * @param rate such as STS3C, as sent; may be empty
 * @param name the label given at creation: CKTID, CONNNAME, NAME or LABEL; may be empty
 * @param state as sent, such as IS-NR, ACT or fault; may be empty
 * @param parameters the named values of the row, by upper-case key
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

  /** The keys of the two ends, for vendors that name them. */
  private static final List<List<String>> END_KEYS =
      List.of(
          List.of("SRCPORT", "DSTPORT"),
          List.of("IPORTID", "OPORTID"),
          List.of("FROMENDPOINT", "TOENDPOINT"));

  public CrossConnectRow {
    parameters = Map.copyOf(parameters);
  }

  /** Parses a row; empty if it is not a cross-connect, or a port without one. */
  public static Optional<CrossConnectRow> parse(String row) {
    var blocks = BlockRow.parse(row);
    var values = blocks.namedValues();
    for (var endKeys : END_KEYS) {
      var from = values.getOrDefault(endKeys.getFirst(), "");
      var to = values.getOrDefault(endKeys.getLast(), "");
      if (!from.isEmpty() && !to.isEmpty()) {
        return to.equals("0") ? Optional.empty() : Optional.of(of(blocks, from, to));
      }
    }
    return isPair(blocks)
        ? Optional.of(of(blocks, blocks.valueAt(0, 0), blocks.valueAt(0, 1)))
        : Optional.empty();
  }

  /** Two ends followed by a type, or two port numbers alone. */
  private static boolean isPair(BlockRow row) {
    var ends = row.blocks().getFirst();
    if (ends.size() != 2 || ends.stream().anyMatch(end -> end.isBlank() || end.contains("="))) {
      return false;
    }
    return row.blocks().size() == 1
        ? ends.stream().allMatch(end -> PORT.matcher(end.strip()).matches())
        : TYPE.matcher(row.valueAt(1, 0)).matches();
  }

  private static CrossConnectRow of(BlockRow row, String from, String to) {
    var values = row.namedValues();
    return new CrossConnectRow(
        from,
        to,
        TYPE.matcher(row.valueAt(1, 0)).matches()
            ? row.valueAt(1, 0)
            : values.getOrDefault("CONNTYPE", ""),
        rate(row),
        Stream.of("CKTID", "CONNNAME", "NAME", "LABEL")
            .map(key -> values.getOrDefault(key, ""))
            .filter(name -> !name.isEmpty())
            .findFirst()
            .orElse(""),
        state(row, values),
        values);
  }

  /** The rate follows the type or has its own block. */
  private static String rate(BlockRow row) {
    return Stream.concat(
            Stream.of(row.valueAt(1, 1)), row.blocks().stream().skip(1).map(List::getFirst))
        .map(String::strip)
        .filter(field -> RATE.matcher(field).matches())
        .findFirst()
        .orElse("");
  }

  private static String state(BlockRow row, Map<String, String> values) {
    return row.blocks().reversed().stream()
        .map(block -> block.getFirst().strip())
        .filter(field -> STATE.matcher(field).matches())
        .findFirst()
        .orElseGet(() -> values.getOrDefault("CONNSTATE", values.getOrDefault("PST", "")));
  }
}
