package org.touchpaper.tl1.element;

import static org.touchpaper.tl1.element.Refused.unless;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Calient DiamondWave, a photonic switch: a connection is entered, then activated; cancelled, then
 * deleted. Its id is {@code s>d} one way and {@code s-d} both ways. The forms are those of clients
 * in the field; that an empty half of the AID stands for any port is read into their {@code
 * RTRV-CRS::,:c;}. A connection over a port that was removed completes and carries no light.
 */
final class Calient implements Tl1Dialect {

  private static final Pattern PORT = Pattern.compile("\\d{1,2}\\.\\d{1,2}[a-z]?\\.\\d{1,2}");
  private static final String CRS = "CRS";
  private static final String REMOVED = "PORT";

  private final Database database;

  Calient(Database database) {
    this.database = database;
  }

  @Override
  public Answer notLoggedIn() {
    return Answer.deny("PLNA", "Login Not Active");
  }

  /** As clients in the field have found; no document says how long. */
  @Override
  public Duration settle() {
    return Duration.ofMillis(500);
  }

  @Override
  public Answer execute(InputCommand command) {
    return switch (command.code()) {
      case "RTRV-HDR" -> Answer.done();
      case "ENT-CRS" -> enter(command);
      case "ACT-CRS" -> change(command, "IS");
      case "CANC-CRS" -> change(command, "UMA");
      case "DLT-CRS" -> delete(command);
      case "RTRV-CRS" -> retrieve(command);
      case "RMV-PORT" -> remove(command.aid());
      case "RST-PORT" -> restore(command.aid());
      default -> Tl1Dialect.unknownCommand();
    };
  }

  private static Refused invalid() {
    return new Refused("IDNV", "Invalid Connection");
  }

  /** The two halves of the AID block; an empty one is any port. */
  private static List<String> ports(InputCommand command) {
    var ports = List.of(command.aid().split(",", -1));
    unless(
        ports.size() == 2
            && ports.stream().allMatch(port -> port.isEmpty() || PORT.matcher(port).matches()),
        "IIAC",
        "Invalid Port");
    return ports;
  }

  private static String at(InputCommand command, int position) {
    var fields = String.join(",", command.blocks()).split(",", -1);
    return position < fields.length ? fields[position] : "";
  }

  private Answer enter(InputCommand command) {
    var ports = ports(command);
    var type = at(command, 1);
    unless(ports.stream().noneMatch(String::isEmpty), "IIAC", "Invalid Port");
    unless(List.of("1WAY", "2WAY").contains(type), "IIPG", "Invalid Connection Type");
    for (var other : database.list(CRS)) {
      if (takes(other, ports, type.equals("2WAY"))) {
        throw invalid();
      }
    }
    var id = ports.getFirst() + (type.equals("2WAY") ? "-" : ">") + ports.getLast();
    var attributes = new TreeMap<String, String>();
    attributes.put("SRCPORT", ports.getFirst());
    attributes.put("DSTPORT", ports.getLast());
    attributes.put("GRPNAME", at(command, 0).isEmpty() ? "SYSTEM" : at(command, 0));
    attributes.put("CONNNAME", at(command, 2).isEmpty() ? id : at(command, 2));
    attributes.put("CONNTYPE", type);
    attributes.put("AS", "UMA");
    database.put(new Entity(CRS, id, attributes));
    return Answer.done();
  }

  /** The input half of a port, or the output half, is in one connection. */
  private static boolean takes(Entity other, List<String> ports, boolean bothWays) {
    var source = other.get("SRCPORT");
    var destination = other.get("DSTPORT");
    if (bothWays || other.get("CONNTYPE").equals("2WAY")) {
      return Stream.of(source, destination).anyMatch(ports::contains);
    }
    return source.equals(ports.getFirst()) || destination.equals(ports.getLast());
  }

  private Entity named(InputCommand command) {
    var ports = ports(command);
    return database.list(CRS).stream()
        .filter(each -> each.get("SRCPORT").equals(ports.getFirst()))
        .filter(each -> each.get("DSTPORT").equals(ports.getLast()))
        .filter(each -> each.get("GRPNAME").equals(at(command, 1)))
        .filter(each -> isCalled(each, at(command, 0)) && isCalled(each, at(command, 2)))
        .findFirst()
        .orElseThrow(Calient::invalid);
  }

  private static boolean isCalled(Entity connection, String name) {
    return name.isEmpty()
        || name.equals(connection.name())
        || name.equals(connection.get("CONNNAME"));
  }

  private Answer change(InputCommand command, String state) {
    var connection = named(command);
    if (connection.get("AS").equals(state)) {
      throw invalid();
    }
    database.put(connection.with("AS", state));
    return Answer.done();
  }

  private Answer delete(InputCommand command) {
    var connection = named(command);
    unless(connection.get("AS").equals("UMA"), "SNVS", "Connection is Active");
    database.remove(connection);
    return Answer.done();
  }

  private Answer retrieve(InputCommand command) {
    var ports = at(command, 0).equals("ALL") ? List.of("", "") : ports(command);
    var rows =
        database.list(CRS).stream()
            .filter(each -> isOrAny(ports.getFirst(), each.get("SRCPORT")))
            .filter(each -> isOrAny(ports.getLast(), each.get("DSTPORT")))
            .map(this::row)
            .toList();
    if (rows.isEmpty()) {
      throw invalid();
    }
    return Answer.rows(rows);
  }

  private static boolean isOrAny(String wanted, String port) {
    return wanted.isEmpty() || wanted.equals(port);
  }

  private String row(Entity each) {
    var isActive = each.get("AS").equals("IS");
    var isDark =
        Stream.of(each.get("SRCPORT"), each.get("DSTPORT"))
            .anyMatch(port -> database.find(REMOVED, port).isPresent());
    return each.name()
        + ":SRCPORT="
        + each.get("SRCPORT")
        + ",DSTPORT="
        + each.get("DSTPORT")
        + ",GRPNAME="
        + each.get("GRPNAME")
        + ",CONNNAME="
        + each.get("CONNNAME")
        + ",CONNTYPE="
        + each.get("CONNTYPE")
        + ",AS="
        + each.get("AS")
        + ",OS="
        + (isActive ? "IS" : "RDY")
        + ",OC="
        + (isDark ? "FAIL" : "OK")
        + ",PS=UPR,AL=CL";
  }

  private Answer remove(String port) {
    unless(PORT.matcher(port).matches(), "IIAC", "Invalid Port");
    database.put(new Entity(REMOVED, port, new TreeMap<>()));
    return Answer.done();
  }

  private Answer restore(String port) {
    database.find(REMOVED, port).ifPresent(database::remove);
    return Answer.done();
  }
}
