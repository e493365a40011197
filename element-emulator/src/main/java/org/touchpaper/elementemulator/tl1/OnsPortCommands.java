package org.touchpaper.elementemulator.tl1;

import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyUnless;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.ValueQuoting;

/**
 * The ports of an emulated ONS 15454. Each has an administrative state, initially {@code
 * OOS,DSBLD}. The reported service state also depends on faults: a port in service that has lost
 * its signal is {@code OOS-AU,FLT} (Cisco ONS 15454 Reference Manual R8.5, table B-5).
 *
 * @param hasConnection whether the facility is in a cross-connect
 */
record OnsPortCommands(ElementState elementState, boolean isSdh, Predicate<String> hasConnection) {

  private static final List<String> ADMINISTRATIVE_STATES =
      List.of("IS", "IS,AINS", "OOS,DSBLD", "OOS,MT");
  private static final String DISABLED = "OOS,DSBLD";

  CommandResult retrieveEquipment(String aid) {
    var slot = aid.matches("SLOT-\\d{1,2}") ? Integer.parseInt(aid.substring(5)) : 0;
    var card = OnsCard.findInSlot(slot, isSdh).orElseThrow(OnsPortCommands::invalidAid);
    return CommandResult.rows(List.of(aid + ":" + card.name() + ",EQUIP,,ACT::IS-NR"));
  }

  /** The port; denied unless it is on a card of this type. */
  ManagedEntity getFacility(String type, String aid) {
    var port =
        StsPath.parse(aid, isSdh)
            .filter(StsPath::isEthernet)
            .orElseThrow(OnsPortCommands::invalidAid);
    var card = OnsCard.findInSlot(port.slot(), isSdh).orElseThrow(OnsPortCommands::invalidAid);
    denyUnless(
        card.type().equals(type) && port.port() >= 1 && port.port() <= card.ports(),
        "IIAC",
        "Input, Invalid Access Identifier " + aid);
    return getFacility(aid);
  }

  private ManagedEntity getFacility(String aid) {
    return elementState
        .database()
        .find("FAC", aid)
        .orElseGet(() -> new ManagedEntity("FAC", aid, new TreeMap<>()));
  }

  CommandResult retrieve(ManagedEntity facility) {
    var name = facility.get("NAME");
    var nameField = name.isEmpty() ? "" : "NAME=" + "\\\"" + name + "\\\"";
    return CommandResult.rows(
        List.of(facility.name() + "::" + nameField + ":" + serviceState(facility)));
  }

  private static String administrativeState(ManagedEntity facility) {
    return facility.get("PST").isEmpty() ? DISABLED : facility.get("PST");
  }

  private String serviceState(ManagedEntity facility) {
    return switch (administrativeState(facility)) {
      case "IS" -> hasLostSignal(facility.name()) ? "OOS-AU,FLT" : "IS-NR,";
      case "IS,AINS" -> "OOS-AU,AINS";
      case "OOS,MT" -> "OOS-MA,MT";
      default -> "OOS-MA,DSBLD";
    };
  }

  boolean hasLostSignal(String aid) {
    return elementState.signalAlarms.portsWithoutSignal().contains(aid);
  }

  /** True if the port carries traffic, or would with a signal. */
  boolean isInService(String aid) {
    return administrativeState(getFacility(aid)).startsWith("IS");
  }

  CommandResult edit(ManagedEntity facility, InputCommand command) {
    var before = administrativeState(facility);
    var after = requestedState(command, before);
    denyUnless(
        after.equals(before) || !after.equals(DISABLED) || !hasConnection.test(facility.name()),
        "SROF",
        "Status, Requested Operation Failed: port having connection");
    var parameters = CommandParameters.of(command).payload();
    var renamed =
        parameters.containsKey("NAME")
            ? facility.with("NAME", ValueQuoting.unquote(parameters.getOrDefault("NAME", "")))
            : facility;
    var edited = renamed.with("PST", after.equals(DISABLED) ? "" : after);
    if (edited.attributes().isEmpty()) {
      elementState.database().remove(facility);
    } else {
      elementState.database().put(edited);
    }
    return CommandResult.completed();
  }

  /** The state in the last block, {@code PST[,SST]}; an empty block keeps the state. */
  private static String requestedState(InputCommand command, String before) {
    var block = command.blocks().size() < 3 ? "" : command.blocks().getLast();
    var state = block.replaceFirst(",$", "").toUpperCase(Locale.ROOT);
    if (state.isEmpty()) {
      return before;
    }
    var after = state.equals("OOS") ? DISABLED : state;
    denyUnless(
        ADMINISTRATIVE_STATES.contains(after), "IIPV", "Input, Invalid Parameter Value " + state);
    denyUnless(
        !after.equals(before),
        after.startsWith("IS") ? "SAIN" : "SAOS",
        after.startsWith("IS") ? "Status, Already IN service" : "Status, Already Out of Service");
    return after;
  }

  private static CommandDeniedException invalidAid() {
    return new CommandDeniedException("IIAC", "Input, Invalid Access Identifier");
  }
}
