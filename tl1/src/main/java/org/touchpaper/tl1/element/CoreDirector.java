package org.touchpaper.tl1.element;

import static org.touchpaper.tl1.element.Refused.unless;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import org.touchpaper.tl1.element.Channels.Channel;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Ciena CoreDirector: Ethernet groups (VCG), the flows (EFLOW) that lead VLANs into them, channel
 * groups (GTP) and cross-connects between groups (CRS-STSPC), named by whoever enters them. Line
 * ports {@code 1-A-slot-port} have the 192 STS-1 channels of an OC-192, Ethernet ports are {@code
 * 1-A-slot-1-port}.
 */
final class CoreDirector implements Tl1Dialect {

  private static final Pattern LINE_PORT = Pattern.compile("1-A-\\d{1,2}-\\d{1,2}");
  private static final Pattern ETHERNET_PORT = Pattern.compile("1-A-\\d{1,2}-\\d{1,2}(-\\d{1,2})?");
  private static final int OC192 = 192;

  /** What the cards in slots 30 to 39 carry; all others are OC-192. */
  private static final int OC768 = 768;

  /** Members of a channel group (DRAGON's driver for them). */
  private static final int MOST_IN_GROUP = 48;

  private static final int LISTS = 20_000;
  private static final String VLANS = "OUTERVLANIDRANGE";

  private final Shelf shelf;
  private final Database database;
  private final Instant startedAt;
  private final NamedEntities held;
  private final SncCommands sncs;
  private final Map<String, Set<Channel>> lists = new HashMap<>();

  CoreDirector(Shelf shelf) {
    this.shelf = shelf;
    this.database = shelf.database();
    this.startedAt = shelf.startedAt();
    this.held = new NamedEntities(database);
    this.sncs = new SncCommands(shelf, held);
  }

  @Override
  public boolean echoesAndAcknowledges() {
    return true;
  }

  @Override
  public Answer execute(InputCommand command) {
    var parameters = Parameters.of(command);
    try {
      return switch (command.code()) {
        case "RTRV-HDR" -> Answer.done();
        case "RTRV-EQPT" -> Answer.rows(List.of(common()));
        case "ENT-VCG" -> enterVcg(parameters);
        case "ENT-EFLOW" -> enterFlow(parameters);
        case "ENT-GTP" -> enterGtp(parameters);
        case "ENT-CRS-STSPC" -> enterCrossConnect(parameters);
        case "ED-VCG" -> editVcg(parameters);
        case "DLT-VCG" -> deleteVcg(parameters);
        case "DLT-EFLOW" -> deleteFlow(parameters);
        case "DLT-GTP" -> deleteGtp(parameters);
        case "DLT-CRS-STSPC" -> deleteCrossConnect(parameters);
        case "RTRV-VCG" -> held.retrieve("VCG", parameters);
        case "RTRV-EFLOW" -> held.retrieve("EFLOW", parameters);
        case "RTRV-GTP" -> held.retrieve("GTP", parameters);
        case "RTRV-CRS-STSPC" -> held.retrieve("CRS", parameters);
        case "ENT-DTL" -> sncs.enterList(parameters);
        case "DLT-DTL" -> sncs.deleteList(parameters);
        case "RTRV-DTL" -> held.retrieve("DTL", parameters);
        case "ENT-DTL-SET" -> sncs.enterSet(parameters);
        case "DLT-DTL-SET" -> sncs.deleteSet(parameters);
        case "RTRV-DTL-SET" -> held.retrieve("DTL-SET", parameters);
        case "ENT-SNC-STSPC" -> sncs.enter(command, parameters);
        case "ED-SNC-STSPC" -> sncs.edit(parameters);
        case "DLT-SNC-STSPC" -> sncs.delete(parameters);
        case "RTRV-SNC-STSPC" -> sncs.retrieve(parameters);
        case "RTRV-SNC-DIAG" -> sncs.diagnose(parameters);
        default -> Tl1Dialect.unknownCommand();
      };
    } catch (IllegalArgumentException e) {
      return Answer.deny("IIDT", "Input, Invalid Data: " + e.getMessage());
    }
  }

  @Override
  public Optional<InputCommand> meddle(boolean deletes, IntUnaryOperator draw) {
    return new CoreDirectorStranger(database, draw).next(deletes);
  }

