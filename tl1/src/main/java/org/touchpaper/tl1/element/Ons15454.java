package org.touchpaper.tl1.element;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Cisco ONS 15454: cross-connects between STS paths, keyed by their two ends (TL1 Command Guide
 * R3.3, ENT-CRS-STSn). A path is in one cross-connect at most.
 */
final class Ons15454 implements Tl1Dialect {

  private static final Pattern COMMAND =
      Pattern.compile("(ENT|DLT|RTRV)-CRS-(STS(?:1|3C|6C|9C|12C|24C|48C|192C))");
  private static final Pattern PATH = Pattern.compile("STS-\\d{1,2}(-\\d{1,2})?-(\\d{1,3}|ALL)");
  private static final Set<String> TYPES = Set.of("1WAY", "2WAY");

  private final Database database;

  Ons15454(Database database) {
    this.database = database;
  }

  @Override
  public boolean isTelnet() {
    return false;
  }

  @Override
  public Answer notLoggedIn() {
    return Answer.denyBare();
  }

  @Override
  public Answer execute(InputCommand command) {
    if (command.code().equals("RTRV-HDR")) {
      return Answer.done();
    }
    var match = COMMAND.matcher(command.code());
    if (!match.matches()) {
      return Tl1Dialect.unknownCommand();
    }
    var rate = match.group(2);
    var paths = List.of(command.aid().replace(" ", "").toUpperCase(Locale.ROOT).split(","));
    if (!paths.stream().allMatch(path -> PATH.matcher(path).matches()) || paths.size() > 2) {
      return Answer.deny("IIAC", "Input, Invalid Access Identifier");
    }
    return switch (match.group(1)) {
      case "ENT" -> enter(rate, paths, command);
      case "DLT" -> delete(rate, paths);
      default -> retrieve(rate, paths);
    };
  }

  private Answer enter(String rate, List<String> paths, InputCommand command) {
    if (paths.size() != 2 || paths.getFirst().equals(paths.getLast())) {
      return Answer.deny("IIAC", "Input, Invalid Access Identifier");
    }
    var type =
        command.blocks().isEmpty() || command.blocks().getFirst().isEmpty()
            ? "2WAY"
            : command.blocks().getFirst();
    if (!TYPES.contains(type)) {
      return Answer.deny("IIPV", "Input, Invalid Parameter Value " + type);
    }
    for (var other : database.list("CRS")) {
      if (paths.stream().anyMatch(path -> ends(other).contains(path))) {
        return Answer.deny("SROF", "Status, Requested Operation Failed: port having connection");
      }
    }
    var attributes = new TreeMap<String, String>();
    attributes.put("RATE", rate);
    attributes.put("CCT", type);
    attributes.putAll(Parameters.of(command).payload());
    database.put(new Entity("CRS", String.join(",", paths), attributes));
    return Answer.done();
  }

  private Answer delete(String rate, List<String> paths) {
    var found =
        database
            .find("CRS", String.join(",", paths))
            .filter(entity -> entity.get("RATE").equals(rate));
    found.ifPresent(database::remove);
    return found.isPresent()
        ? Answer.done()
        : Answer.deny("IIAC", "Input, Invalid Access Identifier: no such cross-connect");
  }

  private Answer retrieve(String rate, List<String> paths) {
    var rows = new ArrayList<String>();
    for (var entity : database.list("CRS")) {
      if (entity.get("RATE").equals(rate) && paths.stream().anyMatch(path -> isOn(entity, path))) {
        rows.add(row(entity));
      }
    }
    return rows.isEmpty()
        ? Answer.deny("IIAC", "Input, Invalid Access Identifier: no such cross-connect")
        : Answer.rows(rows);
  }

  private static boolean isOn(Entity crossConnect, String path) {
    return path.endsWith("ALL")
        ? ends(crossConnect).stream().anyMatch(end -> end.startsWith(path.replace("ALL", "")))
        : ends(crossConnect).contains(path);
  }

  private static List<String> ends(Entity crossConnect) {
    return List.of(crossConnect.name().split(","));
  }

  private static String row(Entity entity) {
    var circuit = entity.get("CKTID");
    return entity.name()
        + ":"
        + entity.get("CCT")
        + ","
        + entity.get("RATE")
        + ":"
        + (circuit.isEmpty() ? "" : "CKTID=\\\"" + circuit + "\\\"")
        + ":IS-NR,";
  }
}
