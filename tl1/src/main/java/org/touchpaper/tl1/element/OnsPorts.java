package org.touchpaper.tl1.element;

import static org.touchpaper.tl1.element.Refused.unless;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.touchpaper.tl1.message.InputCommand;
import org.touchpaper.tl1.message.QuotedValue;

/**
 * The ports of an emulated ONS 15454. Each is in one administrative state, {@code OOS,DSBLD} until
 * it is edited; the service state that is told is that and what befell it: a port in service that
 * has lost its signal is {@code OOS-AU,FLT} (Cisco ONS 15454 Reference Manual R8.5, table B-5).
 *
 * @param hasConnection whether a cross-connect is on the facility
 */
record OnsPorts(Shelf shelf, boolean isSdh, Predicate<String> hasConnection) {

  private static final List<String> STATES = List.of("IS", "IS,AINS", "OOS,DSBLD", "OOS,MT");
  private static final String DISABLED = "OOS,DSBLD";

  /** What a card in a slot is. */
  Answer equipment(String aid) {
    var slot = aid.matches("SLOT-\\d{1,2}") ? Integer.parseInt(aid.substring(5)) : 0;
    var card = OnsShelf.card(slot, isSdh).orElseThrow(OnsPorts::invalidAid);
    return Answer.rows(List.of(aid + ":" + card.name() + ",EQUIP,,ACT::IS-NR"));
  }

  /** The port, which must be one of such a card. */
  Entity facility(String type, String aid) {
    var port =
        StsPath.parse(aid, isSdh).filter(StsPath::isEthernet).orElseThrow(OnsPorts::invalidAid);
    var card = OnsShelf.card(port.slot(), isSdh).orElseThrow(OnsPorts::invalidAid);
    unless(
        card.type().equals(type) && port.port() >= 1 && port.port() <= card.ports(),
        "IIAC",
        "Input, Invalid Access Identifier " + aid);
    return facility(aid);
  }

  private Entity facility(String aid) {
    return shelf
        .database()
        .find("FAC", aid)
        .orElseGet(() -> new Entity("FAC", aid, new TreeMap<>()));
  }

  Answer retrieve(Entity facility) {
    var name = facility.get("NAME");
    var named = name.isEmpty() ? "" : "NAME=" + "\\\"" + name + "\\\"";
    return Answer.rows(List.of(facility.name() + "::" + named + ":" + told(facility)));
  }

  private static String administrative(Entity facility) {
    return facility.get("PST").isEmpty() ? DISABLED : facility.get("PST");
  }

  private String told(Entity facility) {
    return switch (administrative(facility)) {
      case "IS" -> hasLostSignal(facility.name()) ? "OOS-AU,FLT" : "IS-NR,";
      case "IS,AINS" -> "OOS-AU,AINS";
      case "OOS,MT" -> "OOS-MA,MT";
      default -> "OOS-MA,DSBLD";
    };
  }

  boolean hasLostSignal(String aid) {
    return shelf.signals.lostPorts().contains(aid);
  }

  /** Whether it carries traffic, or would with a signal. */
  boolean isInService(String aid) {
    return administrative(facility(aid)).startsWith("IS");
  }

  Answer edit(Entity facility, InputCommand command) {
    var before = administrative(facility);
    var after = wanted(command, before);
    unless(
        after.equals(before) || !after.equals(DISABLED) || !hasConnection.test(facility.name()),
        "SROF",
        "Status, Requested Operation Failed: port having connection");
    var parameters = Parameters.of(command).payload();
    var named =
        parameters.containsKey("NAME")
            ? facility.with("NAME", QuotedValue.unquote(parameters.getOrDefault("NAME", "")))
            : facility;
    var edited = named.with("PST", after.equals(DISABLED) ? "" : after);
    if (edited.attributes().isEmpty()) {
      shelf.database().remove(facility);
    } else {
      shelf.database().put(edited);
    }
    return Answer.done();
  }

  /** The last block, {@code PST[,SST]}; nothing in it leaves the port in the state it is in. */
  private static String wanted(InputCommand command, String before) {
    var block = command.blocks().size() < 3 ? "" : command.blocks().getLast();
    var state = block.replaceFirst(",$", "").toUpperCase(Locale.ROOT);
    if (state.isEmpty()) {
      return before;
    }
    var after = state.equals("OOS") ? DISABLED : state;
    unless(STATES.contains(after), "IIPV", "Input, Invalid Parameter Value " + state);
    unless(
        !after.equals(before),
        after.startsWith("IS") ? "SAIN" : "SAOS",
        after.startsWith("IS") ? "Status, Already IN service" : "Status, Already Out of Service");
    return after;
  }

  private static Refused invalidAid() {
    return new Refused("IIAC", "Input, Invalid Access Identifier");
  }
}
