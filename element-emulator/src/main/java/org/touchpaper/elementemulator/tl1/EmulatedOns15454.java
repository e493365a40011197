package org.touchpaper.elementemulator.tl1;

import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyUnless;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.touchpaper.elementemulator.config.ElementModel;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Cisco ONS 15454: cross-connects between paths, identified by their two ends (Cisco ONS 15454 TL1
 * Command Guide R3.3, ENT-CRS-STSn; R6.0 for starting positions; of the SDH guides only the command
 * names are public). A path is in at most one cross-connect, starts at a position that its size
 * permits, and its port must be in service. Ports are out of service until they are edited.
 */
public final class EmulatedOns15454 implements Tl1CommandExecutor {

  private static final Pattern CROSS_CONNECT_COMMAND =
      Pattern.compile("(ENT|DLT|RTRV)-CRS-(STS\\d{1,3}C?|VC4(?:-\\d{1,2}C)?)");
  private static final Pattern PORT_COMMAND = Pattern.compile("(ED|RTRV)-(OC\\d+|STM\\d+|G1000)");
  private static final Set<Integer> WIDTHS = Set.of(1, 3, 6, 9, 12, 24, 48, 192);
  private static final Set<String> TYPES = Set.of("1WAY", "2WAY");

  private final PersistentElementDatabase database;
  private final boolean isSdh;
  private final OnsPortCommands ports;

  public EmulatedOns15454(ElementState state) {
    this.database = state.database();
    this.isSdh = state.config.model() == ElementModel.ONS_15454_SDH;
    this.ports =
        new OnsPortCommands(
            state,
            isSdh,
            port -> crossConnects().anyMatch(crossConnect -> crossConnect.isOn(port)));
  }

  @Override
  public int maxCommandLength() {
    return InputCommand.ONS_MAX_LENGTH;
  }

  @Override
  public CommandResult notLoggedIn() {
    return CommandResult.denyWithoutCode();
  }

  @Override
  public boolean notifiesAuthors() {
    return true;
  }

  /** Command Guide R7.0: these reports are disabled when a session starts. */
  @Override
  public boolean requiresChangeSubscription() {
    return true;
  }

