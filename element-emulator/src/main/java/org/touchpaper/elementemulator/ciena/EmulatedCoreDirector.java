package org.touchpaper.elementemulator.ciena;

import static org.touchpaper.elementemulator.ciena.NamedEntities.entity;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyIfBusy;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyIfHeld;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.denyUnless;
import static org.touchpaper.elementemulator.tl1.CommandDeniedException.requireData;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
import java.util.stream.Stream;
import org.touchpaper.elementemulator.state.ChannelListParser;
import org.touchpaper.elementemulator.state.ChannelListParser.Channel;
import org.touchpaper.elementemulator.state.ElementState;
import org.touchpaper.elementemulator.state.ManagedEntity;
import org.touchpaper.elementemulator.state.PersistentElementDatabase;
import org.touchpaper.elementemulator.tl1.CommandParameters;
import org.touchpaper.elementemulator.tl1.CommandResult;
import org.touchpaper.elementemulator.tl1.Tl1CommandExecutor;
import org.touchpaper.tl1.message.InputCommand;

/**
 * Ciena CoreDirector: Ethernet groups (VCG), flows (EFLOW) that map VLANs to them, channel groups
 * (GTP) and cross-connects between groups (CRS-STSPC), all named by the client. Line ports {@code
 * 1-A-slot-port} have the 192 STS-1 channels of an OC-192; Ethernet ports are {@code
 * 1-A-slot-1-port}.
 */
public final class EmulatedCoreDirector implements Tl1CommandExecutor {

  private static final Pattern LINE_PORT = Pattern.compile("1-A-\\d{1,2}-\\d{1,2}");
  private static final Pattern ETHERNET_PORT = Pattern.compile("1-A-\\d{1,2}-\\d{1,2}(-\\d{1,2})?");
  private static final int OC192_CHANNELS = 192;

  /** Channels of a port in slots 30 to 39; all others are OC-192. */
  private static final int OC768_CHANNELS = 768;

  /** Maximum number of channels in a group (DRAGON's driver). */
  private static final int MAX_GROUP_MEMBERS = 48;

  private static final int MAX_CACHED_LISTS = 20_000;
  private static final String VLAN_RANGE_ATTRIBUTE = "OUTERVLANIDRANGE";

  private final ElementState state;
  private final PersistentElementDatabase database;
  private final Instant startedAt;
  private final NamedEntities entities;
  private final ControlPlane controlPlane;
  private final SncCommands sncCommands;
  private final Map<String, Set<Channel>> channelCache = new HashMap<>();

  public EmulatedCoreDirector(ElementState state, ControlPlane controlPlane) {
    this.state = state;
    this.controlPlane = controlPlane;
    this.database = state.database();
    this.startedAt = state.startedAt();
    this.entities = new NamedEntities(database);
    this.sncCommands = new SncCommands(state, controlPlane, entities);
  }

  @Override
  public boolean echoesAndAcknowledges() {
    return true;
  }

  @Override
  public CommandResult execute(InputCommand command) {
    var parameters = CommandParameters.of(command);
    try {
      return switch (command.code()) {
        case "RTRV-HDR" -> CommandResult.completed();
        case "RTRV-EQPT" -> CommandResult.rows(List.of(commonEquipmentRow()));
        case "ENT-VCG" -> enterVcg(parameters);
        case "ENT-EFLOW" -> enterFlow(parameters);
        case "ENT-GTP" -> enterGtp(parameters);
        case "ENT-CRS-STSPC" -> enterCrossConnect(parameters);
        case "ED-VCG" -> editVcg(parameters);
        case "DLT-VCG" -> deleteVcg(parameters);
        case "DLT-EFLOW" -> entities.delete("EFLOW", parameters);
        case "DLT-GTP" -> deleteGtp(parameters);
        case "DLT-CRS-STSPC" -> entities.delete("CRS", parameters);
        case "RTRV-VCG" -> entities.retrieve("VCG", parameters);
        case "RTRV-EFLOW" -> entities.retrieve("EFLOW", parameters);
        case "RTRV-GTP" -> entities.retrieve("GTP", parameters);
        case "RTRV-CRS-STSPC" -> entities.retrieve("CRS", parameters);
        case "ENT-DTL" -> sncCommands.enterList(parameters);
        case "DLT-DTL" -> sncCommands.deleteList(parameters);
        case "RTRV-DTL" -> entities.retrieve("DTL", parameters);
        case "ENT-DTL-SET" -> sncCommands.enterSet(parameters);
        case "DLT-DTL-SET" -> sncCommands.deleteSet(parameters);
        case "RTRV-DTL-SET" -> entities.retrieve("DTL-SET", parameters);
        case "ENT-SNC-STSPC" -> sncCommands.enter(command, parameters);
        case "ED-SNC-STSPC" -> sncCommands.edit(parameters);
        case "DLT-SNC-STSPC" -> sncCommands.delete(parameters);
        case "RTRV-SNC-STSPC" -> sncCommands.retrieve(parameters);
        case "RTRV-SNC-DIAG" -> sncCommands.diagnose(parameters);
        default -> Tl1CommandExecutor.unknownCommand();
      };
    } catch (IllegalArgumentException e) {
      return CommandResult.deny("IIDT", "Input, Invalid Data: " + e.getMessage());
    }
  }

