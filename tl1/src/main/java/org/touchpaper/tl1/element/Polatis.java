package org.touchpaper.tl1.element;

import static org.touchpaper.tl1.element.Refused.unless;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Polatis, a photonic switch of 48 fibres: patches between two ports, without a name or an owner.
 * The TID is a quoted text. How a real one denies is not public; these codes are GR-833's.
 */
final class Polatis implements Tl1Dialect {

  private static final Pattern PAIR = Pattern.compile("(\\d{1,3}),(\\d{1,3})");
  private static final int PORTS = 48;
  private static final String PATCH = "PATCH";

  private final Database database;

  Polatis(Database database) {
    this.database = database;
  }

  /** What comes before the TID is known names none (as {@code ACT-USER::root:123::root}). */
  @Override
  public boolean isAddressedBy(InputCommand command) {
    return command.code().equals("RTRV-HDR")
        || command.code().endsWith("-USER")
        || command.tid().startsWith("\"");
  }

  @Override
  public Answer execute(InputCommand command) {
    return switch (command.code()) {
      case "RTRV-HDR" -> Answer.done();
      case "RTRV-NETYPE" -> Answer.rows(List.of("POLATIS,OST,NLTE,6.6"));
      case "RTRV-PATCH" -> Answer.rows(database.list(PATCH).stream().map(Entity::name).toList());
      case "ENT-PATCH" -> enter(command.aid());
      case "DLT-PATCH" -> delete(command.aid());
      default -> Tl1Dialect.unknownCommand();
    };
  }

  private Answer enter(String aid) {
    var pair = PAIR.matcher(aid);
    unless(pair.matches(), "IIAC", "Input, Invalid Access Identifier");
    var low = Integer.parseInt(pair.group(1));
    var high = Integer.parseInt(pair.group(2));
    unless(
        low >= 1 && low < high && high <= PORTS, "IIAC", "Input, Invalid Access Identifier " + aid);
    for (var port : List.of(pair.group(1), pair.group(2))) {
      unless(
          database.list(PATCH).stream().noneMatch(patch -> joins(patch, port)),
          "SROF",
          "Status, Requested Operation Failed: port " + port + " is in use");
    }
    database.put(new Entity(PATCH, aid, new TreeMap<>()));
    return Answer.done();
  }

  private static boolean joins(Entity patch, String port) {
    return Arrays.asList(patch.name().split(",", -1)).contains(port);
  }

  private Answer delete(String port) {
    var patch =
        database.list(PATCH).stream()
            .filter(each -> joins(each, port))
            .findFirst()
            .orElseThrow(() -> new Refused("IENE", "Input, Entity does Not Exist"));
    database.remove(patch);
    return Answer.done();
  }
}