  /** LASTRESTART is this emulator's own: no public transcript shows how a real one says it. */
  private String common() {
    return "COM,TYPE=COREDIRECTOR,VRSN=6.2.1,PST=IS-NR,LASTRESTART="
        + startedAt.truncatedTo(ChronoUnit.MILLIS);
  }

  private Answer enterVcg(Parameters parameters) {
    var name = held.newName("VCG", parameters.name());
    var members = Channels.numbers(parameters.get("GROUPMEM"));
    unless(members.size() <= OC192, "IIDT", "Input, Invalid Data: " + members.size() + " members");
    var module = parameters.get("SUPPTTP"); // of an Ethernet card, and no port of it
    unless(
        module.isEmpty() || LINE_PORT.matcher(module).matches(),
        "IIAC",
        "Input, Invalid Access Identifier " + module);
    if (!parameters.get("TUNNELPEERTYPE").equalsIgnoreCase("NONE")) {
      checkTunnel(parameters.get("TUNNELPEERNAME"));
    }
    database.put(
        NamedEntities.entity("VCG", name, parameters.payload()).with("PST", state(parameters)));
    return Answer.done();
  }

  /** A port whose whole traffic goes into one group is in no other group. */
  private void checkTunnel(String port) {
    checkEthernet(port);
    for (var other : database.mentioning("VCG", List.of(port))) {
      unless(
          !other.get("TUNNELPEERNAME").equals(port),
          "RCBY",
          "Resource, Circuit Busy: " + port + " is in " + other.name());
    }
  }

  private static void checkEthernet(String port) {
    unless(
        ETHERNET_PORT.matcher(port).matches(), "IIAC", "Input, Invalid Access Identifier " + port);
  }

  /** A flow leads VLANs of an Ethernet port into a group, or out of it; all if it names none. */
  private Answer enterFlow(Parameters parameters) {
    var name = held.newName("EFLOW", parameters.name());
    checkFlowEnd(parameters.get("INGRESSPORTTYPE"), parameters.get("INGRESSPORTNAME"));
    checkFlowEnd(parameters.get("EGRESSPORTTYPE"), parameters.get("EGRESSPORTNAME"));
    var port = parameters.get("INGRESSPORTNAME");
    var range = parameters.get(VLANS);
    var wanted = vlans(range);
    for (var other : database.mentioning("EFLOW", List.of(port))) {
      unless(
          !other.get("INGRESSPORTNAME").equals(port)
              || Collections.disjoint(vlans(other.get(VLANS)), wanted),
          "RCBY",
          "Resource, Circuit Busy: VLAN " + range + " of " + port + " is in " + other.name());
    }
    database.put(NamedEntities.entity("EFLOW", name, parameters.payload()));
    return Answer.done();
  }

  private static Set<Integer> vlans(String range) {
    return Channels.numbers(range.isEmpty() ? "0&&4095" : range);
  }

  private void checkFlowEnd(String type, String name) {
    if (type.equalsIgnoreCase("VCG")) {
      var _ = held.existing("VCG", name);
    } else {
      checkEthernet(name);
    }
  }

  private Answer deleteFlow(Parameters parameters) {
    database.remove(held.existing("EFLOW", parameters.name()));
    return Answer.done();
  }

  private Answer editVcg(Parameters parameters) {
    var group = held.existing("VCG", parameters.name());
    if (state(parameters).startsWith("OOS")) {
      sncs.checkNoEnd(group);
    }
    for (var change : parameters.payload().entrySet()) {
      group = group.with(change.getKey(), change.getValue());
    }
    database.put(group.with("PST", state(parameters)));
    return Answer.done();
  }

  private Answer deleteVcg(Parameters parameters) {
    var group = held.existing("VCG", parameters.name());
    unless(
        group.get("PST").startsWith("OOS"),
        "SNVS",
        "Status, Not in Valid State: " + group.name() + " is not out of service");
    for (var holder : database.mentioning("GTP", List.of(group.name()))) {
      unless(
          channels(holder).stream().noneMatch(each -> each.parent().equals(group.name())),
          "SNVS",
          "Status, Not in Valid State: " + group.name() + " is held by " + holder.name());
    }
    for (var flow : database.mentioning("EFLOW", List.of(group.name()))) {
      unless(
          !flow.attributes().containsValue(group.name()),
          "SNVS",
          "Status, Not in Valid State: " + group.name() + " is held by " + flow.name());
    }
    sncs.checkNoEnd(group);
    database.remove(group);
    return Answer.done();
  }