  @Override
  public Optional<InputCommand> thirdPartyCommand(boolean deletes, IntUnaryOperator random) {
    return new CoreDirectorThirdParty(database, random).nextCommand(deletes);
  }

  /** LASTRESTART is specific to this emulator; the format of real elements is not public. */
  private String commonEquipmentRow() {
    return "COM,TYPE=COREDIRECTOR,VRSN=6.2.1,PST=IS-NR,LASTRESTART="
        + startedAt.truncatedTo(ChronoUnit.MILLIS);
  }

  private CommandResult enterVcg(CommandParameters parameters) {
    var name = entities.validateNewName("VCG", parameters.name());
    var members = ChannelListParser.parseNumbers(parameters.get("GROUPMEM"));
    requireData(members.size() <= OC192_CHANNELS, members.size() + " members");
    var module = parameters.get("SUPPTTP"); // an Ethernet card, not a port
    denyUnless(
        module.isEmpty() || LINE_PORT.matcher(module).matches(),
        "IIAC",
        "Input, Invalid Access Identifier " + module);
    if (!parameters.get("TUNNELPEERTYPE").equalsIgnoreCase("NONE")) {
      checkTunnel(parameters.get("TUNNELPEERNAME"));
    }
    return entities.put(
        entity("VCG", name, parameters.payload()).with("PST", primaryState(parameters)));
  }

  /** A port whose entire traffic is mapped to one group cannot be in another. */
  private void checkTunnel(String port) {
    checkEthernetPort(port);
    for (var existing : database.listReferencing("VCG", List.of(port))) {
      denyIfBusy(existing.get("TUNNELPEERNAME").equals(port), port, existing.name());
    }
  }

  private static void checkEthernetPort(String port) {
    denyUnless(
        ETHERNET_PORT.matcher(port).matches(), "IIAC", "Input, Invalid Access Identifier " + port);
  }

  /** A flow maps VLANs of an Ethernet port to a group or back; all VLANs if it names none. */
  private CommandResult enterFlow(CommandParameters parameters) {
    var name = entities.validateNewName("EFLOW", parameters.name());
    checkFlowEnd(parameters.get("INGRESSPORTTYPE"), parameters.get("INGRESSPORTNAME"));
    checkFlowEnd(parameters.get("EGRESSPORTTYPE"), parameters.get("EGRESSPORTNAME"));
    var port = parameters.get("INGRESSPORTNAME");
    var range = parameters.get(VLAN_RANGE_ATTRIBUTE);
    var requested = vlans(range);
    for (var existing : database.listReferencing("EFLOW", List.of(port))) {
      denyIfBusy(
          existing.get("INGRESSPORTNAME").equals(port)
              && !Collections.disjoint(vlans(existing.get(VLAN_RANGE_ATTRIBUTE)), requested),
          "VLAN " + range + " of " + port,
          existing.name());
    }
    return entities.put(entity("EFLOW", name, parameters.payload()));
  }

  private static Set<Integer> vlans(String range) {
    return ChannelListParser.parseNumbers(range.isEmpty() ? "0&&4095" : range);
  }

  private void checkFlowEnd(String type, String name) {
    if (type.equalsIgnoreCase("VCG")) {
      var _ = entities.get("VCG", name);
    } else {
      checkEthernetPort(name);
    }
  }

  private CommandResult editVcg(CommandParameters parameters) {
    var group = entities.get("VCG", parameters.name());
    if (primaryState(parameters).startsWith("OOS")) {
      sncCommands.checkNoTermination(group);
    }
    for (var change : parameters.payload().entrySet()) {
      group = group.with(change.getKey(), change.getValue());
    }
    return entities.put(group.with("PST", primaryState(parameters)));
  }

