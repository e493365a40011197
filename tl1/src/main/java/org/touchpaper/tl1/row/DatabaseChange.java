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
 * A row of REPT DBCHG: somebody, we or another, has changed what the element is configured to do.
 * {@code DBCHGSEQ=52,DATE=…,TIME=…,USERID=ADMIN,SOURCE=65:ENT-CRS-STS1:from,to:2WAY:CKTID=…:}
 *
 * <p>A hint to read again, never the truth: reports get lost, and an AID that holds colons cannot
 * be told from the blocks behind it.
 *
 * @param sequence the element's count of changes, to notice a lost report by; empty if not said
 * @param user who changed it; empty if not said
 * @param source mostly the CTAG of the command; empty if not said
 * @param date as sent; empty if not said
 * @param time as sent; empty if not said
 * @param code the command that made the change, in upper case, such as ENT-CRS-STS1
 * @param aid what it is about, as sent; empty if nothing
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

  /** Reads a row; empty if it holds no command. The block before the command may be missing. */
  public static Optional<DatabaseChange> parse(String row) {
    var blocks = BlockRow.parse(row);
    for (var i = 0; i < Math.min(3, blocks.blocks().size()); i++) {
      var code = blocks.at(i, 0);
      if (blocks.blocks().get(i).size() == 1 && CODE.matcher(code).matches()) {
        return Optional.of(change(blocks, i, code));
      }
    }
    return Optional.empty();
  }

  /** The changes that a REPT DBCHG tells; none if the report is another one. */
  public static List<DatabaseChange> in(AutonomousMessage report) {
    if (!report.verb().toUpperCase(Locale.ROOT).startsWith("REPT DBCHG")) {
      return List.of();
    }
    return report.text().rows().stream()
        .map(DatabaseChange::parse)
        .flatMap(Optional::stream)
        .toList();
  }

  /** What was done: ENT, ED, DLT, … */
  public String verb() {
    return code.substring(0, code.indexOf('-'));
  }

  /** The value that the command gives this parameter, if it names it. */
  public Optional<String> find(String key) {
    return BlockRow.parse(String.join(":", blocks)).find(key);
  }

  private static DatabaseChange change(BlockRow row, int at, String code) {
    var said = new BlockRow(row.blocks().subList(0, at)).named();
    var sequence = said.getOrDefault("DBCHGSEQ", "");
    var blocks = new ArrayList<String>();
    for (var block : row.blocks().subList(at + 1, row.blocks().size())) {
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
        said.getOrDefault("USERID", ""),
        said.getOrDefault("SOURCE", ""),
        said.getOrDefault("DATE", ""),
        said.getOrDefault("TIME", ""),
        code.toUpperCase(Locale.ROOT),
        aid,
        blocks);
  }
}
