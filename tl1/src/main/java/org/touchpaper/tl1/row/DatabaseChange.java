package org.touchpaper.tl1.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.AutonomousMessage;
import org.touchpaper.tl1.message.BlockRow;

/**
 * A configuration change on an element, from a row of REPT DBCHG: {@code
 * DBCHGSEQ=52,DATE=…,TIME=…,USERID=ADMIN,SOURCE=65:ENT-CRS-STS1:from,to:2WAY:CKTID=…:}
 *
 * <p>The change may be ours or another user's. Treat it as a hint to read the element again:
 * reports get lost, and an AID with colons cannot be distinguished from the blocks after it.
 *
 * @param sequence the element's change counter, which reveals lost reports; may be empty
 * @param user the user who made the change; may be empty
 * @param source usually the CTAG of the command; may be empty
 * @param date as sent; may be empty
 * @param time as sent; may be empty
 * @param code the command that made the change, in upper case, such as ENT-CRS-STS1
 * @param aid the changed entity, as sent; may be empty
 * @param blocks the command's other blocks, as sent
 */
public record DatabaseChange(
    OptionalLong sequence,
    String user,
    String source,
    String date,
    String time,
    String code,
    String aid,
    List<String> blocks) {

  private static final Pattern CODE = Pattern.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,20}){1,5}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

  public DatabaseChange {
    blocks = List.copyOf(blocks);
  }

  /** Parses a row; empty if it contains no command. The block before the command may be missing. */
  public static Optional<DatabaseChange> parse(String row) {
    var blocks = BlockRow.parse(row);
    for (var i = 0; i < Math.min(3, blocks.blocks().size()); i++) {
      var code = blocks.valueAt(i, 0);
      if (blocks.blocks().get(i).size() == 1 && CODE.matcher(code).matches()) {
        return Optional.of(fromBlocks(blocks, i, code));
      }
    }
    return Optional.empty();
  }

  /** Parses the changes of a REPT DBCHG; empty for any other report. */
  public static List<DatabaseChange> fromReport(AutonomousMessage report) {
    if (!report.verb().toUpperCase(Locale.ROOT).startsWith("REPT DBCHG")) {
      return List.of();
    }
    return report.text().rows().stream()
        .map(DatabaseChange::parse)
        .flatMap(Optional::stream)
        .toList();
  }

  /** The verb of the command: ENT, ED, DLT, … */
  public String verb() {
    return code.substring(0, code.indexOf('-'));
  }

  /** The value of this parameter of the command, if present. */
  public Optional<String> findParameter(String key) {
    return BlockRow.parse(String.join(":", blocks)).findValue(key);
  }

  private static DatabaseChange fromBlocks(BlockRow row, int commandBlock, String code) {
    var headerValues = new BlockRow(row.blocks().subList(0, commandBlock)).namedValues();
    var sequence = headerValues.getOrDefault("DBCHGSEQ", "");
    var blocks = new ArrayList<String>();
    for (var block : row.blocks().subList(commandBlock + 1, row.blocks().size())) {
      blocks.add(String.join(",", block).strip());
    }
    while (!blocks.isEmpty() && blocks.getLast().isEmpty()) {
      blocks.removeLast();
    }
    var aid = blocks.isEmpty() ? "" : blocks.removeFirst();
    return new DatabaseChange(
        NUMBER.matcher(sequence).matches()
            ? OptionalLong.of(Long.parseLong(sequence))
            : OptionalLong.empty(),
        headerValues.getOrDefault("USERID", ""),
        headerValues.getOrDefault("SOURCE", ""),
        headerValues.getOrDefault("DATE", ""),
        headerValues.getOrDefault("TIME", ""),
        code.toUpperCase(Locale.ROOT),
        aid,
        blocks);
  }
}
