package org.touchpaper.tl1.element;

import static org.touchpaper.tl1.element.Refused.unless;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Cisco ONS 15454: cross-connects between paths, keyed by their two ends (Cisco ONS 15454 TL1
 * Command Guide R3.3, ENT-CRS-STSn; R6.0 for starting positions; of the SDH guides only the names
 * of the commands are public). A path is in one cross-connect at most, begins where a path of its
 * size may, and its port is in service. Ports are out of service until they are edited.
 */
final class Ons15454 implements Tl1Dialect {

  private static final Pattern COMMAND =
      Pattern.compile("(ENT|DLT|RTRV)-CRS-(STS\\d{1,3}C?|VC4(?:-\\d{1,2}C)?)");
  private static final Pattern PORT_COMMAND = Pattern.compile("(ED|RTRV)-(OC\\d+|STM\\d+|G1000)");
  private static final Set<Integer> WIDTHS = Set.of(1, 3, 6, 9, 12, 24, 48, 192);
  private static final Set<String> TYPES = Set.of("1WAY", "2WAY");

  private final Database database;
  private final boolean isSdh;
  private final OnsPorts ports;

  Ons15454(Shelf shelf) {
    this.database = shelf.database();
    this.isSdh = shelf.config.dialect() == Dialect.ONS_15454_SDH;
    this.ports =
        new OnsPorts(shelf, isSdh, port -> crossConnects().anyMatch(each -> each.isOn(port)));
  }

  @Override
  public int longestCommand() {
    return InputCommand.ONS_LIMIT;
  }

  @Override
  public Answer notLoggedIn() {
    return Answer.denyBare();
  }

  @Override
  public boolean tellsAuthors() {
    return true;
  }

  /** Command Guide R7.0: when a session starts, these reports are not allowed. */
  @Override
  public boolean tellsWhoAsks() {
    return true;
  }

  @Override
  public Answer execute(InputCommand command) {
    var aids = List.of(command.aid().replace(" ", "").toUpperCase(Locale.ROOT).split(","));
    var crossConnect = COMMAND.matcher(command.code());
    if (crossConnect.matches()) {
      var rate = crossConnect.group(2);
      return switch (crossConnect.group(1)) {
        case "ENT" -> enter(rate, aids, command);
        case "DLT" -> delete(rate, String.join(",", aids));
        default -> retrieve(rate, aids);
      };
    }
    var port = PORT_COMMAND.matcher(command.code());
    if (port.matches()) {
      var facility = ports.facility(port.group(2), aids.getFirst());
      return port.group(1).equals("ED") ? ports.edit(facility, command) : ports.retrieve(facility);
    }
    return switch (command.code()) {
      case "RTRV-HDR" -> Answer.done();
      case "RTRV-EQPT" -> ports.equipment(aids.getFirst());
      default -> Tl1Dialect.unknownCommand();
    };
  }

  /** A cross-connect with its ends read. */
  private record CrossConnect(Entity entity, StsPath from, StsPath to, int width) {
    boolean takes(StsPath path, int pathWidth) {
      return from.overlaps(width, path, pathWidth) || to.overlaps(width, path, pathWidth);
    }

    boolean isOn(String facility) {
      return from.facility().equals(facility) || to.facility().equals(facility);
    }
  }

  private Stream<CrossConnect> crossConnects() {
    return database.list("CRS").stream()
        .map(entity -> {
          var ends = entity.name().split(",", -1);
          return new CrossConnect(entity, path(ends[0]), path(ends[1]), width(entity.get("RATE")));
        });
  }

  private StsPath path(String aid) {
    return StsPath.parse(aid, isSdh).orElseThrow(Ons15454::invalidAid);
  }

  /** In STS-1; a command of the other hierarchy is none. */
  private int width(String rate) {
    unless(rate.startsWith("VC4") == isSdh, "IICM", "Input, Invalid Command");
    var digits = rate.substring(3).replaceAll("\\D", "");
    var width = !isSdh ? Integer.parseInt(digits) : rate.equals("VC4") ? 3 : 3 * vc4(rate);
    unless(
        WIDTHS.contains(width) && (isSdh || width == 1 || rate.endsWith("C")),
        "IICM",
        "Input, Invalid Command");
    return width;
  }

  private static int vc4(String rate) {
    return Integer.parseInt(rate.substring(4, rate.length() - 1));
  }