  private Answer enterGtp(Parameters parameters) {
    var name = held.newName("GTP", parameters.name());
    var wanted = Channels.parse(parameters.get("CTP"));
    unless(
        wanted.size() <= MOST_IN_GROUP,
        "IIDT",
        "Input, Invalid Data: " + wanted.size() + " members, " + MOST_IN_GROUP + " at most");
    wanted.forEach(this::checkExists);
    for (var other : database.mentioning("GTP", texts(wanted))) {
      for (var channel : channels(other)) {
        unless(
            !wanted.contains(channel),
            "RCBY",
            "Resource, Circuit Busy: " + channel + " is in " + other.name());
      }
    }
    for (var channel : wanted) {
      shelf
          .plane
          .holder(shelf.config.tid(), channel)
          .ifPresent(holder -> {
            throw new Refused("RCBY", "Resource, Circuit Busy: " + channel + " is in " + holder);
          });
    }
    database.put(NamedEntities.entity("GTP", name, parameters.payload()).with("PST", "IS-NR"));
    return Answer.done();
  }

  private static List<String> texts(Collection<Channel> channels) {
    return channels.stream().map(Channel::toString).toList();
  }

  private void checkExists(Channel channel) {
    var group = database.find("VCG", channel.parent());
    var known =
        group.isPresent()
            ? Channels.numbers(group.get().get("GROUPMEM")).contains(channel.number())
            : LINE_PORT.matcher(channel.parent()).matches()
                && channel.number() >= 1
                && channel.number() <= width(channel.parent());
    unless(known, "IIAC", "Input, Invalid Access Identifier " + channel);
  }

  static int width(String linePort) {
    return linePort.startsWith("1-A-3") && linePort.lastIndexOf('-') == 6 ? OC768 : OC192;
  }

  private Answer deleteGtp(Parameters parameters) {
    var group = held.existing("GTP", parameters.name());
    sncs.checkFree(group, "SNC", "FROMENDPOINT");
    for (var holder : database.mentioning("CRS", List.of(group.name()))) {
      unless(
          !ends(holder).contains(group.name()),
          "SNVS",
          "Status, Not in Valid State: " + group.name() + " is held by " + holder.name());
    }
    database.remove(group);
    return Answer.done();
  }

  private Answer enterCrossConnect(Parameters parameters) {
    var ends = List.of(end(parameters, "FROMENDPOINT"), end(parameters, "TOENDPOINT"));
    var name = held.newName("CRS", parameters.get("NAME"));
    unless(
        !ends.getFirst().equals(ends.getLast()), "IIDT", "Input, Invalid Data: both ends are one");
    unless(
        channels(ends.getFirst()).size() == channels(ends.getLast()).size(),
        "IIDT",
        "Input, Invalid Data: the ends differ in width");
    ends.forEach(end -> sncs.checkFree(end, "SNC", "FROMENDPOINT"));
    for (var other : database.mentioning("CRS", ends.stream().map(Entity::name).toList())) {
      for (var end : ends) {
        unless(
            !ends(other).contains(end.name()),
            "SACC",
            "Status, Already Cross-Connected: " + end.name() + " in " + other.name());
      }
    }
    var attributes = new TreeMap<>(parameters.payload());
    attributes.putAll(parameters.aid());
    database.put(
        NamedEntities.entity("CRS", name, attributes).with("NAME", "").with("PST", "IS-NR"));
    return Answer.done();
  }

  private Answer deleteCrossConnect(Parameters parameters) {
    database.remove(held.existing("CRS", parameters.name()));
    return Answer.done();
  }

  private Entity end(Parameters parameters, String which) {
    var name = parameters.aid().getOrDefault(which, "");
    return held.existing("GTP", name);
  }

  /** What was read before is not read again: an element may hold thousands of groups. */
  private Set<Channel> channels(Entity group) {
    if (lists.size() > LISTS) {
      lists.clear();
    }
    return lists.computeIfAbsent(group.get("CTP"), Channels::parse);
  }

  private static Set<String> ends(Entity crossConnect) {
    return Set.copyOf(List.of(crossConnect.get("FROMENDPOINT"), crossConnect.get("TOENDPOINT")));
  }

  private static String state(Parameters parameters) {
    var wanted = parameters.get("PST");
    return wanted.toUpperCase(Locale.ROOT).startsWith("OOS") ? "OOS-MA" : "IS-NR";
  }
}