  private CommandResult deleteVcg(CommandParameters parameters) {
    var group = entities.get("VCG", parameters.name());
    denyUnless(
        group.get("PST").startsWith("OOS"),
        "SNVS",
        "Status, Not in Valid State: " + group.name() + " is not out of service");
    for (var holder : database.listReferencing("GTP", List.of(group.name()))) {
      denyIfHeld(
          channels(holder).stream().anyMatch(channel -> channel.parent().equals(group.name())),
          group.name(),
          holder.name());
    }
    for (var flow : database.listReferencing("EFLOW", List.of(group.name()))) {
      denyIfHeld(flow.attributes().containsValue(group.name()), group.name(), flow.name());
    }
    sncCommands.checkNoTermination(group);
    return entities.remove(group);
  }

  private CommandResult enterGtp(CommandParameters parameters) {
    var name = entities.validateNewName("GTP", parameters.name());
    var requested = ChannelListParser.parse(parameters.get("CTP"));
    requireData(
        requested.size() <= MAX_GROUP_MEMBERS,
        requested.size() + " members, " + MAX_GROUP_MEMBERS + " at most");
    requested.forEach(this::checkExists);
    var references = requested.stream().map(Channel::toString).toList();
    for (var existing : database.listReferencing("GTP", references)) {
      for (var channel : channels(existing)) {
        denyIfBusy(requested.contains(channel), channel, existing.name());
      }
    }
    for (var channel : requested) {
      controlPlane
          .findHolder(state.config.tid(), channel)
          .ifPresent(holder -> denyIfBusy(true, channel, holder));
    }
    return entities.put(entity("GTP", name, parameters.payload()).with("PST", "IS-NR"));
  }

  private void checkExists(Channel channel) {
    var group = database.find("VCG", channel.parent());
    var exists =
        group.isPresent()
            ? ChannelListParser.parseNumbers(group.get().get("GROUPMEM")).contains(channel.number())
            : LINE_PORT.matcher(channel.parent()).matches()
                && channel.number() >= 1
                && channel.number() <= channelCount(channel.parent());
    denyUnless(exists, "IIAC", "Input, Invalid Access Identifier " + channel);
  }

  static int channelCount(String linePort) {
    return linePort.startsWith("1-A-3") && linePort.lastIndexOf('-') == 6
        ? OC768_CHANNELS
        : OC192_CHANNELS;
  }

  private CommandResult deleteGtp(CommandParameters parameters) {
    var group = entities.get("GTP", parameters.name());
    sncCommands.checkFree(group, "SNC", "FROMENDPOINT");
    for (var holder : database.listReferencing("CRS", List.of(group.name()))) {
      denyIfHeld(ends(holder).contains(group.name()), group.name(), holder.name());
    }
    return entities.remove(group);
  }

  private CommandResult enterCrossConnect(CommandParameters parameters) {
    var ends =
        Stream.of("FROMENDPOINT", "TOENDPOINT")
            .map(end -> entities.get("GTP", parameters.aid().getOrDefault(end, "")))
            .toList();
    var name = entities.validateNewName("CRS", parameters.get("NAME"));
    requireData(!ends.getFirst().equals(ends.getLast()), "both ends are one");
    requireData(
        channels(ends.getFirst()).size() == channels(ends.getLast()).size(),
        "the ends differ in width");
    ends.forEach(end -> sncCommands.checkFree(end, "SNC", "FROMENDPOINT"));
    for (var existing :
        database.listReferencing("CRS", ends.stream().map(ManagedEntity::name).toList())) {
      for (var end : ends) {
        denyUnless(
            !ends(existing).contains(end.name()),
            "SACC",
            "Status, Already Cross-Connected: " + end.name() + " in " + existing.name());
      }
    }
    var attributes = new TreeMap<>(parameters.payload());
    attributes.putAll(parameters.aid());
    return entities.put(entity("CRS", name, attributes).with("NAME", "").with("PST", "IS-NR"));
  }

  /** Cached, because an element may have thousands of groups. */
  private Set<Channel> channels(ManagedEntity group) {
    if (channelCache.size() > MAX_CACHED_LISTS) {
      channelCache.clear();
    }
    return channelCache.computeIfAbsent(group.get("CTP"), ChannelListParser::parse);
  }

  private static Set<String> ends(ManagedEntity crossConnect) {
    return Set.copyOf(List.of(crossConnect.get("FROMENDPOINT"), crossConnect.get("TOENDPOINT")));
  }

  private static String primaryState(CommandParameters parameters) {
    var requested = parameters.get("PST");
    return requested.toUpperCase(Locale.ROOT).startsWith("OOS") ? "OOS-MA" : "IS-NR";
  }
}