  @Override
  public CommandResult execute(InputCommand command) {
    var aids = List.of(command.aid().replace(" ", "").toUpperCase(Locale.ROOT).split(","));
    var crossConnect = CROSS_CONNECT_COMMAND.matcher(command.code());
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
      var facility = ports.getFacility(port.group(2), aids.getFirst());
      return port.group(1).equals("ED") ? ports.edit(facility, command) : ports.retrieve(facility);
    }
    return switch (command.code()) {
      case "RTRV-HDR" -> CommandResult.completed();
      case "RTRV-EQPT" -> ports.retrieveEquipment(aids.getFirst());
      default -> Tl1CommandExecutor.unknownCommand();
    };
  }

  private record CrossConnect(ManagedEntity entity, StsPath from, StsPath to, int width) {
    boolean overlaps(StsPath path, int pathWidth) {
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
    return StsPath.parse(aid, isSdh).orElseThrow(EmulatedOns15454::invalidAid);
  }

  /** In STS-1; denies a command of the other hierarchy. */
  private int width(String rate) {
    denyUnless(rate.startsWith("VC4") == isSdh, "IICM", "Input, Invalid Command");
    var digits = rate.substring(3).replaceAll("\\D", "");
    var width = !isSdh ? Integer.parseInt(digits) : rate.equals("VC4") ? 3 : 3 * vc4Count(rate);
    denyUnless(
        WIDTHS.contains(width) && (isSdh || width == 1 || rate.endsWith("C")),
        "IICM",
        "Input, Invalid Command");
    return width;
  }

  private static int vc4Count(String rate) {
    return Integer.parseInt(rate.substring(4, rate.length() - 1));
  }

  private CommandResult enter(String rate, List<String> aids, InputCommand command) {
    var width = width(rate);
    denyUnless(
        aids.size() == 2 && !aids.getFirst().equals(aids.getLast()),
        "IIAC",
        "Input, Invalid Access Identifier");
    var type =
        command.blocks().isEmpty() || command.blocks().getFirst().isEmpty()
            ? "2WAY"
            : command.blocks().getFirst();
    denyUnless(TYPES.contains(type), "IIPV", "Input, Invalid Parameter Value " + type);
    for (var aid : aids) {
      checkFree(path(aid), width, aid);
    }
    var attributes = new TreeMap<String, String>();
    attributes.put("RATE", rate);
    attributes.put("CCT", type);
    attributes.putAll(CommandParameters.of(command).payload());
    denyUnless(
        attributes.getOrDefault("CKTID", "").length() <= 48, "IDRG", "Input, Data Range: CKTID");
    var name = canonicalAid(path(aids.getFirst())) + "," + canonicalAid(path(aids.getLast()));
    database.put(new ManagedEntity("CRS", name, attributes));
    return CommandResult.completed();
  }

  private void checkFree(StsPath path, int width, String aid) {
    var card = OnsCard.findInSlot(path.slot(), isSdh).orElseThrow(EmulatedOns15454::invalidAid);
    denyUnless(card.supports(path, width), "IIAC", "Input, Invalid Access Identifier " + aid);
    denyUnless(
        path.isEthernet() || path.isLegalStart(width),
        "IIAC",
        "Input, Invalid Access Identifier: no path of this size starts at " + aid);
    denyUnless(
        ports.isInService(path.facility()), "SNIS", "Status, Not In Service: " + path.facility());
    denyUnless(
        crossConnects().noneMatch(existing -> existing.overlaps(path, width)),
        "SROF",
        "Status, Requested Operation Failed: port having connection");
  }

  /** On a card with one port, paths are shown without the port, however they were entered. */
  private String canonicalAid(StsPath path) {
    var card = OnsCard.findInSlot(path.slot(), isSdh).orElseThrow(EmulatedOns15454::invalidAid);
    if (path.isEthernet()) {
      return path.facility();
    }
    if (isSdh) {
      return "VC4-" + path.slot() + "-" + path.port() + "-" + (path.firstSts() + 2) / 3;
    }
    var port = card.ports() == 1 ? "" : "-" + path.port();
    return "STS-" + path.slot() + port + "-" + path.firstSts();
  }

  private CommandResult delete(String rate, String aids) {
    var found = database.find("CRS", aids).filter(entity -> entity.get("RATE").equals(rate));
    database.remove(found.orElseThrow(EmulatedOns15454::noSuchCrossConnect));
    return CommandResult.completed();
  }

  private CommandResult retrieve(String rate, List<String> aids) {
    var width = width(rate);
    var rows =
        crossConnects()
            .filter(crossConnect -> crossConnect.width() == width)
            .filter(crossConnect -> aids.stream().anyMatch(aid -> isOn(crossConnect, aid)))
            .map(crossConnect -> row(crossConnect, rate))
            .toList();
    if (rows.isEmpty()) {
      throw noSuchCrossConnect();
    }
    return CommandResult.rows(rows);
  }

  private boolean isOn(CrossConnect crossConnect, String aid) {
    if (aid.equals("ALL")) {
      return true;
    }
    if (aid.endsWith("-ALL")) {
      var prefix = aid.substring(0, aid.length() - 3);
      return Stream.of(crossConnect.entity().name().split(",", -1))
          .anyMatch(end -> end.startsWith(prefix));
    }
    return StsPath.parse(aid, isSdh)
        .map(path ->
            path.isEthernet()
                ? crossConnect.isOn(path.facility())
                : crossConnect.overlaps(path, crossConnect.width()))
        .orElseThrow(EmulatedOns15454::invalidAid);
  }

  private static CommandDeniedException invalidAid() {
    return new CommandDeniedException("IIAC", "Input, Invalid Access Identifier");
  }

  private static CommandDeniedException noSuchCrossConnect() {
    return new CommandDeniedException(
        "IIAC", "Input, Invalid Access Identifier: no such cross-connect");
  }

  private String row(CrossConnect crossConnect, String rate) {
    var entity = crossConnect.entity();
    var circuit = entity.get("CKTID");
    var isFaulty =
        Stream.of(crossConnect.from(), crossConnect.to())
            .anyMatch(end -> ports.hasLostSignal(end.facility()));
    return "%s:%s,%s:%s%s"
        .formatted(
            entity.name(),
            entity.get("CCT"),
            rate,
            circuit.isEmpty() ? "" : "CKTID=\\\"" + circuit + "\\\"",
            isFaulty ? ":OOS-AU,FLT" : ":IS-NR,");
  }
}