  private Answer enter(String rate, List<String> aids, InputCommand command) {
    var width = width(rate);
    unless(
        aids.size() == 2 && !aids.getFirst().equals(aids.getLast()),
        "IIAC",
        "Input, Invalid Access Identifier");
    var type =
        command.blocks().isEmpty() || command.blocks().getFirst().isEmpty()
            ? "2WAY"
            : command.blocks().getFirst();
    unless(TYPES.contains(type), "IIPV", "Input, Invalid Parameter Value " + type);
    for (var aid : aids) {
      checkFree(path(aid), width, aid);
    }
    var attributes = new TreeMap<String, String>();
    attributes.put("RATE", rate);
    attributes.put("CCT", type);
    attributes.putAll(Parameters.of(command).payload());
    unless(attributes.getOrDefault("CKTID", "").length() <= 48, "IDRG", "Input, Data Range: CKTID");
    var name = retrieved(path(aids.getFirst())) + "," + retrieved(path(aids.getLast()));
    database.put(new Entity("CRS", name, attributes));
    return Answer.done();
  }

  private void checkFree(StsPath path, int width, String aid) {
    var card = OnsShelf.card(path.slot(), isSdh).orElseThrow(Ons15454::invalidAid);
    unless(card.has(path, width), "IIAC", "Input, Invalid Access Identifier " + aid);
    unless(
        path.isEthernet() || path.isLegal(width),
        "IIAC",
        "Input, Invalid Access Identifier: no path of this size starts at " + aid);
    unless(
        ports.isInService(path.facility()), "SNIS", "Status, Not In Service: " + path.facility());
    unless(
        crossConnects().noneMatch(other -> other.takes(path, width)),
        "SROF",
        "Status, Requested Operation Failed: port having connection");
  }

  /** On a card of one port a path is retrieved without the port, however it was entered. */
  private String retrieved(StsPath path) {
    var card = OnsShelf.card(path.slot(), isSdh).orElseThrow(Ons15454::invalidAid);
    if (path.isEthernet()) {
      return path.facility();
    }
    if (isSdh) {
      return "VC4-" + path.slot() + "-" + path.port() + "-" + (path.first() + 2) / 3;
    }
    return "STS-" + path.slot() + (card.ports() == 1 ? "" : "-" + path.port()) + "-" + path.first();
  }

  private Answer delete(String rate, String aids) {
    var found = database.find("CRS", aids).filter(entity -> entity.get("RATE").equals(rate));
    database.remove(found.orElseThrow(Ons15454::noSuchCrossConnect));
    return Answer.done();
  }

  private Answer retrieve(String rate, List<String> aids) {
    var width = width(rate);
    var rows =
        crossConnects()
            .filter(each -> each.width() == width)
            .filter(each -> aids.stream().anyMatch(aid -> isOn(each, aid)))
            .map(each -> row(each, rate))
            .toList();
    if (rows.isEmpty()) {
      throw noSuchCrossConnect();
    }
    return Answer.rows(rows);
  }

  private boolean isOn(CrossConnect each, String aid) {
    if (aid.equals("ALL")) {
      return true;
    }
    if (aid.endsWith("-ALL")) {
      var all = aid.substring(0, aid.length() - 3);
      return Stream.of(each.entity().name().split(",", -1)).anyMatch(end -> end.startsWith(all));
    }
    return StsPath.parse(aid, isSdh)
        .map(
            path -> path.isEthernet() ? each.isOn(path.facility()) : each.takes(path, each.width()))
        .orElseThrow(Ons15454::invalidAid);
  }

  private static Refused invalidAid() {
    return new Refused("IIAC", "Input, Invalid Access Identifier");
  }

  private static Refused noSuchCrossConnect() {
    return new Refused("IIAC", "Input, Invalid Access Identifier: no such cross-connect");
  }

  private String row(CrossConnect each, String rate) {
    var entity = each.entity();
    var circuit = entity.get("CKTID");
    var isFaulty =
        Stream.of(each.from(), each.to()).anyMatch(end -> ports.hasLostSignal(end.facility()));
    return entity.name()
        + ":"
        + entity.get("CCT")
        + ","
        + rate
        + ":"
        + (circuit.isEmpty() ? "" : "CKTID=\\\"" + circuit + "\\\"")
        + (isFaulty ? ":OOS-AU,FLT" : ":IS-NR,");
  }
}
